"""Text view and picture: complete, readable, and silent about what the viewer may not know."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import lunar_envs
from lunar_envs.api.raster import rasterise
from lunar_envs.games.age_of_the_moon.codes import (
    ASSET_TYPES,
    KINDS,
    NONE,
    Action,
    Asset,
    Context,
    Kind,
    Placement,
    Rule,
    Status,
)
from lunar_envs.games.age_of_the_moon.facts import is_connected, is_operated
from tests.pictures import SVG, overlaps, texts_of
from tests.scenarios import write

from .build import build, enrich
from .hidden import scrambled
from .reference import MENUS
from .test_hidden import SILENCES, silent_table

GAME = lunar_envs.games["age_of_the_moon"]
TABLES = GAME.tables[0]
PREFIX = "age-of-the-moon-"
LOOKS = [GAME.show, GAME.draw]
LOOK_NAMES = ["show", "draw"]
GAMES = ((2, 0), (2, 1), (3, 2), (4, 1))
"""Players and seed; seed 0 begins as the rules say, the others with much on the table."""
STEPS, EVERY = 120, 40
HIDDEN_TURN = (*MENUS, Context.STOP_WINDOW)
OPERATED, CONNECTED = 7, 9
"""Columns of the assets block."""


def game(num_players: int, seed: int) -> Iterator[np.ndarray]:
    """States of a random game that starts with much on the table, and goes on for a while."""
    state, rng = GAME.new(num_players=num_players, seed=seed), np.random.default_rng(seed)
    if seed:
        enrich(state, rng)
    for _ in range(STEPS):
        yield state
        if GAME.is_over(state):
            return
        GAME.step(state, int(rng.choice(np.flatnonzero(GAME.legal(state)))))


@cache
def samples() -> dict[str, np.ndarray]:
    """The first state of every decision that comes up, every so many others, and the ends."""
    found: dict[str, np.ndarray] = {"joint end": joint_end(), "cap": capped()}
    for num_players, seed in GAMES:
        for number, state in enumerate(game(num_players, seed)):
            context = GAME.context(state)
            if context not in found or number % EVERY == 0:
                found[context if context not in found else f"{context} {len(found)}"] = GAME.clone(state)
    return found


_seen: dict[tuple, str] = {}


def seen(look: Callable, state: np.ndarray, view: int | None) -> str:
    """A view, made once."""
    key = (look.__name__, state.tobytes(), view)
    if key not in _seen:
        _seen[key] = look(state, view)
    return _seen[key]


def joint_end() -> np.ndarray:
    """Two of three players have won together."""
    return finished(winners=0b011, rank=[1, 1, 3, 0], joint=[1, 1, 0, 0], done=1)


def capped() -> np.ndarray:
    """The round cap was reached."""
    return finished(rank=[2, 1, 2, 0], done=1, truncated=1)


def finished(**fields: Any) -> np.ndarray:
    points = {"points": [211, 222, 233, 0], "ctx": Context.TERMINAL, "to_move": NONE}
    return build(GAME, {"num_players": 3, "fields": points | fields})


def name(code: Any) -> str:
    return code.name.lower().replace("_", " ").replace("h2o", "H2O").replace("stop", "STOP")


def cards(*kinds: Kind) -> list[int]:
    """A hand as counts."""
    return np.bincount(kinds, minlength=KINDS).tolist()


def deployed(s: np.record) -> set[int]:
    """The indices of the assets on the Moon and in orbit."""
    assets = np.ndindex(s.num_players, ASSET_TYPES)
    return {c * ASSET_TYPES + k for c, k in assets if s.asset_status[c, k] == Status.DEPLOYED}


def words_of(view: str) -> str:
    """The words of a view in a row, where a picture sets them on several lines."""
    return " ".join(" ".join(re.findall(r">([^<>]+)</text>", view) or [view]).split())


def missing(state: np.ndarray, view: int | None, look: Callable) -> list[str]:
    """What should be named in a view and is not."""
    s, said = state[0], words_of(seen(look, state, view))
    wanted = [name(kind) for kind in Asset]
    wanted += [name(Kind(k)) for k in np.flatnonzero(s.nego_discard)]
    wanted += [name(Rule(rule)) for rule in Rule if s.rules >> rule & 1]
    for p in range(s.num_players):
        known = s.hand[p] if view in (None, p) else s.known[view, p]
        wanted += [name(Kind(k)) for k in np.flatnonzero(known)] + [f"hand {s.hand[p].sum()}"]
    return [words for words in wanted if words not in said]


# -- complete and readable -----------------------------------------------------------------------------


@pytest.mark.parametrize("view", [None, 0, 1])
def test_text_shows_everything_in_100_columns(view: int | None) -> None:
    assert len({words.split()[0] for words in samples()}) > 20
    for state in samples().values():
        text = seen(GAME.show, state, view)
        assert max(map(len, text.splitlines())) <= 100
        assert text.isascii()
        assert "{" not in text
        assert missing(state, view, GAME.show) == []
        assert len(re.findall(r"^[> ] \w+ \(seat \d\)   ICP", text, re.MULTILINE)) == GAME.num_players(state)


@pytest.mark.slow
@pytest.mark.parametrize("view", [None, 0, 1])
def test_picture_is_complete_and_can_be_read(view: int | None) -> None:
    for state in samples().values():
        picture = seen(GAME.draw, state, view)
        root = ET.fromstring(picture)
        ids = [node.get("id") for node in root.iter() if node.get("id")]
        assert len(ids) == len(set(ids))
        assert sum(i.startswith(f"{PREFIX}player-") for i in ids) == GAME.num_players(state)
        assert {int(i.rsplit("-", 1)[1]) for i in ids if i.startswith(f"{PREFIX}token-")} == deployed(state[0])
        assert {node.get("href")[1:] for node in root.iter(f"{SVG}use")} <= set(ids)
        assert missing(state, view, GAME.draw) == []
        check_texts(root)


def check_texts(root: ET.Element) -> None:
    """No text overlaps another or the edge, and none is tiny."""
    texts = list(texts_of(root))
    width, height = float(root.get("width")), float(root.get("height"))
    assert width == 1200
    assert [t for t in texts if t[0] < 0 or t[1] < 0 or t[2] > width or t[3] > height] == []
    assert overlaps(texts) == []
    assert [t[4] for t in texts if t[3] - t[1] < 0.73 * 8] == []


def test_both_views_say_the_same_about_the_decision() -> None:
    for state in samples().values():
        for view in (None, 0, 1):
            said = re.search(r"(?:decides|You wait|Game over): (.*)", seen(GAME.show, state, view)).group(1)
            if GAME.is_over(state):
                assert GAME.end_reason(state) in said
            else:
                assert f"{said}</text>" in seen(GAME.draw, state, view)


def test_networks_and_operation_are_those_of_the_observation() -> None:
    """The views work out in plain Python what compiled code works out for the encoder."""
    for state in samples().values():
        s = state[0]
        rows = GAME.blocks(GAME.observe(state, 0))["assets"]
        for c, k in np.ndindex(s.num_players, ASSET_TYPES):
            if s.asset_status[c, k] == Status.DEPLOYED:
                encoded = rows[c * ASSET_TYPES + k, [OPERATED, CONNECTED]].astype(bool)
                assert (is_operated(s, TABLES, (c, k)), is_connected(s, TABLES, (c, k))) == tuple(encoded)


def test_views_leave_the_state_alone_and_equal_states_look_equal() -> None:
    for state in samples().values():
        before, twin = state.tobytes(), GAME.clone(state)
        for look in LOOKS:
            assert look(twin, None) == seen(look, state, None)
        assert state.tobytes() == before


@pytest.mark.parametrize("context", [c for c in Context if c != Context.TERMINAL], ids=lambda c: c.name)
def test_every_decision_is_put_into_words(context: Context) -> None:
    """The header says who decides what, in the same words in both views."""
    state = talk({"ctx": context, "to_move": 2})
    said = re.search(r"Ecoharmonist \(seat 2\) decides: (.*)", GAME.show(state)).group(1)
    assert "{" not in said
    assert f">Ecoharmonist: {said}</text>" in seen(GAME.draw, state, None)
    check_texts(ET.fromstring(seen(GAME.draw, state, None)))


def talk(fields: dict[str, Any], **setup: Any) -> np.ndarray:
    """Four seats in the middle of a negotiation with something of everything."""
    deal = [[0, 1, 0, 1, 3], [1, 0, 1, 0, 2], [1, 2, 2, 25, 1], [0, 1, 3, 6, 1], [2, 0, 4, 0, 1], [2, 1, 6, 0, 1]]
    middle = {
        "hex_share[12]": 3,
        "ng_kind": Kind.FREE_NEGOTIATION,
        "ng_by": 0,
        "ng_target": 1,
        "ng_editor": 0,
        "ng_invited": 6,
        "ng_pending": 4,
        "ng_accepted": 2,
        "ng_yes": 1,
        "deal": deal,
        "deal_n": 6,
        "draft": [0, 1, 0, 1],
        "cur_event": 3,
        "ev_pending": 12,
        "pay_left": 2,
        "launch_rocket": 15,
        "launch_left": 3,
        "sel_asset": 4,
        "ng_asset": 7,
        "ng_hex": 6,
        "op_pending_hex": 7,
        "consent_mask": 2,
        "joint": [1, 1, 0, 0],
        "pledge_n": [1, 0],
        "pledge[0][0]": [0, 1, 2, 4],
        "event_place[9]": 1,
    }
    assets = {0: ["prospecting_rover@6", "ice_mine@12 paid", "habitat@11"], 1: ["lunar_hotel@12", "solar_array@35"]}
    agreements = [
        {"kind": "EXCHANGE", "members": [0, 1], "by": 0, "target": 1, "a": 1, "b": 2, "amt": 3},
        {"kind": "REGION", "members": [0, 1], "by": 0, "target": 1, "hex": 12},
        {"kind": "JV", "members": [0, 1, 2, 3], "by": 0, "target": 1, "asset": 23, "a": 1},
        {"kind": "EMBARGO", "members": [], "by": 0, "target": 3},
        {"kind": "TENSION", "members": [], "by": 1, "target": 2, "amt": 2, "round": 3},
        {"kind": "TREATY", "members": [0, 2, 3], "by": 0},
    ]
    return build(
        GAME,
        {
            "num_players": 4,
            "res": [[1, 2, 3, 4], [4, 3, 2, 1], [2, 2, 2, 2], [0, 0, 0, 1]],
            "icp": [-9, 3, 3, 10],
            "hands": {0: ["free_negotiation", "stop"], 1: ["empty_card"], 2: ["stop", "resource_steal"]},
            "assets": assets,
            "rockets": {0: ["reusable flown", "light"], 3: ["heavy"]},
            "ongoing": ["export_controls", "lunar_accords"],
            "agreements": agreements,
            "rules_in_force": ["austerity", "open_regions"],
            **setup,
            "fields": middle | fields,
        },
    )


# -- whatever changes can be seen ----------------------------------------------------------------------

PUBLIC: list[tuple[str, Any]] = [
    ("opt_pro", 1), ("opt_empty", 3), ("opt_stop_pen", 2), ("round", 5), ("phase", 4), ("start", 3), ("cur", 2),
    ("pass_count", 2), ("turn_acted", 1), ("nego_count", 7), ("die_last", 4), ("quarter_last", 2), ("cur_event", 4),
    ("supply[2]", 11), ("faction", [1, 2, 3, 0]), ("res[1][3]", 9), ("icp[2]", -4), ("open_priv[1]", 1),
    ("free_reuse[1]", 1), ("jammed[2]", 1), ("tried[3]", 2), ("refill_plus[1]", 1), ("nego_deck_n", 3),
    ("nego_discard[5]", 1), ("event_deck_n", 9), ("event_place[8]", 1), ("event_place[20]", 2), ("no_surface", 1),
    ("rideshare", 1), ("rules", 1 << Rule.SAFE_LANDING_STANDARD), ("rocket_pile_n", 2), ("rocket_loc[0]", 2),
    ("rocket_flown[0]", 1), ("rocket_reused[0]", 1), ("asset_status[3][2]", Status.EARTH),
    ("asset_status[3][2]", Status.DEPLOYED), ("asset_owner[1][11]", 3), ("asset_hex[0][4]", 9),
    ("asset_blocked[1][11]", 1), ("op_paid[0][7]", 0), ("co_mask[0][7]", 4), ("hex_share[20]", 5), ("ag_kind[0]", 8),
    ("ag_members[5]", 5), ("ag_a[0]", 3), ("ag_b[0]", 3), ("ag_amt[0]", 1), ("ag_hex[1]", 8), ("ag_asset[2]", 5),
    ("ag_a[2]", 2), ("ag_target[3]", 1), ("ag_amt[4]", 1), ("ag_round[4]", 2), ("ag_used[0]", 1), ("joint[2]", 2),
    ("pledge[0][0]", [1, 0, 3, 2]), ("launch_rocket", 0), ("launch_left", 1), ("sel_asset", 30), ("ng_kind", 4),
    ("ng_by", 3), ("ng_target", 2), ("ng_editor", 1), ("ng_counters", 1), ("ng_steps", 7), ("ng_invited", 2),
    ("ng_pending", 8), ("ng_accepted", 4), ("ng_yes", 8), ("ng_targets", 8), ("ng_a", 2), ("ng_b", 1), ("ng_hex", 5),
    ("ng_asset", 9), ("ng_rule", 6), ("deal[0]", [0, 1, 0, 1, 2]), ("deal_n", 4), ("draft", [1, 0, 1, 0]),
    ("ev_pending", 4), ("op_pending_hex", 30), ("consent_mask", 4), ("pay_left", 1),
]  # fmt: skip


@cache
def vote() -> np.ndarray:
    """A table where seat 0 votes."""
    return talk({"ctx": Context.VOTE, "to_move": 0, "co_kind[0][7]": 1})


@pytest.mark.slow
@pytest.mark.parametrize(("path", "value"), PUBLIC, ids=[f"{path}={value}" for path, value in PUBLIC])
def test_whatever_changes_can_be_seen(path: str, value: Any) -> None:
    """Each public field is shown to a seat that waits: another value gives another view."""
    other = GAME.clone(vote())
    write(other, path, value)
    assert other.tobytes() != vote().tobytes()
    for look in LOOKS:
        assert look(other, 3) != seen(look, vote(), 3)


# -- hidden information --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_view_hides_what_the_seat_may_not_know(look: Callable, seat: int) -> None:
    """Other hands beyond what is known, decks, knowledge of others, random state, who kept a STOP."""
    told = 0
    for state in samples().values():
        other = scrambled(state, seat)
        assert look(other, seat) == seen(look, state, seat)
        told += look(other, None) != seen(look, state, None)
    assert told > len(samples()) // 2


@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
@pytest.mark.parametrize("context", HIDDEN_TURN)
def test_who_may_act_does_not_show(look: Callable, context: Context) -> None:
    """In menus and in the STOP window it is all the same to the others whose turn it is."""
    setups = []
    for actor, passes in ((0, 0), (1, 2)):
        turn = {"cur": actor, "pass_count": passes, "turn_acted": actor, "decisions": 40 + actor}
        window = {"ng_pending": 1 << actor, "ng_stop_pending": 1 << actor, "ng_held_stop": 4 * actor}
        turn |= window if context == Context.STOP_WINDOW else {}
        setups.append(talk({"ctx": context, "to_move": actor} | turn))
    for view in (2, 3):
        assert look(setups[0], view) == look(setups[1], view)
    for view in (None, 0, 1):
        assert look(setups[0], view) != look(setups[1], view)


@pytest.mark.parametrize("case", SILENCES)
def test_silence_leaks_nothing(case: str) -> None:
    """Seat 1 is asked or not, by the card it holds; once it has passed, no other seat can tell."""
    setup, actions = SILENCES[case]
    views = []
    for card in ("stop", "exchange_resources" if case == "stop" else "resource_steal"):
        state = build(GAME, silent_table(card) | setup | {"options": {"ask_idle": 0}})
        for action in actions:
            GAME.step(state, GAME.action_id(action))
        views.append([look(state, 0) for look in LOOKS])
        if GAME.to_move(state) == 1:
            GAME.step(state, Action.PASS)
        views[-1] += [look(state, 2) for look in LOOKS]
    assert views[0] == views[1]


HIDDEN = {
    "hand": ({"hand[1]": cards(Kind.STOP)}, (None, 1)),
    "knowledge": ({"known[0][1][20]": 1}, (None, 0)),
    "negotiation deck": ({"nego_deck": list(range(20, -1, -1)) + [0] * 11}, (None,)),
    "event deck": ({"event_deck": list(range(38))}, (None,)),
    "rocket pile": ({"rocket_pile": list(range(15, -1, -1))}, (None,)),
    "script": ({"script_n": 1}, ()),
}


@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
@pytest.mark.parametrize("hidden", HIDDEN)
def test_who_sees_what(look: Callable, hidden: str) -> None:
    """Each hidden thing on its own: who sees it change."""
    changes, seers = HIDDEN[hidden]
    other = GAME.clone(vote())
    for path, value in changes.items():
        write(other, path, value)
    assert tuple(view for view in (None, *range(4)) if look(other, view) != seen(look, vote(), view)) == seers


@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
def test_known_cards_are_named(look: Callable) -> None:
    state = talk({"ctx": Context.VOTE, "to_move": 0, "known[3][2][9]": 1})
    said = words_of(look(state, 3))
    assert "resource steal 1 unknown" in said
    assert "STOP" not in said
    assert "resource steal" not in words_of(look(state, 0))


# -- the end, marks, pixels ----------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
def test_the_end_names_winners_ranks_and_scores(look: Callable) -> None:
    said = words_of(look(joint_end(), 0))
    assert "Entrepreneur and Diplomat win" in said
    assert all(words in said for words in ("a joint victory", "rank 3", "score 211", "score 222", "score 233"))
    assert "nobody wins" in words_of(look(capped(), 0))


@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
@pytest.mark.parametrize("view", [-1, 3])
def test_only_seats_that_play_can_look(look: Callable, view: int) -> None:
    with pytest.raises(ValueError, match="seat"):
        look(GAME.new(num_players=3, seed=1), view)


def test_choices_are_dotted_for_the_seat_to_move_alone() -> None:
    """Hexes, rockets on sale, and assets, which have a card and where they are deployed a token."""
    for state in samples().values():
        s, legal = state[0], GAME.legal(state)
        assets = [a - Action.PICK_ASSET for a in range(Action.PICK_ASSET, Action.PICK_HEX) if legal[a]]
        keys = [((s.to_move + i // ASSET_TYPES) % s.num_players, i % ASSET_TYPES) for i in assets]
        marked = [key for key in keys if key[0] * ASSET_TYPES + key[1] not in (s.sel_asset, s.ng_asset)]
        market = [s.rocket_kind[i] for i in np.flatnonzero(s.rocket_loc == -1)]
        due = np.count_nonzero(legal[Action.PICK_HEX :]) + len(marked)
        due += sum(int(legal[Action.PICK_ROCKET + kind]) for kind in market)
        tokens = sum(s.asset_status[key] == Status.DEPLOYED for key in marked)
        for view in (None, 0, 1):
            picture = seen(GAME.draw, state, view)
            mine = view in (None, s.to_move)
            key = 1  # the sign in the key of the picture
            assert picture.count('stroke-dasharray="0.1 4.2"') == key + due * mine
            assert picture.count('stroke-dasharray="0.02 0.33"') == tokens * mine


def test_orbital_assets_are_in_orbit_and_others_on_their_hex() -> None:
    """A token in orbit is a circle; on the Moon it is a hexagon."""
    for state in samples().values():
        root = ET.fromstring(seen(GAME.draw, state, None))
        for index in deployed(state[0]):
            group = next(node for node in root.iter() if node.get("id") == f"{PREFIX}token-{index}")
            orbital = TABLES.placement[index % ASSET_TYPES] == Placement.ORBITAL
            assert group[0][0].tag == f"{SVG}{'circle' if orbital else 'polygon'}"


@pytest.mark.slow
@pytest.mark.parametrize("context", ["NEGO_MENU", "DEAL_MENU", "cap"])
def test_pixels_show_shapes_and_text(context: str) -> None:
    pytest.importorskip("resvg_py")
    picture = GAME.draw(samples()[context])
    pixels = rasterise(picture)
    assert pixels.dtype == np.uint8
    assert pixels.shape[1:] == (1200, 3)
    assert len(np.unique(pixels.reshape(-1, 3)[::7], axis=0)) > 100
    mute = rasterise(re.sub(r"<text.*?</text>", "", picture))
    assert (pixels != mute).any(axis=2).sum() > 5000
    np.testing.assert_array_equal(pixels, rasterise(picture))
