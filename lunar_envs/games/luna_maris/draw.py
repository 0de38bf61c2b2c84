"""Placeholder: the picture is still to be written."""


def draw(game, state, view):
    return game.name
