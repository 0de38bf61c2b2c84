"""Text view and picture: complete, readable, and silent about what the viewer may not know."""

import re
import sys
import xml.etree.ElementTree as ET
from itertools import product

import numpy as np
import pytest

import lunar_envs
from lunar_envs.api.raster import FONTS, rasterise
from lunar_envs.engine import svg
from lunar_envs.games.lunarchitects.codes import Action, Context, EndScheme, LapScheme
from lunar_envs.games.lunarchitects.tables import tile_name
from tests.pictures import SVG, overlaps, texts_of

GAME = lunar_envs.games["lunarchitects"]
EXPANSIONS = ("none", "achievements", "coffee")
PANEL = "lunarchitects-player-"
HIDDEN = {"expansion": "coffee", "points_visible": False}

SAMPLES = [*product(range(1, 6), EXPANSIONS, (25, 200, None)), *product(range(1, 6), ("none",), (0, 1, 90))]


def play(players, decisions, seed=5, until=None, **options):
    """Random play for a number of decisions, to the end (None), or up to a context."""
    state = GAME.new(players, seed, scheme_setup="random", **options)
    choose = np.random.default_rng(seed)
    taken = 0
    while not GAME.is_over(state) and taken != decisions and state["ctx"][0] != until:
        legal = np.flatnonzero(GAME.legal(state))
        if len(legal) > 1 and legal[0] == Action.END:  # keep turns going, so that pictures are full
            legal = legal[1:] if choose.random() < 0.8 else legal
        GAME.step(state, int(choose.choice(legal)))
        taken += 1
    return state


@pytest.fixture(scope="module", params=SAMPLES, ids=lambda p: f"{p[0]}p-{p[1]}-{p[2] if p[2] is not None else 'end'}")
def state(request):
    players, expansion, decisions = request.param
    return play(players, decisions, expansion=expansion)


def names(state):
    return [tile_name(GAME.tables, tile) for tile in state["base_tile"][state["base_tile"] >= 0]]


@pytest.mark.slow
def test_text_shows_everything_in_100_columns(state):
    text = GAME.show(state)
    assert max(map(len, text.splitlines())) <= 100
    assert text.isascii()
    assert [name for name in names(state) if name not in text] == []
    assert text.count(" points  rockets ") == GAME.num_players(state)
    assert ("Result" in text) == GAME.is_over(state)


def test_picture_is_complete(state):
    root = ET.fromstring(GAME.draw(state))
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert [i for i in ids if i.startswith(PANEL)] == [f"{PANEL}{seat}" for seat in _seats_large_first(state)]
    used = {node.get("href")[1:] for node in root.iter(f"{SVG}use")}
    assert used <= set(ids)
    assert float(root.get("width")) == 1200


def _seats_large_first(state):
    return sorted(range(GAME.num_players(state)), key=lambda seat: (seat != GAME.to_move(state), seat))


def test_no_text_overlaps_another_or_the_edge(state):
    root = ET.fromstring(GAME.draw(state))
    texts = list(texts_of(root))
    width, height = float(root.get("width")), float(root.get("height"))
    assert [t for t in texts if t[0] < 0 or t[1] < 0 or t[2] > width or t[3] > height] == []
    assert overlaps(texts) == []


def test_views_leave_the_state_alone_and_equal_states_look_equal(state):
    before, twin = state.tobytes(), GAME.clone(state)
    for look in (GAME.show, GAME.draw):
        assert look(state, None) == look(twin, None)
    assert state.tobytes() == before


@pytest.mark.parametrize("look", [GAME.show, GAME.draw], ids=["show", "draw"])
@pytest.mark.parametrize("decisions", range(30, 90, 15))
def test_a_view_hides_what_the_seat_may_not_know(look, decisions):
    state = play(3, decisions, **HIDDEN)
    other = GAME.clone(state)
    other["points"][0, 1] += 777
    other["lap_points"][0, 1] += 777
    other["stack"][0, : other["stack_n"][0]] = other["stack"][0, : other["stack_n"][0]][::-1]
    for view in (0, 2):
        assert look(state, view) == look(other, view)
    assert [view for view in (0, 1, 2, None) if str(other["points"][0, 1]) in look(other, view)] == [1, None]


@pytest.mark.parametrize("look", [GAME.show, GAME.draw], ids=["show", "draw"])
def test_the_end_reveals_all_points(look):
    state = play(3, None, **HIDDEN)
    state["points"][0, 1] = 777
    assert all("777" in look(state, view) for view in (0, 1, 2, None))


