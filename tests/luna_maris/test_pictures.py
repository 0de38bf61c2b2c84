"""Text view and picture: complete, readable, and silent about what nobody may know."""

import re
import xml.etree.ElementTree as ET
from itertools import product

import numpy as np
import pytest

import lunar_envs
from lunar_envs.api.raster import rasterise
from lunar_envs.games.luna_maris.codes import Action, Card, Context, Food
from lunar_envs.games.luna_maris.tables import read_name
from tests.pictures import SVG, overlaps, texts_of

from .build import build, enrich

GAME = lunar_envs.games["luna_maris"]
TABLES = GAME.tables[0]
PANEL = "luna-maris-player-"
LOOKS = {"show": GAME.show, "draw": GAME.draw}
HEIGHTS = {1: 886, 2: 886, 3: 1018, 4: 1018}
DOTS = 'stroke-dasharray="2 4"'

SAMPLES = [*product(range(1, 5), (0, 3, 40, 120, None)), *product((1, 2), (10, 80)), (3, 200), (4, 250)]


def play(players, decisions, seed=5, until=None, **options):
    """Random play for a number of decisions, to the end (None), or up to a context."""
    state = GAME.new(players, seed, **options)
    choose = np.random.default_rng(seed)
    taken = 0
    while not GAME.is_over(state) and taken != decisions and state["ctx"][0] != until:
        legal = np.flatnonzero(GAME.legal(state))
        if legal[0] == Action.END_SHIFT and choose.random() < 0.9:  # keep shifts going, so that pictures are full
            legal = legal[1:]
        GAME.step(state, int(choose.choice(legal)))
        taken += 1
    return state


def rich(players, seed):
    """A state with much in every place."""
    state = build(GAME, {"base": players, "seed": seed})
    for _ in range(2):
        enrich(state, np.random.default_rng(seed))
    state["vp"] += 100
    return state


@pytest.fixture(scope="module", params=SAMPLES, ids=lambda p: f"{p[0]}p-{p[1] if p[1] is not None else 'end'}")
def state(request):
    return play(*request.param)


@pytest.fixture(params=product(range(1, 5), range(3)), ids=lambda p: f"{p[0]}p-{p[1]}")
def full_state(request):
    return rich(*request.param)


def check_texts(picture):
    """No text overlaps another or the edge."""
    root = ET.fromstring(picture)
    texts = list(texts_of(root))
    width, height = float(root.get("width")), float(root.get("height"))
    assert [t for t in texts if t[0] < 0 or t[1] < 0 or t[2] > width or t[3] > height] == []
    assert overlaps(texts) == []


def names(state):
    """What must be named in both views: scientists of the seats and on display, tools, rooms, food on display."""
    s = state[0]
    cards = [*s.hire[s.hire >= 0], *np.flatnonzero((s.sci != Card.AWAY).any(axis=0))]
    tools = [*s.tool[s.tool >= 0], *np.flatnonzero(s.tools_offer)]
    kinds = TABLES.food_kind[s.food_open[s.food_open >= 0]]
    rows = [*TABLES.room_name, *TABLES.scientist_name[cards], *TABLES.tool_name[tools], *TABLES.food_name[kinds]]
    return [read_name(row).replace("_", " ") for row in rows]


def missing(state, view):
    """The names that are not in ``view``, where a picture may set their words on several lines."""
    lines = "\n".join(re.findall(r">([^<>]+)</text>", view) or [view]).lower()
    return [name for name in names(state) if name not in lines and name.replace(" ", "\n") not in lines]


@pytest.mark.slow
def test_text_shows_everything_in_100_columns(state):
    text = GAME.show(state)
    assert max(map(len, text.splitlines())) <= 100
    assert text.isascii()
    assert missing(state, text) == []
    assert len(re.findall(r"^[> ] \w+ \(seat \d\)   \d+ VP", text, re.MULTILINE)) == state["seats"][0]
    assert ("Result" in text) == GAME.is_over(state)
    assert ("Tools on offer" in text) == (state["round"][0] == 0)


