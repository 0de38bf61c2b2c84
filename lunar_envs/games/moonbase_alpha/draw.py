"""Placeholder until this view is written."""


def draw(game, state, view):
    """Placeholder."""
    return ""
