"""Placeholder."""


def show(game, state, view):
    """Placeholder."""
    return ""