def test_picture_is_complete(state):
    picture = GAME.draw(state)
    root = ET.fromstring(picture)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert [i for i in ids if i.startswith(PANEL)] == [f"{PANEL}{seat}" for seat in range(state["seats"][0])]
    assert {node.get("href")[1:] for node in root.iter(f"{SVG}use")} <= set(ids)
    assert (float(root.get("width")), float(root.get("height"))) == (1200, HEIGHTS[GAME.num_players(state)])
    assert missing(state, picture) == []
    assert ("Final result" in picture) == GAME.is_over(state)
    assert ("Tools on offer" in picture) == (state["round"][0] == 0)


def test_no_text_overlaps_another_or_the_edge(state):
    check_texts(GAME.draw(state))


def test_full_boards_are_readable(full_state):
    check_texts(GAME.draw(full_state))
    assert missing(full_state, GAME.draw(full_state)) == []
    assert max(map(len, GAME.show(full_state).splitlines())) <= 100


@pytest.mark.parametrize("context", [c for c in Context if c != Context.OVER], ids=lambda c: c.name)
def test_every_decision_is_put_into_words(context):
    """The header says who decides what, in the same words in both views."""
    state = rich(3, 1)
    s = state[0]
    s.to_move, s.ctx, s.cur_sci, s.sci[2, 2], s.pend_action, s.resume_ctx = (
        2,
        context,
        2,
        Card.PLAYED,
        Action.EXTRACT,
        2,
    )
    said = re.search(r"Yellow \(seat 2\) decides: (.*)", GAME.show(state)).group(1)
    assert re.search(f">Yellow: {re.escape(said)}<", GAME.draw(state))
    assert "{" not in said
    check_texts(GAME.draw(state))


def test_views_leave_the_state_alone_and_equal_states_look_equal(state):
    before, twin = state.tobytes(), GAME.clone(state)
    for look in LOOKS.values():
        assert look(state, None) == look(twin, None)
    assert state.tobytes() == before


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize(("players", "decisions"), [(1, 5), (1, 40), (2, 60), (3, 2), (4, 150)])
def test_no_view_shows_what_nobody_may_know(look, players, decisions):
    state = play(players, decisions, solo_level="intermediate")
    other = hide_otherwise(state)
    assert other.tobytes() != state.tobytes()
    assert {look(s, view) for s in (state, other) for view in (None, *range(players))} == {look(state, None)}


