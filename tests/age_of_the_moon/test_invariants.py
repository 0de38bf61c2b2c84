"""What always holds, as property tests: invariants 1 to 19, at every decision of random games.

``LUNAR_GAMES`` is the number of seeded random games (default 8, without JIT 3); hypothesis adds games that
shrink to the shortest failing one.
"""

import os
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lunar_envs
from lunar_envs.engine.game import IllegalAction
from lunar_envs.engine.jit import disabled
from lunar_envs.engine.record import to_bytes
from lunar_envs.games.age_of_the_moon.codes import (
    ICP_LIMIT,
    IN_MARKET,
    IN_PILE,
    KINDS,
    MARKET,
    NONE,
    PLAYERS,
    RESOURCES,
    ROCKETS,
    SLOTS,
    Action,
    Agreement,
    Context,
    Item,
    Kind,
    Phase,
    Place,
    Rule,
    Status,
)

from . import reference
from .build import CARD_OF, SHARED_BY, enrich
from .hidden import scrambled
from .reference import (
    CARDS,
    DEAL_ITEMS,
    FACTIONS,
    MAX_COUNTERS,
    MENUS,
    MODULES,
    NEGO_CAP,
    TOKENS,
    Table,
    is_orbital,
    is_rover,
)
from .relabel import rotated

GAME = lunar_envs.games["age_of_the_moon"]
GAMES = int(os.environ.get("LUNAR_GAMES", "3" if disabled() else "8"))
OPTIONS = {option.name: tuple(option.values) for option in GAME.options}
COPIES = np.array([card.count for card in CARDS])
ACCORDS = 25
"""The ongoing event that gives proposers 1 ICP more."""
ROUNDS = 30
DECISIONS = 30_000
RICH_DECISIONS = 100
SAMPLE = 32
"""Checks that play on in copies are done at one decision in this many."""
REFUSED = 8
"""How many illegal actions are tried then."""

LAUNCHING = (Context.LOAD, Context.REUSE_PAY, Context.FACE2, Context.DEPLOY_PICK, Context.DEPLOY_HEX)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
def test_seeded_games(seed: int) -> None:
    """Whole random games, all player counts and options in turn."""
    rng = np.random.default_rng(seed)
    options = {name: values[rng.integers(len(values))] for name, values in OPTIONS.items()}
    play(start(2 + seed % 3, seed, options | {"ask_idle": seed % 4 % 3}), iter(rng.random, None))


@pytest.mark.parametrize("seed", range(GAMES))
def test_rich_games(seed: int) -> None:
    """Beginnings of games in which everybody has everything."""
    rng = np.random.default_rng(seed)
    options = {name: values[rng.integers(len(values))] for name, values in OPTIONS.items()}
    state = start(2 + seed % 3, seed, options)
    enrich(state, rng)
    play(state, rng.random(RICH_DECISIONS))


@pytest.mark.slow
@settings(max_examples=max(10, GAMES), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    num_players=st.integers(2, PLAYERS),
    seed=st.integers(0, 2**64 - 1),
    options=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}),
    choices=st.integers(0, 80).flatmap(lambda n: st.lists(st.floats(0, 1, exclude_max=True), min_size=n, max_size=n)),
)
def test_games_that_shrink(num_players: int, seed: int, options: dict, choices: list[float]) -> None:
    """The beginning of a game; the choices say which of the legal actions is taken."""
    play(start(num_players, seed, options), choices)


def start(num_players: int, seed: int, options: dict) -> np.ndarray:
    """A new game, which the same seed gives again."""
    state, again = (GAME.new(num_players=num_players, seed=seed, **options) for _ in range(2))
    assert to_bytes(state) == to_bytes(again)  # 9
    return state


def play(state: np.ndarray, choices: Iterable[float]) -> None:
    """Play one game and check it at every decision."""
    check_decision(state, 0)
    for number, choice in enumerate(choices, start=1):
        if GAME.is_over(state):
            break
        legal = np.flatnonzero(GAME.legal(state))
        action = int(legal[int(choice * len(legal))])
        before = GAME.clone(state)
        GAME.step(state, action)
        check_step(before, action, state)
        if number % SAMPLE == 0:
            check_9_determinism(before, action, state)
        check_decision(state, number)


