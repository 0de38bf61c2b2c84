"""Placeholder: the text view is still to be written."""


def show(game, state, view):
    return game.name