def hide_otherwise(state):
    """The same game with other decks, covered demand tiles and automaton cards."""
    other = GAME.clone(state)
    s = other[0]
    for deck in ("l2", "food"):
        s[f"{deck}_deck"][: s[f"{deck}_n"]] = s[f"{deck}_deck"][: s[f"{deck}_n"]][::-1]
    for kind, count in enumerate(s.dem_n):
        open_tile = s.dem_stack[kind, 0]
        free = [tile for tile in range(10 * kind, 10 * kind + 10) if s.dem_owner[tile] < 0 and tile != open_tile]
        s.dem_stack[kind, 1:count] = free[::-1][: max(0, count - 1)]
    if s.solo:
        s.automaton_cards[s["round"] :] = (s.automaton_cards[s["round"] :] + 1) % 12
    return other


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize(
    ("field", "index", "value"),
    [
        ("vp", 1, 77),
        ("energy", 1, 6),
        ("water", 1, 4),
        ("helium", 1, 3),
        ("waste", 1, 7),
        ("belt", (1, 1, 1), 3),
        ("o2_used", 1, 4),
        ("stress", 1, 9),
        ("probes_left", 1, 1),
        ("co2", 1, 6),
        ("discs", 1, 1),
        ("research", (1, 1), 2),
        ("depot", (1, 2), 1),
        ("sci", (1, 3), Card.PILE),
        ("sci", (1, 20), Card.HAND),
        ("food_loc", 31, 1),
        ("dem_owner", 27, 1),
        ("tool", 1, 4),
        ("at", 1, 6),
        ("slot", 7, 1),
        ("site", 10, 1),
        ("imp_owner", 3, 1),
        ("rb_owner", 5, 1),
        ("next_order", 0, 1),
        ("order", 0, 1),
        ("hire", 1, 17),
        ("l2_n", None, 3),
        ("food_open", 2, 30),
        ("food_n", None, 2),
        ("dem_stack", (1, 0), 19),
        ("dem_n", 1, 1),
        ("clean_log", (0, 1, 0), 4),
        ("variant", None, 1),
        ("ended", 1, 1),
        ("round", None, 4),
    ],
)
def test_whatever_changes_can_be_seen(look, field, index, value):
    """Each public field is shown: another value gives another view."""
    state = build(GAME, {"base": 2})
    other = GAME.clone(state)
    if field == "imp_owner":
        other["adv_offer"][0, index] = -1
    place = 0 if index is None else (0, *np.atleast_1d(index))
    assert other[field][place] != value
    other[field][place] = value
    assert look(other, None) != look(state, None)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_discarded_food_is_counted(look):
    state = build(GAME, {"base": 2, "discard": [1, 2, 3]})
    assert len(np.flatnonzero(state["food_loc"][0] == Food.DISCARD)) == 3
    view = look(state, None)
    assert "used 3" in view or "used potato 1 + 1 energy, potato 2, potato 2" in view


def test_legal_choices_have_dots():
    """Rooms, sites, open cards and the scientists of the seat to move."""
    for seed in range(6):
        for context, kind, count in ((Context.MOVE, Action.MODULE, 10), (Context.TURN, Action.SCIENTIST, 22)):
            state = play(3, None, seed=seed, until=context)
            legal = GAME.legal(state)[kind : kind + count].sum()
            assert GAME.draw(state).count(DOTS) == legal > 0


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_end_shows_parts_and_ranks(look):
    state = play(3, None)
    state["final_parts"][0, :3] = [[31, 32, 33, 34, -35], [41, 42, 43, 44, -45], [51, 52, 53, 54, -55]]
    state["vp"], state["truncated"] = 777, 1
    view = look(state, None)
    assert [n for row in state["final_parts"][0, :3] for n in row if str(n) not in view] == []
    assert "777" in view
    assert "decision cap reached" in view


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_solo_names_the_next_action_of_the_automaton(look):
    state = build(GAME, {"base": 1, "fields": {"automaton_cards[0]": 6, "automaton_cards[1]": 1, "automaton_step": 1}})
    later = GAME.clone(state)
    later["automaton_step"] = 2
    for view in (look(state, None), look(later, None)):
        assert all(words in view for words in ("Automaton", "lab extraction", "power", "card B", "G"))
    assert look(state, None) != look(later, None)
    assert "[next: lab extraction]" in GAME.show(state)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("view", [-1, 3])
def test_only_seats_that_play_can_look(look, view):
    with pytest.raises(ValueError, match="seat"):
        look(GAME.new(3, 1), view)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "decisions"), [(1, 60), (2, None), (3, 120), (4, 0)])
def test_pixels_show_shapes_and_text(players, decisions):
    pytest.importorskip("resvg_py")
    picture = GAME.draw(play(players, decisions))
    pixels = rasterise(picture)
    assert pixels.dtype == np.uint8
    assert pixels.shape == (HEIGHTS[players], 1200, 3)
    assert len(np.unique(pixels.reshape(-1, 3)[::7], axis=0)) > 100
    mute = rasterise(re.sub(r"<text.*?</text>", "", picture))
    assert (pixels != mute).any(axis=2).sum() > 5000
    np.testing.assert_array_equal(pixels, rasterise(picture))