@pytest.mark.parametrize("look", [GAME.show, GAME.draw], ids=["show", "draw"])
def test_solo_shows_the_band_and_a_cap_its_reason(look):
    state = play(1, None)
    state["points"], state["truncated"] = 40, 1
    view = look(state, None)
    assert "Great: won" in view
    assert "decision cap reached" in view


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("context", [Context.PLACE_TILE, Context.PLACE_DIR], ids=lambda c: c.name)
def test_legal_placements_are_dotted(context, seed):
    state = play(3, None, seed=seed, until=context)
    dotted = GAME.draw(state).count('stroke-dasharray="2 5"')
    assert dotted == _count_placements(state)


def _count_placements(state):
    legal = np.flatnonzero(GAME.legal(state))
    if state["ctx"][0] == Context.PLACE_DIR:
        return len(legal)
    s, t = state[0], GAME.tables[0]
    seat, rail, tube = s.to_move, t.rail[s.taken], t.tube[s.taken]
    own = {(int(s.base_q[seat, i]), int(s.base_r[seat, i])): i for i in range(s.n_tiles[seat])}
    steps = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    manned = [place for place, i in own.items() if s.base_astro[seat, i]]
    hexes = {(q + dq, r + dr) for q, r in manned for dq, dr in steps} - set(own)

    def fits(q, r, flags, wanted, axis):
        found = [flags[s.base_tile[seat, own[q + dq, r + dr]]] for dq, dr in axis if (q + dq, r + dr) in own]
        return bool(found) and all(found) if wanted else not any(found)

    return sum(
        fits(q, r, t.rail, rail, [(-1, 0), (1, 0)]) and fits(q, r, t.tube, tube, [(1, -1), (-1, 1)]) for q, r in hexes
    )


@pytest.mark.parametrize("scheme", [("lap_scheme", s) for s in LapScheme] + [("end_scheme_1", s) for s in EndScheme])
def test_every_scheme_is_named_and_explained_in_2_to_5_words(scheme):
    option, code = scheme
    solo_only = option == "end_scheme_1" and code == EndScheme.SOLO_TAXES
    state = GAME.new(1, 1) if solo_only else GAME.new(3, 1, **{option: code.name.lower()})
    text = GAME.show(state)
    gist = re.search(code.name.replace("_", " ") + r" +(.*)", text).group(1)
    assert 1 <= len(re.findall(r"[A-Za-z]+", gist)) <= 5
    texts = list(texts_of(ET.fromstring(GAME.draw(state))))
    assert overlaps(texts) == []


@pytest.mark.parametrize("look", [GAME.show, GAME.draw], ids=["show", "draw"])
@pytest.mark.parametrize("view", [-1, 3])
def test_only_seats_that_play_can_look(look, view):
    with pytest.raises(ValueError, match="seat"):
        look(GAME.new(3, 1), view)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "decisions"), [(1, 60), (2, None), (3, 120), (4, 0), (5, None)])
def test_pixels_show_shapes_and_text(players, decisions):
    pytest.importorskip("resvg_py")
    picture = GAME.draw(play(players, decisions, expansion="achievements"))
    pixels = rasterise(picture)
    assert pixels.dtype == np.uint8
    assert pixels.shape == (1070 if players > 2 else 790, 1200, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100
    mute = rasterise(re.sub(r"<text.*?</text>", "", picture))
    assert (pixels != mute).any(axis=2).sum() > 5000
    np.testing.assert_array_equal(pixels, rasterise(picture))


def test_width_of_the_pixels():
    pytest.importorskip("resvg_py")
    assert rasterise(svg.document(300, 150, "blank"), width=600).shape == (300, 600, 3)


def test_raster_without_the_extra_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=re.escape('pip install "lunar-envs[render]"')):
        rasterise("<svg/>")


@pytest.mark.parametrize("words", ["Commander's Quarters", "INDEPENDENCE", "0123456789 +-/", "a <b> & c"])
@pytest.mark.parametrize(("bold", "file"), [(False, "DejaVuSans.ttf"), (True, "DejaVuSans-Bold.ttf")])
def test_text_width_is_that_of_the_shipped_font(words, bold, file):
    fonts = pytest.importorskip("PIL.ImageFont")
    true = fonts.truetype(FONTS / file, 100).getlength(words)
    assert 0.97 * true <= svg.text_width(words, 100, bold) <= 1.07 * true


def test_words_from_data_files_are_escaped():
    drawn = ET.fromstring(svg.document(10, 10, "<&", svg.text(0, 0, "a<b&'\"", 5, "#000")))
    assert [node.text for node in drawn] == ["<&", "a<b&'\""]
    assert ET.fromstring(svg.element("g", name="a\"<b&'")).get("name") == "a\"<b&'"