def check_decision(state: np.ndarray, number: int) -> None:
    """All invariants of one state."""
    s = state[0]
    table = Table(state)
    check_1_tokens(s)
    check_2_cards(s)
    check_3_events(s)
    check_4_rockets(s)
    check_5_assets(table)
    check_6_hexes(table)
    check_7_bounds(s)
    check_8_mask(state)
    check_8_choice(state)
    check_11_knowledge(s)
    check_13_agreements(table)
    check_14_caps(s)
    check_18_end(table)
    if s.done or number % SAMPLE == 0:
        check_18_scores(state)
    if number % SAMPLE == 0 and not s.done:
        check_8_application(state)
        check_10_hidden(state)
        check_12_determinize(state)
        check_19_observation(state)


def check_step(before: np.ndarray, action: int, after: np.ndarray) -> None:
    """All invariants of one step."""
    b, a = before[0], after[0]
    assert a.decisions == b.decisions + 1
    check_6_placement(before, after)
    if b.ctx == Context.DEAL_MENU and action == Action.SUBMIT:
        assert reference.Seat(before).deliverable()  # 15
    if (a["round"], a.phase) == (b["round"], b.phase):
        check_exchange(before, action, after)
        check_deal(before, action, after)
    else:
        check_17_order(a)
        if b.ctx == Context.OPERATE_MENU and action == Action.PASS and not a.done:
            assert not ended(Table(before))  # 18


# -- invariants ----------------------------------------------------------------------------------------


def check_1_tokens(s: np.record) -> None:
    """No token is lost or made."""
    np.testing.assert_array_equal(s.supply + s.res.sum(axis=0), TOKENS)


def check_2_cards(s: np.record) -> None:
    """Every negotiation card is in one place."""
    deck = np.bincount(s.nego_deck[: s.nego_deck_n], minlength=KINDS)
    found = deck + s.nego_discard + s.hand.sum(axis=0)
    found[Kind.OPEN_NEGOTIATION_PRIVILEGE] += s.open_priv.sum()
    if s.in_play != NONE:
        found[s.in_play] += 1
    for slot in np.flatnonzero(s.ag_card):
        found[CARD_OF[Agreement(s.ag_kind[slot])]] += 1
    np.testing.assert_array_equal(found, COPIES)


def check_3_events(s: np.record) -> None:
    """Every event is in one place."""
    deck = s.event_deck[: s.event_deck_n].tolist()
    assert sorted(deck) == np.flatnonzero(s.event_place == Place.DECK).tolist()
    assert np.flatnonzero(s.event_place == Place.RESOLVING).tolist() == [s.cur_event] * int(s.cur_event != NONE)


def check_4_rockets(s: np.record) -> None:
    """Every rocket is in one place; the market is full while the pile lasts."""
    pile, market = s.rocket_pile[: s.rocket_pile_n].tolist(), np.flatnonzero(s.rocket_loc == IN_MARKET)
    assert sorted(pile) == np.flatnonzero(s.rocket_loc == IN_PILE).tolist()
    assert len(market) == min(MARKET, len(pile) + len(market))
    assert len(set(s.rocket_slot[market])) == len(market)
    assert set(s.rocket_slot[market]) <= set(range(MARKET))
    assert (np.delete(s.rocket_slot, market) == NONE).all()
    owned = (s.rocket_loc >= 0).sum()
    assert owned + len(pile) + len(market) == ROCKETS
    assert (s.rocket_loc < s.num_players).all()
    assert not s.rocket_flown[s.rocket_loc < 0].any()
    assert (s.rocket_reused <= s.rocket_flown).all()
    assert 0 <= s.rocket_known_n <= s.rocket_pile_n


def check_5_assets(table: Table) -> None:
    """Assets are where their status says."""
    s = table.s
    for c in range(PLAYERS):
        for kind, status in enumerate(s.asset_status[c]):
            on_hex = status == Status.DEPLOYED and not is_orbital(kind)
            assert (s.asset_hex[c][kind] != NONE) == on_hex
            assert (status == Status.ABSENT) == (c >= table.n)
            if status == Status.BLUEPRINT:
                assert s.asset_owner[c][kind] == c
                assert s.co_mask[c][kind] == s.op_paid[c][kind] == 0
            if status == Status.LOADED:
                assert s.ctx in LAUNCHING
            assert not s.co_mask[c][kind] >> s.asset_owner[c][kind] & 1


