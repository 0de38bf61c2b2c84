"""Placeholder until this view is written."""


def show(game, state, view):
    """Placeholder."""
    return ""
