"""Self-play with Stable-Baselines3's MaskablePPO.

    python -m training.sb3_maskable lunarchitects --num-players 2 --minutes 5
    python -m training.sb3_maskable lunarchitects --options expansion coffee points_visible False
    python -m training.sb3_maskable lunarchitects --resume runs/lunarchitects_2p_seed1

The learner plays one seat of many games at once; the other seats are random at first and past selves later. A run
keeps all its files in one folder: ``model.zip`` (an agent for tournaments), ``resume.pt`` (with it a resumed run
equals one that never stopped), ``args.json`` and the tensorboard log.
"""

import dataclasses
import functools
import itertools
import json
import math
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import torch
import tyro
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure
from tqdm import tqdm

import lunar_envs
from agents.options import read_options

from .batch_env import SelfPlayVecEnv
from .checkpoint import load_run, save_run
from .evaluate import evaluate
from .pool import PastSelves


@dataclass
class Args:
    """What a run depends on. With ``--resume`` all but ``minutes`` and ``timesteps`` comes from the run's folder."""

    game: tyro.conf.Positional[str]
    """the game to learn"""
    num_players: int = 2
    """number of seats; 1 is solo"""
    options: dict[str, str] = field(default_factory=dict)
    """options of the game, as NAME VALUE NAME VALUE"""
    minutes: float = 5.0
    """stop after this time"""
    timesteps: float = math.inf
    """stop after this many decisions of the learner, those before a resume included"""
    seed: int = 1
    """seed of everything"""
    folder: str = ""
    """folder of the run, which must not hold another; if empty, a new one named runs/<game>_<players>p_seed<seed>"""
    resume: str = ""
    """folder of a run to go on with"""
    reward: Literal["rank", "win", "score"] = "rank"
    """what the seats get at the end of a game"""

    num_envs: int = 128
    """games played side by side"""
    num_steps: int = 64
    """decisions of the learner per game and update"""
    batch_size: int = 1024
    """decisions per gradient step"""
    num_epochs: int = 3
    """passes over the decisions of an update"""
    learning_rate: float = 5e-4
    """step size of Adam"""
    gamma: float = 1.0
    """discount; rewards come only at the end"""
    gae_lambda: float = 0.95
    """bias against variance of the advantages"""
    ent_coef: float = 0.01
    """weight of the entropy bonus"""
    hidden: tuple[int, ...] = (128, 128)
    """hidden layers, of the policy and of the value network each"""
    torch_threads: int = 1
    """threads of torch; two are faster on idle cores, and far slower beside other work"""

    pool_size: int = 4
    """past selves kept as opponents"""
    snapshot_every: int = 10
    """updates from one past self to the next"""
    random_share: float = 0.2
    """share of games against random play once there are past selves"""
    eval_every: int = 20
    """updates between evaluations against random play, each with a checkpoint; one more ends the run"""
    eval_games: int = 200
    """games per evaluation"""


def new_folder(name: str) -> Path:
    """The folder ``name``, or if it exists the first of name_2, name_3, ... that does not."""
    folders = (Path(name if n == 1 else f"{name}_{n}") for n in itertools.count(1))
    return next(folder for folder in folders if not folder.exists())


def _folder(args: Args) -> Path:
    """Where the files of a run go."""
    if args.resume:
        return Path(args.resume)
    if not args.folder:
        return new_folder(f"runs/{args.game}_{args.num_players}p_seed{args.seed}")
    if Path(args.folder, "args.json").exists():
        raise ValueError(f"{args.folder} holds a run: go on with it by --resume, or choose another --folder")
    return Path(args.folder)


def train(args: Args) -> Path:
    """Train until a limit is reached, and print how often the model wins; returns its path.

    Raises KeyError for an unknown game, ValueError for settings that do not fit it or the run that is to go on.
    """
    if args.minutes <= 0 or args.timesteps <= 0:
        raise ValueError("minutes and timesteps must be more than 0")
    if args.resume:
        args = _resumed(args)
    game = lunar_envs.games[args.game]
    options = read_options(game, args.options)
    torch.set_num_threads(args.torch_threads)
    pool = PastSelves(args.pool_size, args.random_share, args.seed)
    env = SelfPlayVecEnv(game, args.num_envs, args.num_players, pool, args.reward, **options)
    folder = _folder(args)
    if args.resume:
        model = load_run(folder, env)
    else:
        model = MaskablePPO(
            "MlpPolicy",
            env,
            learning_rate=args.learning_rate,
            n_steps=args.num_steps,
            batch_size=args.batch_size,
            n_epochs=args.num_epochs,
            gamma=args.gamma,
            gae_lambda=args.gae_lambda,
            ent_coef=args.ent_coef,
            policy_kwargs={"net_arch": list(args.hidden), "activation_fn": torch.nn.ReLU},
            seed=args.seed,
            device="cpu",
        )
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "args.json").write_text(json.dumps(dataclasses.asdict(args), indent=2))
    model.set_logger(configure(str(folder), ["tensorboard"]))
    wins = functools.partial(evaluate, model, game, args.num_players, args.eval_games, args.seed, **options)

    steps_per_update = args.num_envs * args.num_steps
    start = time.monotonic()
    progress = model.num_timesteps / args.timesteps
    with tqdm(total=100, bar_format="{l_bar}{bar}| {elapsed}{postfix}") as bar:
        while progress < 1.0:
            model.learn(steps_per_update, reset_num_timesteps=False)  # one rollout and one update
            update = model.num_timesteps // steps_per_update
            if update % args.snapshot_every == 0:
                pool.add(model.policy)
            if update % args.eval_every == 0:
                share = wins().share
                model.logger.record("eval/wins", share)
                bar.set_postfix_str(f"{model.num_timesteps} decisions, {share:.0%} wins")
                save_run(folder, model, env)
            progress = max((time.monotonic() - start) / (60 * args.minutes), model.num_timesteps / args.timesteps)
            bar.update(min(100, int(100 * progress)) - bar.n)
    save_run(folder, model, env)
    print(f"{folder / 'model.zip'}: {'alone' if args.num_players == 1 else 'against random play'} {wins()}")
    return folder / "model.zip"


def _resumed(args: Args) -> Args:
    """The settings of the run that goes on, with the new limits."""
    file = Path(args.resume, "args.json")
    if not file.is_file():
        raise ValueError(f"{args.resume} holds no run: {file} is missing")
    saved = Args(**json.loads(file.read_text()))
    if saved.game != args.game:
        raise ValueError(f"{args.resume} is a run of {saved.game}, not of {args.game}; name the game of the run")
    return dataclasses.replace(saved, minutes=args.minutes, timesteps=args.timesteps, resume=args.resume)


if __name__ == "__main__":
    try:
        train(tyro.cli(Args))
    except (KeyError, ValueError, OSError) as error:
        sys.exit(f"error: {error.args[0] if isinstance(error, KeyError) else error}")
