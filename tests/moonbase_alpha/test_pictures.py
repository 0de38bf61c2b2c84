"""Text view and picture: complete, readable, and silent about what the viewer may not know."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest

import lunar_envs
from lunar_envs.api.raster import rasterise
from lunar_envs.engine.jit import disabled
from lunar_envs.games.moonbase_alpha.actions import area_name, card_name
from lunar_envs.games.moonbase_alpha.codes import AREAS, CARDS, FIRST_NEUTRAL, Action, Context, Status
from tests.pictures import SVG, overlaps, texts_of

from .build import build, crowded
from .worlds import other_world

GAME = lunar_envs.games["moonbase_alpha"]
PREFIX = "moonbase-alpha-"
EVERY = 90

LOOKS = [GAME.show, GAME.draw]
LOOK_NAMES = ["show", "draw"]

STARTS: list[tuple[Callable[[int], np.ndarray], int]] = [
    *((lambda seed: GAME.new(seed=seed), seed) for seed in range(2)),
    *((lambda seed: crowded(GAME, seed), seed) for seed in range(5)),
][:: 6 if disabled() else 1]


def game(start: np.ndarray, seed: int) -> Iterator[np.ndarray]:
    """All states of a random game that goes on for a while."""
    state, rng = start, np.random.default_rng(seed)
    for _ in range(400):
        yield state
        if GAME.is_over(state):
            return
        GAME.step(state, int(rng.choice(np.flatnonzero(GAME.legal(state)))))


@cache
def samples() -> dict[str, np.ndarray]:
    """The first state of every decision that comes up, every so many others, and the ends."""
    found: dict[str, np.ndarray] = {}
    for start, seed in STARTS:
        for number, state in enumerate(game(start(seed), seed)):
            context = GAME.context(state)
            if context not in found or number % EVERY == 0:
                found[context if context not in found else f"{context} {len(found)}"] = GAME.clone(state)
    return found


def crowd_in(area: str) -> np.ndarray:
    """Seven counters of both sides in one area, which fire at their neighbours."""
    return build(
        GAME,
        {
            "units": {
                0: {area: "PMC2 PMC3r MCU4x MCU2r crawler5r turret_a stealth_a", "w_dig": "PMC1"},
                1: {area: "PMC1 PMC2x MCU3r MCU3rx crawler4 bolo mobile_command"},
            },
            "cards": {0: {0: "missile_turrets up", 1: "patent_database"}, 1: {0: "bolo_project up"}},
            "fields": {"mine_token[11]": 1, "lab_token[11]": 1, "media_area": [11, 11], "transport_area[1]": 11},
            "activate": [0, area],
        },
    )


def check_text(state: np.ndarray, view: int | None) -> None:
    text = GAME.show(state, view)
    assert max(map(len, text.splitlines())) <= 100
    assert text.isascii()
    names = [area_name(GAME.tables, area) for area in range(AREAS)]
    names += [card_name(GAME.tables, int(card)) for card in state["hand_card"][state["hand_card"] >= 0] if view is None]
    assert [name for name in names if name not in text] == []
    labels = Counter(re.findall(r"\b(\d+):[A-Z]", text))
    assert labels.total() == len(shown_units(state[0])) - len(waiting_neutrals(state[0]))


def waiting_neutrals(s: np.record) -> set[int]:
    """Destroyed neutral units, which may be rebuilt."""
    return set(np.flatnonzero(s.unit_status[FIRST_NEUTRAL:] == Status.PILE) + FIRST_NEUTRAL)


def shown_units(s: np.record) -> set[int]:
    in_play = (s.unit_status != Status.PILE) & (s.unit_status != Status.OUT)
    return set(np.flatnonzero(in_play)) | waiting_neutrals(s)


def check_picture(state: np.ndarray, view: int | None) -> None:
    root = ET.fromstring(GAME.draw(state, view))
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert [i for i in ids if i.startswith(f"{PREFIX}player-")] == [f"{PREFIX}player-{seat}" for seat in (0, 1)]
    assert {int(i.rsplit("-", 1)[1]) for i in ids if i.startswith(f"{PREFIX}unit-")} == shown_units(state[0])
    assert {node.get("href")[1:] for node in root.iter(f"{SVG}use")} <= set(ids)
    texts = list(texts_of(root))
    width, height = float(root.get("width")), float(root.get("height"))
    assert width == 1600
    assert [t for t in texts if t[0] < 0 or t[1] < 0 or t[2] > width or t[3] > height] == []
    assert overlaps(texts) == []


@pytest.mark.slow
@pytest.mark.parametrize("view", [None, 0, 1])
def test_everything_is_shown_and_can_be_read(view: int | None) -> None:
    assert len({name.split()[0] for name in samples()}) > 22
    for state in samples().values():
        check_text(state, view)
        check_picture(state, view)


@pytest.mark.parametrize("area", ["center", "w_dig", "base_east", "south_shelf", "w_rim"])
def test_a_crowd_fits_its_area(area: str) -> None:
    state = crowd_in(area)
    check_text(state, None)
    check_picture(state, None)


def test_views_leave_the_state_alone_and_equal_states_look_equal() -> None:
    for state in samples().values():
        before, twin = state.tobytes(), GAME.clone(state)
        for look in LOOKS:
            assert look(state, None) == look(twin, None)
        assert state.tobytes() == before


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_view_hides_what_the_seat_may_not_know(look: Callable, seat: int) -> None:
    rng = np.random.default_rng(seat)
    told = 0
    for state in samples().values():
        other = other_world(state, seat, rng)
        s = other[0]
        s.unit_returned, s.unit_drawn = rng.integers(0, 9, (2, len(s.unit_drawn)))
        s.hand_excluded = rng.integers(0, 2**21, s.hand_excluded.shape)
        assert look(state, seat) == look(other, seat)
        told += look(state, None) != look(other, None)
    assert told > len(samples()) / 2


def swap(row: np.ndarray, a: int, b: int) -> None:
    row[[a, b]] = row[[b, a]]


HIDDEN: dict[str, tuple[Callable[[np.record], None], tuple]] = {
    "strength": (lambda s: swap(s.unit_strength, 0, int(np.flatnonzero(s.unit_strength[:11] == 3)[0])), (None,)),
    "event": (lambda s: swap(s.event_kind, 0, 1), (None,)),
    "card": (lambda s: swap(s.hand_card[1], 0, 3), (None, 1)),
    "marker": (lambda s: (swap(s.marker_place[1], 0, 3), swap(s.marker_order[1], 0, 3)), (None, 1)),
}
"""A change of each hidden thing, and who sees it."""


@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
@pytest.mark.parametrize("hidden", HIDDEN)
def test_who_sees_what(look: Callable, hidden: str) -> None:
    change, seers = HIDDEN[hidden]
    setup = {
        "units": {0: {"w_dig": "PMC2"}, 1: {"e_dig": "PMC2"}},
        "cards": {1: {0: "lunar_mine", 3: "heavy_mcu", 4: "stealth_suits"}},
        "fields": {
            "event_kind": [0, 1, 2, 2, 3, 4],
            "marker_place[1]": [36, -1, -1, 15],
            "marker_order[1]": [0, -1, -1, 1],
        },
        "budget": [0, 5],
    }
    state = build(GAME, setup)
    other = GAME.clone(state)
    change(other[0])
    assert tuple(view for view in (None, 0, 1) if look(state, view) != look(other, view)) == seers


def test_the_end_names_the_winner_and_the_reason() -> None:
    ends = [state for state in samples().values() if GAME.is_over(state)]
    assert ends
    for state in ends:
        for look in LOOKS:
            view = look(state, None)
            assert "victory" in view
            assert GAME.end_reason(state) in view


@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
@pytest.mark.parametrize("view", [-1, 2])
def test_only_seats_that_play_can_look(look: Callable, view: int) -> None:
    with pytest.raises(ValueError, match="seat"):
        look(GAME.new(seed=1), view)


@pytest.mark.slow
def test_offered_areas_are_dotted_for_the_seat_to_move_alone() -> None:
    for state in samples().values():
        legal = GAME.legal(state)
        areas = np.count_nonzero(legal[Action.AREA : Action.CARD])
        cards = np.count_nonzero(legal[Action.CARD :])
        for view in (None, 0, 1):
            dotted = GAME.draw(state, view).count('stroke-dasharray="3 11"')
            assert dotted == (areas + cards if view in (None, state[0].to_move) else 0)


def test_components_are_the_cards_and_an_attempt_uses_one() -> None:
    assert len(GAME.components) == CARDS
    assert GAME.components[9] == "card 9 lunar_mine"
    for state in samples().values():
        s = state[0]
        for action in np.flatnonzero(GAME.legal(state)):
            attempts = s.ctx == Context.UPGRADE and action == Action.CONFIRM
            card = s.hand_card[s.to_move, s.sel_slot] if attempts else -1
            assert GAME.component(state, action) == card


@pytest.mark.slow
@pytest.mark.parametrize("context", ["SETUP_BASE", "ACTIVATE", "GAME_OVER"])
def test_pixels_show_shapes_and_text(context: str) -> None:
    pytest.importorskip("resvg_py")
    picture = GAME.draw(samples()[context])
    pixels = rasterise(picture)
    assert pixels.dtype == np.uint8
    assert pixels.shape == (664, 1200, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100
    mute = rasterise(re.sub(r"<text.*?</text>", "", picture))
    assert (pixels != mute).any(axis=2).sum() > 5000
    np.testing.assert_array_equal(pixels, rasterise(picture))
