"""Self-play from nothing, a rated tournament and a picture, in a few minutes: ``make demo``."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import tyro
from PIL import Image

import lunar_envs
from agents import make_agent, tournament, view_of
from lunar_envs.api.raster import rasterise
from lunar_envs.cli import warm
from lunar_envs.engine.game import Game

from .sb3_maskable import Args as TrainArgs
from .sb3_maskable import new_folder, train


@dataclass
class Args:
    """The demo shows two players of one game."""

    game: str = "lunarchitects"
    """the game to learn"""
    minutes: float = 2.0
    """time to train"""
    games: int = 120
    """games of the tournament"""
    seed: int = 1
    """seed of everything"""
    folder: str = ""
    """where the files go; if empty, a new folder named runs/demo"""


def main(args: Args) -> None:
    """Train, compare with random and greedy play, and draw the final position of one game."""
    print("1. what has to be compiled, in seconds")
    warm(args.game)
    print(f"2. {args.minutes:g} minutes of self-play")
    folder = Path(args.folder) if args.folder else new_folder("runs/demo")
    path = train(TrainArgs(args.game, minutes=args.minutes, seed=args.seed, folder=str(folder)))
    print("3. a tournament")
    tournament.main(args.game, ("random", "greedy", str(path)), games=args.games, seed=args.seed)
    print("4. a game between trained players")
    game = lunar_envs.games[args.game]
    state = play_out(game, path, args.seed)
    svg = game.draw(state)
    (folder / "final.svg").write_text(svg, encoding="utf-8")
    Image.fromarray(rasterise(svg)).save(folder / "final.png")
    print(f"final position: {folder / 'final.png'} and {folder / 'final.svg'}")


def play_out(game: Game, path: Path, seed: int) -> np.ndarray:
    """A finished game with the model on both seats, record[1]."""
    state = game.new(2, seed)
    players = [make_agent(str(path)) for _ in range(2)]
    for seat, player in enumerate(players):
        player.begin(game, seat, seed + seat)
    while not game.is_over(state):
        seat = game.to_move(state)
        game.step(state, players[seat].act(view_of(game, state, seat)))
    return state


if __name__ == "__main__":
    main(tyro.cli(Args))
