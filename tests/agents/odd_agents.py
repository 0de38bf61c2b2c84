"""Agents that misbehave."""

import contextlib
import os
import signal
import sys
import time
from pathlib import Path

import numpy as np

from agents import Agent, View


class Raises(Agent):
    """Raises at its third decision."""

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        self.left = 2

    def act(self, view: View) -> int:
        if self.left == 0:
            raise RuntimeError("out of ideas")
        self.left -= 1
        return int(view.legal_actions[0])


class Illegal(Agent):
    """Takes the first illegal action."""

    def act(self, view: View) -> int:
        return int(np.flatnonzero(view.action_mask == 0)[0])


class OutOfRange(Agent):
    """Takes an action that no game has."""

    def act(self, view: View) -> int:
        return 10**6


class Fraction(Agent):
    """Takes an action that is no integer."""

    def act(self, view: View) -> int:
        return 0.5


class NotReady(Agent):
    """Raises before the game, though not when it is looked over."""

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        if seed != 1:
            raise RuntimeError("not ready")


class Exits(Agent):
    """Ends its process, or tries to."""

    def act(self, view: View) -> int:
        sys.exit("enough")


class Unspeakable(Agent):
    """Raises what cannot be put in words."""

    def act(self, view: View) -> int:
        raise NoWords


class NoWords(Exception):
    def __str__(self) -> str:
        raise RuntimeError


class Verbose(Agent):
    """Raises with a long story."""

    def act(self, view: View) -> int:
        raise RuntimeError("and so on\n" * 10_000)


class Once(Agent):
    """Can be made only once in a process."""

    made = False

    def __init__(self) -> None:
        if Once.made:
            raise RuntimeError("there is one already")
        Once.made = True

    def act(self, view: View) -> int:
        return int(view.legal_actions[0])


class Never(Agent):
    """Cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("not today")


class LateToBegin(Agent):
    """Is not ready in time."""

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        if seed != 1:
            time.sleep(60)


class Typed(Agent):
    """Raises with the type of its parameter."""

    def __init__(self, value: object) -> None:
        self.value = value

    def act(self, view: View) -> int:
        raise RuntimeError(type(self.value).__name__)


class NoAgent:
    """Has the right methods but not the right base."""

    def begin(self, game, seat, seed): ...

    def act(self, view): ...


class Tuned(Agent):
    """Has parameters."""

    shorthand = "level"

    def __init__(self, level: int, name: str = "") -> None:
        self.level = level
        self.name = name


class Hangs(Agent):
    """Never comes to a decision."""

    def act(self, view: View) -> int:
        while True:
            pass


class Stubborn(Agent):
    """Decides well, but late, and hears no interruption."""

    def act(self, view: View) -> int:
        late = time.perf_counter() + 0.2
        while time.perf_counter() < late:
            with contextlib.suppress(TimeoutError):
                time.sleep(0.01)
        return int(view.legal_actions[0])


class DiesOnce(Agent):
    """Kills its process at the first decision of all, which leaves a file."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)

    def act(self, view: View) -> int:
        with contextlib.suppress(FileExistsError):
            self.path.touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
        return int(view.legal_actions[0])
