"""The worked scenarios of the rules."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lunar_envs
from lunar_envs.engine.game import Game
from lunar_envs.games.age_of_the_moon.codes import IN_MARKET, Action, Agreement, Asset, Kind, RocketKind, Status
from tests import scenarios
from tests.scenarios import Check, expand

from .build import build

GAME = lunar_envs.games["age_of_the_moon"]
TIMES = re.compile(r"(.+)\*(\d+)")


def load() -> dict[str, dict[str, Any]]:
    """All scenarios, with "PASS*3" written out."""
    loaded = scenarios.load_scenarios(Path(__file__).parent)
    for scenario in loaded.values():
        scenario["step"] = [step | {"do": written_out(step.get("do", ()))} for step in scenario["step"]]
    return loaded


def written_out(actions: Sequence[str]) -> list[str]:
    """The actions, repeated as often as they say."""
    matches = [(action, TIMES.fullmatch(action)) for action in actions]
    return [name for action, match in matches for name in ([match[1]] * int(match[2]) if match else [action])]


SCENARIOS = load()


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario(name: str) -> None:
    """What the scenario expects."""
    scenarios.run(GAME, SCENARIOS[name], build(GAME, SCENARIOS[name]), CHECKS)


def test_every_scenario_of_the_rules_page_is_here() -> None:
    """S1 to S37; others are named after the rules that they show."""
    worked = (name for name in SCENARIOS if name.startswith("S"))
    assert scenarios.numbers(worked) == {f"S{number}" for number in range(1, 38)}


def named(check: Check) -> Check:
    """The same check of actions, which may be given by their other names too."""

    def check_named(game: Game, state: np.ndarray, before: np.ndarray, wanted: list[str]) -> tuple:
        names = [game.action_name(game.action_id(name)) for name in expand(wanted)]
        return check(game, state, before, names)

    return check_named


def check_hexes(game: Game, state: np.ndarray, before: np.ndarray, wanted: list[int]) -> tuple:
    """``hexes``: all hexes that can be picked."""
    return np.flatnonzero(game.legal(state)[Action.PICK_HEX :]).tolist(), wanted


def check_assets(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, str]) -> tuple:
    """``assets``: where assets are, by colour and type: "earth", "orbit", "hex 12", "blueprint"."""
    return {name: place(state[0], name) for name in wanted}, dict(wanted)


def place(s: np.record, name: str) -> str:
    """Where the asset is that "0 ice_mine" names."""
    colour, _, kind = name.partition(" ")
    key = int(colour), Asset[kind.upper()]
    if s.asset_status[key] != Status.DEPLOYED:
        return Status(s.asset_status[key]).name.lower()
    return f"hex {s.asset_hex[key]}" if s.asset_hex[key] >= 0 else "orbit"


def check_rockets(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, list[str]]) -> tuple:
    """``rockets``: all rockets of players, as "reusable flown reused"."""
    return {seat: rockets(state[0], int(seat)) for seat in wanted}, dict(wanted)


def rockets(s: np.record, seat: int) -> list[str]:
    """The rockets of a seat."""
    found = []
    for rocket in np.flatnonzero(s.rocket_loc == seat):
        flags = [" flown"] * int(s.rocket_flown[rocket]) + [" reused"] * int(s.rocket_reused[rocket])
        found.append(RocketKind(s.rocket_kind[rocket]).name.lower() + "".join(flags))
    return sorted(found)


def check_market_size(game: Game, state: np.ndarray, before: np.ndarray, wanted: int) -> tuple:
    """``market_size``: rockets in the market."""
    return int(np.sum(state[0].rocket_loc == IN_MARKET)), wanted


def check_pile_bottom(game: Game, state: np.ndarray, before: np.ndarray, wanted: str) -> tuple:
    """``pile_bottom``: the kind of the lowest rocket of the pile."""
    return RocketKind(state[0].rocket_kind[state[0].rocket_pile[0]]).name.lower(), wanted


def check_agreements(game: Game, state: np.ndarray, before: np.ndarray, wanted: list[str]) -> tuple:
    """``agreements``: what lies in the slots that are not empty."""
    return [Agreement(kind).name for kind in state[0].ag_kind if kind], wanted


def check_discard(game: Game, state: np.ndarray, before: np.ndarray, wanted: list[str]) -> tuple:
    """``discard``: all negotiation cards there."""
    return card_names(state[0].nego_discard), sorted(wanted)


def check_hands(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, list[str]]) -> tuple:
    """``hands``: all cards of players."""
    return {seat: card_names(state[0].hand[int(seat)]) for seat in wanted}, dict(wanted)


def check_hand_sizes(game: Game, state: np.ndarray, before: np.ndarray, wanted: list[int]) -> tuple:
    """``hand_sizes``: numbers of cards of all players."""
    return state[0].hand[: len(wanted)].sum(axis=1).tolist(), wanted


def card_names(counts: np.ndarray) -> list[str]:
    """The cards that counts by kind stand for."""
    return sorted(Kind(kind).name.lower() for kind in np.repeat(np.arange(len(counts)), counts))


CHECKS = scenarios.CHECKS | {
    "legal": named(scenarios.check_legal),
    "legal_has": named(scenarios.check_legal_has),
    "legal_not": named(scenarios.check_legal_not),
    "hexes": check_hexes,
    "assets": check_assets,
    "rockets": check_rockets,
    "market_size": check_market_size,
    "pile_bottom": check_pile_bottom,
    "agreements": check_agreements,
    "discard": check_discard,
    "hands": check_hands,
    "hand_sizes": check_hand_sizes,
}
