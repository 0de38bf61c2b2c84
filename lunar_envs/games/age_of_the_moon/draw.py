"""Placeholder."""


def draw(game, state, view):
    """Placeholder."""
    return ""