def check_6_hexes(table: Table) -> None:
    """A hex holds at most two assets that are no rovers."""
    for here in table.tokens.values():
        assert sum(not is_rover(kind) for _, kind in here) <= 2


def check_6_placement(before: np.ndarray, after: np.ndarray) -> None:
    """Two assets come to stand on one hex only by sharing, open regions or a venture."""
    b, a = before[0], after[0]
    landed = (a.asset_hex != NONE) & (b.asset_hex == NONE)
    for c, kind in np.argwhere(landed):
        others = [
            (d, k)
            for d, k in np.argwhere(b.asset_hex == a.asset_hex[c, kind])
            if b.asset_owner[d, k] != a.asset_owner[c, kind]
        ]
        shared = a.hex_share[a.asset_hex[c, kind]] != 0
        open_regions = b.rules >> Rule.OPEN_REGIONS & 1
        assert not others or shared or open_regions
        assert len(others) <= 1


def check_7_bounds(s: np.record) -> None:
    """Nobody owes anything."""
    assert (abs(s.icp) <= ICP_LIMIT).all()
    assert (s.res >= 0).all()
    assert (s.supply >= 0).all()
    assert (s.hand >= 0).all()


def check_8_mask(state: np.ndarray) -> None:
    """The mask is what the rules page says."""
    s = state[0]
    legal = np.flatnonzero(GAME.legal(state))
    assert {GAME.action_name(action) for action in legal} == reference.legal_names(state)
    assert (len(legal) == 0) == bool(s.done)
    if s.ctx == Context.STOP_WINDOW:
        assert set(legal) <= {Action.PASS, Action.PICK_CARD + Kind.STOP}  # 16


def check_8_choice(state: np.ndarray) -> None:
    """Who is asked has a choice; a lone PASS is asked only where the option says so."""
    s = state[0]
    legal = np.flatnonzero(GAME.legal(state))
    if len(legal) == 1:
        assert legal[0] == Action.PASS
        assert s.ctx == Context.STOP_WINDOW or s.ctx in MENUS
        holds = s.hand[s.to_move].any()
        assert s.opt_ask_idle == 2 or (s.opt_ask_idle == 1 and holds)


