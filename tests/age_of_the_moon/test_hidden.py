"""What a seat cannot know (R106, R107): the hands of others beyond what it was shown, the decks, and who was asked."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

import lunar_envs
from lunar_envs.contract import ContractError, check_game
from lunar_envs.engine import kernels, record
from lunar_envs.games.age_of_the_moon.codes import KINDS, Action, Context, Kind, Place
from tests.chances import assert_drawn_from

from .build import build, enrich
from .hidden import scrambled
from .reference import MENUS

GAME = lunar_envs.games["age_of_the_moon"]
HIDDEN_TURN = (*MENUS, Context.STOP_WINDOW)
DRAWS = 20_000
DETERMINIZED = {"rng", "hand", "known", "nego_deck", "event_deck", "rocket_pile", "ng_held_stop"}


def played(decisions: int, num_players: int = 4, seed: int = 4, **options: Any) -> Iterator[np.ndarray]:
    """The states of the beginning of a random game with much in it."""
    state = GAME.new(num_players=num_players, seed=seed, **options)
    rng = np.random.default_rng(seed)
    enrich(state, rng)
    for _ in range(decisions):
        if GAME.is_over(state):
            return
        yield state
        GAME.step(state, int(rng.choice(np.flatnonzero(GAME.legal(state)))))


# -- nothing shows -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_hands_and_decks_do_not_show(num_players: int) -> None:
    """Bit for bit, at every decision."""
    for state in played(60, num_players):
        for seat in range(num_players):
            other = scrambled(state, seat)
            np.testing.assert_array_equal(GAME.observe(other, seat), GAME.observe(state, seat))
            if seat == GAME.to_move(state):
                np.testing.assert_array_equal(GAME.legal(other), GAME.legal(state))


@pytest.mark.parametrize("ctx", HIDDEN_TURN)
def test_who_may_act_does_not_show(ctx: Context) -> None:
    """In menus and in the STOP window it is all the same to the others whose turn it is."""
    menu = Context.NEGO_MENU if ctx == Context.STOP_WINDOW else ctx
    state = build(GAME, silent_table("stop") | {"ctx": menu.name})
    if ctx == Context.STOP_WINDOW:
        for action in SILENCES["stop"][1]:
            GAME.step(state, GAME.action_id(action))
    s = state[0]
    assert s.ctx == ctx
    for seat, actor in product(range(s.num_players), repeat=2):
        if seat not in (s.to_move, actor):
            np.testing.assert_array_equal(GAME.observe(with_actor(state, actor), seat), GAME.observe(state, seat))


def with_actor(state: np.ndarray, actor: int) -> np.ndarray:
    """The same table, if ``actor`` were the one who is asked."""
    other = GAME.clone(state)
    o = other[0]
    o.to_move = actor
    if o.ctx == Context.STOP_WINDOW:
        o.ng_stop_pending = 1 << actor
        o.ng_pending = 1 << actor
    else:
        o.cur = actor
        o.pass_count = 0 if o.pass_count else 1
        o.turn_acted = 1 - o.turn_acted
    return other


SILENCES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "menu": ({}, ["PASS"]),
    "purchase": ({"ctx": "BUY_MENU", "fields": {"open_priv": [0, 1, 1]}}, ["PASS"]),
    "launch": ({"ctx": "LAUNCH_MENU", "fields": {"open_priv": [0, 1, 1]}}, ["PASS"]),
    "operation": ({"ctx": "OPERATE_MENU", "fields": {"open_priv": [0, 1, 1]}}, ["PASS"]),
    "stop": ({}, ["PICK_CARD(resource_steal)", "PICK_PLAYER(1)"]),
}
"""What is on the table, and what seat 0 does before seat 1 says nothing."""


@pytest.mark.parametrize("ask_idle", [0, 1, 2])
@pytest.mark.parametrize("case", SILENCES)
def test_silence_leaks_nothing(case: str, ask_idle: int) -> None:
    """Seat 1 could act or could not: neither the waiting seat 0 nor seat 2, asked after it, can tell."""
    setup, actions = SILENCES[case]
    held = ("stop", "exchange_resources" if case == "stop" else "resource_steal")
    waiting, asked = [], []
    for card in held:
        state = build(GAME, silent_table(card) | setup | {"options": {"ask_idle": ask_idle}})
        for action in actions:
            GAME.step(state, GAME.action_id(action))
        waiting.append(GAME.observe(state, 0))
        if GAME.to_move(state) == 1:
            GAME.step(state, Action.PASS)
        assert GAME.to_move(state) == 2
        asked.append(GAME.observe(state, 2))
    np.testing.assert_array_equal(*waiting)
    np.testing.assert_array_equal(*asked)


def silent_table(card: str) -> dict[str, Any]:
    """Three seats; 0 and 2 could play something, 1 holds one card that they do not know."""
    return {
        "num_players": 3,
        "res": [[1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]],
        "assets": {0: ["ice_mine@5"]},
        "hands": {0: ["resource_steal"], 1: [card], 2: ["stop", "asset_destruction"]},
    }


# -- determinize ---------------------------------------------------------------------------------------


def small_world() -> np.ndarray:
    """Seat 0 knows a STOP in hand 1; unseen are one more card there, one in hand 2 and two in the deck.

    Two events and two rockets of the pile have an unknown order, too; everything else lies open.
    """
    state = build(GAME, {"num_players": 3, "hands": {1: ["stop", "resource_steal"], 2: ["exchange_resources"]}})
    s = state[0]
    left = np.bincount(s.nego_deck[: s.nego_deck_n], minlength=KINDS)
    deck = [Kind.EXCHANGE_RESOURCES, Kind.STOP]
    left[deck] -= 1
    s.nego_discard = left
    s.nego_deck_n = len(deck)
    s.nego_deck[: len(deck)] = deck
    s.known[0, 1, Kind.STOP] = 1
    s.event_place[s.event_deck[: s.event_deck_n - 2]] = Place.DISCARD
    s.event_deck[:2] = s.event_deck[s.event_deck_n - 2 : s.event_deck_n]
    s.event_deck_n = 2
    s.rocket_known_n = s.rocket_pile_n - 2
    return state


def world(state: np.ndarray) -> tuple:
    """What seat 0 cannot know."""
    s = state[0]
    hands = (tuple(np.repeat(np.arange(KINDS), s.hand[p]).tolist()) for p in (1, 2))
    deck = tuple(s.nego_deck[: s.nego_deck_n].tolist())
    return (*hands, deck, tuple(s.event_deck[:2].tolist()), tuple(s.rocket_pile[: s.rocket_pile_n].tolist()))


def all_worlds(state: np.ndarray) -> Counter[tuple]:
    """All worlds that agree with what seat 0 knows, with the number of ways in which the cards can lie so."""
    s = state[0]
    unseen = [Kind.RESOURCE_STEAL, Kind.EXCHANGE_RESOURCES, Kind.EXCHANGE_RESOURCES, Kind.STOP]
    pile = tuple(s.rocket_pile[: s.rocket_pile_n].tolist())
    worlds: Counter[tuple] = Counter()
    for cards, events, rockets in product(
        permutations(map(int, unseen)), permutations(s.event_deck[:2].tolist()), permutations(pile[-2:])
    ):
        first, second, *deck = cards
        hands = tuple(sorted((int(Kind.STOP), first))), (second,)
        worlds[(*hands, tuple(deck), events, pile[:-2] + rockets)] += 1
    return worlds


@pytest.mark.slow
def test_all_worlds_are_drawn_as_often_as_they_should() -> None:
    """Exactly the possible worlds, each in proportion to its weight."""
    state = small_world()
    weights = all_worlds(state)
    found = Counter(world(GAME.determinize(state, 0, seed)) for seed in range(DRAWS))
    assert set(found) == set(weights)
    assert_drawn_from(found, {world: Fraction(weight, weights.total()) for world, weight in weights.items()})


def test_only_what_is_hidden_is_drawn_anew() -> None:
    """And known cards stay."""
    for state in played(60, 3):
        seat = GAME.to_move(state)
        drawn = GAME.determinize(state, seat, 9)
        assert set(record.difference(state, drawn)) <= DETERMINIZED
        assert (drawn[0].hand.sum(axis=1) == state[0].hand.sum(axis=1)).all()
        assert (drawn[0].hand >= state[0].known[seat]).all()
        np.testing.assert_array_equal(drawn[0].hand[seat], state[0].hand[seat])
        np.testing.assert_array_equal(drawn[0].known[seat], state[0].known[seat])


def test_a_draw_does_not_depend_on_the_true_world() -> None:
    """Where it could, it would leak."""
    for state in played(60, 3):
        seat = GAME.to_move(state)
        other = scrambled(state, seat)
        other["script"] = state["script"]
        other["script_n"] = state["script_n"]
        drawn, drawn_too = (GAME.determinize(each, seat, 5) for each in (state, other))
        assert not record.difference(drawn, drawn_too)


@pytest.mark.parametrize("held", [True, False])
def test_who_passed_with_a_stop_follows_the_drawn_hands(held: bool) -> None:
    """``ng_held_stop`` is what the drawn hand says, for a seat that passed before the one who is asked now."""
    setup = {
        "num_players": 4,
        "res": [[0, 0, 0, 0], [1, 0, 0, 0]],
        "hands": {0: ["resource_steal"], 1: ["stop" if held else "exchange_resources"], 2: ["stop"], 3: ["stop"]},
    }
    state = build(GAME, setup)
    for action in ("PICK_CARD(resource_steal)", "PASS"):
        GAME.step(state, GAME.action_id(action))
    assert state[0].ng_held_stop == (1 << 1 if held else 0)
    drawn = [GAME.determinize(state, 0, seed)[0] for seed in range(60)]
    holding = [bool(d.hand[1, Kind.STOP]) for d in drawn]
    assert [bool(d.ng_held_stop >> 1 & 1) for d in drawn] == holding
    assert set(holding) == {True, False}


# -- a planted leak ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("field", ["hand", "nego_deck", "event_deck", "rocket_pile"])
def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch, field: str) -> None:
    """``check_game`` notices each hidden field."""
    observe = kernels.observe

    def leak(states: np.ndarray, tables: np.ndarray, seat: int, observations: np.ndarray) -> None:
        observe(states, tables, seat, observations)
        observations[0, -1] = digest(states[0][field].ravel().tolist())

    monkeypatch.setattr(kernels, "observe", leak)
    with pytest.raises(ContractError, match="sees what it cannot know"):
        check_game(GAME, games=1)


def digest(values: Iterable[int]) -> float:
    """A number in [0, 1) that depends on every value."""
    total = 0
    for value in values:
        total = (total * 31 + value + 3) % 9973
    return total / 9973
