"""The player that is a person at the keyboard."""

from collections.abc import Iterator
from itertools import groupby

from rich.console import Console
from rich.text import Text

from lunar_envs.engine.game import Game

from .base import Agent, View

COMMANDS = {
    "undo": "take back your last decision, unless others may have decided or something came to light since",
    "save": "write the match to its file",
    "view": "show the table again",
    "help": "show this",
    "quit": "save the match and leave",
}

console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
"""Prints what it is given as it is: the tables of the games are laid out, and some hold brackets."""


class Command(Exception):
    """What a person asks for in place of an action and whoever runs the match has to do; ``word`` is in COMMANDS."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


class HumanAgent(Agent):
    """Shows a person the table and the legal actions, and reads which to take.

    What others did shows in the table alone, where a bar marks the lines that are new. Words about it, even how often
    somebody has decided, could tell more than the seat may know.
    """

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """See ``Agent.begin``."""
        super().begin(game, seat, seed)
        self.seen: set[str] = set()
        self.shown: set[str] = set()

    def act(self, view: View) -> int:
        """See ``Agent.act``; raises Command."""
        self.show(view)
        return self.ask(view)

    def show(self, view: View) -> None:
        """Print the table, with marks at what is new since this person's last decision, and the legal actions."""
        lines = view.text.splitlines()
        self.shown = set(lines)
        new = self.shown - self.seen if self.seen else set()
        console.print(Text("\n").join(_with_bar(line, line in new) for line in lines))
        console.print("\n" + "\n".join(menu(view)))

    def ask(self, view: View) -> int:
        """A legal action, asked for until one is given; raises Command."""
        choices = words(view)
        while True:
            word = input(f"seat {self.seat}> ").replace(" ", "").casefold()
            if word in choices:
                self.seen = self.shown
                return choices[word]
            if word == "view":
                self.show(view)
            elif word == "help":
                console.print("\n".join(usage()))
            elif word in COMMANDS:
                raise Command(word)
            else:
                last = len(view.legal_actions)
                console.print(f"{word!r:.40} is no legal action: type 1 to {last}, the name of an action, or help")


def _with_bar(line: str, new: bool) -> Text:
    return Text(f"| {line}", "bold") if new else Text(f"  {line}".rstrip())


def menu(view: View) -> Iterator[str]:
    """The legal actions in words, numbered from 1, under their kind: what the name says before the bracket."""
    names = [(number, view.game.action_name(action), action) for number, action in enumerate(view.legal_actions, 1)]
    width = max(len(name) for _, name, _ in names)
    for kind, group in groupby(names, key=lambda entry: entry[1].partition("(")[0]):
        yield kind
        for number, name, action in group:
            yield f"{number:>5}  {name:<{width}}  {view.describe(action)}"


def words(view: View) -> dict[str, int]:
    """What may be typed for each legal action, in lower case: its number in the menu, its name, its other names."""
    actions = view.legal_actions.tolist()
    names = {view.game.action_name(action): action for action in actions}
    aliases = {alias: names[name] for alias, name in view.game.action_aliases.items() if name in names}
    numbers = {str(number): action for number, action in enumerate(actions, 1)}
    return {word.casefold(): action for word, action in (numbers | names | aliases).items()}


def usage() -> Iterator[str]:
    """What may be typed, one line each."""
    yield "Type the number or the name of an action, or"
    for word, meaning in COMMANDS.items():
        yield f"  {word}  {meaning}"
    yield "A bar marks the lines of the table that are new since your last decision."