def check_8_application(state: np.ndarray) -> None:
    """Every legal action can be applied; others, of which some are tried, are refused and change nothing."""
    mask = GAME.legal(state)
    for action in (*np.flatnonzero(mask), *np.flatnonzero(mask == 0)[:: GAME.num_actions // REFUSED]):
        copy = GAME.clone(state)
        if mask[action]:
            GAME.step(copy, action)
            assert copy[0].decisions > state[0].decisions
        else:
            with pytest.raises(IllegalAction):
                GAME.step(copy, action)
            assert to_bytes(copy) == to_bytes(state)


def check_9_determinism(before: np.ndarray, action: int, after: np.ndarray) -> None:
    """A copy takes the same step to the same bytes."""
    GAME.step(before, action)
    assert to_bytes(before) == to_bytes(after)


def check_10_hidden(state: np.ndarray) -> None:
    """What a seat cannot know changes neither what it sees nor what it may do."""
    for seat in range(state[0].num_players):
        other = scrambled(state, seat)
        np.testing.assert_array_equal(GAME.observe(other, seat), GAME.observe(state, seat))
        if seat == state[0].to_move:
            np.testing.assert_array_equal(GAME.legal(other), GAME.legal(state))


def check_11_knowledge(s: np.record) -> None:
    """Nobody knows a card that is not there."""
    assert (s.known >= 0).all()
    assert (s.known <= s.hand).all()
    assert not s.known[range(PLAYERS), range(PLAYERS)].any()


def check_12_determinize(state: np.ndarray) -> None:
    """A drawn state is a state like any other, and looks the same to the seat."""
    for seat in range(state[0].num_players):
        drawn = GAME.determinize(state, seat, seed=1)
        d = drawn[0]
        check_1_tokens(d)
        check_2_cards(d)
        check_3_events(d)
        check_4_rockets(d)
        check_11_knowledge(d)
        check_8_mask(drawn)
        np.testing.assert_array_equal(GAME.observe(drawn, seat), GAME.observe(state, seat))
        if seat == state[0].to_move:
            np.testing.assert_array_equal(GAME.legal(drawn), GAME.legal(state))


def check_13_agreements(table: Table) -> None:
    """Every shared asset has one agreement; shares of a hex have two seats; empty slots are empty."""
    s = table.s
    sharing = dict(SHARED_BY)
    slots = table.slots_of(*sharing)
    named = {(s.ag_asset[i], sharing[Agreement(s.ag_kind[i])]) for i in slots}
    assert len(named) == len(slots)
    shared = {(c * 16 + k, s.co_kind[c][k]) for c in range(PLAYERS) for k in range(16) if s.co_kind[c][k]}
    assert named == shared
    for i in slots:
        a = divmod(s.ag_asset[i], 16)
        assert set(table.members(i)) == {table.owner(a), *table.sharers(a)}
    assert all(bool(s.co_mask[c][k]) == bool(s.co_kind[c][k]) for c in range(PLAYERS) for k in range(16))
    assert all(mask.bit_count() in (0, 2) for mask in s.hex_share)
    assert all(s.hex_share[s.ag_hex[i]] == s.ag_members[i] for i in table.slots_of(Agreement.REGION))
    assert not any(s.ag_card[i] for i in range(SLOTS) if s.ag_kind[i] not in CARD_OF)


def check_14_caps(s: np.record) -> None:
    """Negotiations and games stay within their bounds."""
    assert s.nego_count <= NEGO_CAP
    assert s.deal_n <= DEAL_ITEMS
    assert s.ng_counters <= MAX_COUNTERS
    assert 1 <= s["round"] <= ROUNDS
    assert s.decisions <= DECISIONS
    assert s.done or s.pass_count < s.num_players


def check_17_order(s: np.record) -> None:
    """The turns of a phase begin with the Start-Player; who has nothing to do may be skipped."""
    if s.opt_ask_idle == 2 and s.ctx in MENUS and s.phase >= Phase.NEGOTIATE:
        assert s.to_move == s.start


def check_exchange(before: np.ndarray, action: int, after: np.ndarray) -> None:
    """R25, R26: an exchange takes its rate and gives one token or card, unless it forces an answer, too."""
    if not Action.EXCHANGE <= action < Action.PICK_RES or before[0].ctx != after[0].ctx:
        return
    table, a, me = Table(before), after[0], int(before[0].to_move)
    change = a.res.astype(int) - before[0].res
    cards = a.hand.sum(axis=1) - before[0].hand.sum(axis=1)
    faction = FACTIONS[table.s.faction[me]]
    expected = np.zeros_like(change)
    if action >= Action.ADVANTAGE:
        give, get, rate = action - Action.ADVANTAGE, faction.adv21_res, 2
    else:
        give, get = divmod(action - Action.EXCHANGE, 5)
        rate = faction.card_rate if get == RESOURCES else table.general_rate(me)
    expected[me, give] = -rate
    if get < RESOURCES:
        expected[me, get] = 1
    np.testing.assert_array_equal(change, expected)
    assert cards.tolist() == [int(p == me and get == RESOURCES) for p in range(PLAYERS)]


def check_deal(before: np.ndarray, action: int, after: np.ndarray) -> None:
    """R72, R102: an accepted deal moves what it says, all at once, and everybody in it gains 1 ICP."""
    b, a = before[0], after[0]
    last = b.ctx == Context.RESPOND and action == Action.ACCEPT and int(b.ng_pending).bit_count() == 1
    if not last or b.ng_kind not in (Kind.FREE_NEGOTIATION, Kind.SELL_AN_ASSET):
        return
    table = Table(before)
    res, owners = b.res.astype(int), b.asset_owner.copy()
    given, received = np.zeros((2, PLAYERS), int)
    cards, rockets, bonds = np.zeros(PLAYERS, int), np.zeros(PLAYERS, int), []
    for giver, taker, item, arg, count in table.entries():
        if item == Item.RESOURCE:
            res[giver, arg] -= count
            res[taker, arg] += count
        elif item == Item.ICP:
            given[giver] += count
            received[taker] += count
        elif item == Item.ASSET:
            owners[divmod(arg, len(owners[0]))] = taker
        elif item == Item.NON_AGGRESSION:
            bonds.append((giver, taker))
        else:
            moved = rockets if item == Item.ROCKET else cards
            moved[giver] -= 1
            moved[taker] += 1
    parties = [p for p in table.seats if p == b.ng_by or any(p in entry[:2] for entry in table.entries())]
    icp = np.minimum(ICP_LIMIT, b.icp - given + received)
    icp[parties] = np.minimum(ICP_LIMIT, icp[parties] + 1)
    icp[b.ng_by] = min(ICP_LIMIT, icp[b.ng_by] + table.ongoing(ACCORDS))
    np.testing.assert_array_equal(a.res, res)
    np.testing.assert_array_equal(a.icp, icp)
    np.testing.assert_array_equal(a.asset_owner, owners)
    np.testing.assert_array_equal(a.hand.sum(axis=1) - b.hand.sum(axis=1), cards)
    assert [(a.rocket_loc == p).sum() - (b.rocket_loc == p).sum() for p in range(PLAYERS)] == rockets.tolist()
    assert all(Table(after).bound(*pair, Agreement.TREATY) for pair in bonds)


def check_18_end(table: Table) -> None:
    """A game that is over has a reason; winners and ranks are those of R95 and R96."""
    s = table.s
    assert bool(s.done) == (s.ctx == Context.TERMINAL) == any(s.rank[: table.n])
    if s.done:
        assert bool(s.truncated) != ended(table)
        first = set() if s.truncated else winners(table)
        assert s.winners == sum(1 << p for p in first)
        assert s.rank[: table.n] == ranks(table, first)


def check_18_scores(state: np.ndarray) -> None:
    """Scores tell how things stand; those of the end are what rewards are made of."""
    table = Table(state)
    held = [holdings(table, {p}) for p in table.seats]
    scores = [100 * len(held[p][0]) + 10 * len(held[p][1]) + table.s.icp[p] for p in table.seats]
    assert GAME.scores(state).tolist() == scores
    assert table.s.points[: table.n] == (scores if table.s.done else [0] * table.n)


def holdings(table: Table, seats: Iterable[int]) -> tuple[set[int], set[int]]:
    """The module types that some seats hold deployed, and those of them that are operated (R92, R93)."""
    mine = [a for a in table.assets(Status.DEPLOYED) if a[1] in MODULES and set(seats) & set(table.holders(a))]
    return {a[1] for a in mine}, {a[1] for a in mine if table.operated(a)}


def groups(table: Table) -> list[set[int]]:
    """The successful groups (R92)."""
    found = [{p for p in table.seats if table.s.joint[p] == g} for g in (1, 2)]
    return [group for group in found if group and len(holdings(table, group)[1]) == len(MODULES)]


def ended(table: Table) -> bool:
    """R94."""
    measure = 1 if table.s.opt_pro else 0
    return bool(groups(table)) or any(len(holdings(table, {p})[measure]) == len(MODULES) for p in table.seats)


def winners(table: Table) -> set[int]:
    """R95."""
    successful = groups(table)
    grouped = set().union(*successful)
    alone = [{p} for p in table.seats if p not in grouped and len(holdings(table, {p})[0]) == len(MODULES)]
    full = successful + [unit for unit in alone if len(holdings(table, unit)[1]) == len(MODULES)]
    units = full if full or table.s.opt_pro else alone
    best = max(max(table.s.icp[p] for p in unit) for unit in units)
    return set().union(*(unit for unit in units if max(table.s.icp[p] for p in unit) == best))


def ranks(table: Table, first: set[int]) -> list[int]:
    """R96."""
    keys = {}
    for p in table.seats:
        held, operated = holdings(table, {p})
        owned = sum(table.owner(a) == p for a in table.assets(Status.DEPLOYED))
        keys[p] = (p in first, *((0,) * 4 if p in first else (len(held), len(operated), table.s.icp[p], owned)))
    return [1 + sum(other > key for other in keys.values()) for key in keys.values()]


def check_19_observation(state: np.ndarray) -> None:
    """Observations are bounded, and so are masks, whatever the seats are called."""
    turned = rotated(state)
    np.testing.assert_array_equal(GAME.legal(turned), GAME.legal(state))
    for seat in range(state[0].num_players):
        seen = GAME.observe(state, seat)
        assert seen.shape == (2538,)
        assert (abs(seen) <= 1).all()
        np.testing.assert_array_equal(GAME.observe(turned, (seat + 1) % state[0].num_players), seen)
