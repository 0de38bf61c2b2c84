"""Luna Maris states from a short description, for scenarios and for other tests.

``build(game, setup)`` makes a state and then overwrites it. ``setup`` is a mapping with these keys, all optional::

    base        n: BASE(n) of the rules page, a game in round 2 in which little has happened; 1 is the solo game
    num_players a fresh set-up of so many players, where there is no base
    order       of a fresh set-up: the first seed with this turn order is taken
    seed, options  as for ``game.new``
    hand, pile  {seat: [scientists]}; the hand beside the level-1 cards that are not in the pile
    food        {seat: [cards]} in hand; food_open [cards] on display; discard [cards]
    tiles       {seat: [demand tiles]}; stacks {type: [tiles]}, the visible one first
    probes      {seat: [sites]}
    offer       [advanced modules] by improvement space; built {space: seat}
    ended       [seats] that have ended their shift, in this order
    fields      {"vp[0]": 13, "belt[0]": [[1, 0], [0, 0]]}: anything else, by the names of the record
"""

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

import numpy as np

from lunar_envs.engine.game import Game
from lunar_envs.games.luna_maris.codes import Card, Context, Food
from tests.scenarios import write

START_SITES = (13, 17, 4, 8)
START_ROOMS = (0, 9, 1, 2)
SEAT_FIELDS = {
    "vp": 5,
    "energy": 3,
    "water": 2,
    "helium": 0,
    "waste": 1,
    "belt": [[1, 0], [0, 0]],
    "o2_used": 0,
    "stress": 6,
    "probes_left": 3,
    "co2": 0,
    "research": 0,
    "discs": 4,
    "depot": 0,
    "tool": -1,
    "tool_used": 0,
    "ended": 0,
}
"""What every seat of BASE has."""
AUTOMATON_FIELDS = {"energy": 0, "belt": 0, "discs": 3}
"""In what the automaton of BASE(1) differs."""


def build(game: Game, setup: Mapping[str, Any]) -> np.ndarray:
    """The state that ``setup`` describes."""
    if "base" in setup:
        state = play_setup(game, setup)
        s = state[0]
        set_seats(s)
        set_station(s)
        set_scientists(s, setup)
        set_food(s, game.tables[0], setup)
        set_demands(s, setup)
        set_probes(s, setup)
        set_improvements(s, setup)
        set_turn(s, setup)
    else:
        state = fresh(game, setup)
    for path, value in setup.get("fields", {}).items():
        write(state, path, value)
    return state


def fresh(game: Game, setup: Mapping[str, Any]) -> np.ndarray:
    """A new game, of the first seed that gives the wanted order."""
    order = setup.get("order", [])
    for seed in count(setup.get("seed", 0)):
        state = game.new(setup.get("base", setup.get("num_players")), seed, **setup.get("options", {}))
        if state["order"][0, : len(order)].tolist() == list(order):
            return state
    raise AssertionError("some seed gives every order")


def play_setup(game: Game, setup: Mapping[str, Any]) -> np.ndarray:
    """A new game after its set-up choices."""
    state = fresh(game, setup)
    while state["ctx"][0] != Context.TURN:
        game.step(state, np.flatnonzero(game.legal(state))[0])
    return state


def set_seats(s: np.record) -> None:
    """What lies before the players."""
    for seat in range(s.seats):
        for name, value in SEAT_FIELDS.items():
            s[name][seat] = value
        s.at[seat] = START_ROOMS[seat]
    if s.solo:
        for name, value in AUTOMATON_FIELDS.items():
            s[name][1] = value


def set_station(s: np.record) -> None:
    """What lies on the board."""
    s.slot = s.rb_owner = -1
    s.clean_log = 0
    s.automaton_step = 0


def set_scientists(s: np.record, setup: Mapping[str, Any]) -> None:
    """Hands and rest piles; display and deck hold the others, in ascending order."""
    s.sci = Card.AWAY
    s.l2_removed = 0
    s.sci[: s.num_players, :6] = Card.HAND
    for key, card in (("hand", Card.HAND), ("pile", Card.PILE)):
        for seat, ids in setup.get(key, {}).items():
            s.sci[int(seat), ids] = card
    left = [card for card in range(6, 22) if not s.sci[:, card].any()]
    s.hire = left[:3]
    s.l2_n = deal(s.l2_deck, left[3:])


def set_food(s: np.record, t: np.record, setup: Mapping[str, Any]) -> None:
    """Food in hands and on display; the deck holds the rest, in ascending order."""
    cards = [card for card in range(len(s.food_loc)) if s.seats == 4 or t.food_players[card] < 4]
    s.food_loc = Food.OUT
    s.food_loc[cards] = Food.DECK
    for seat, ids in setup.get("food", {}).items():
        s.food_loc[ids] = int(seat)
    s.food_loc[list(setup.get("discard", ()))] = Food.DISCARD
    s.food_open = setup.get("food_open", [0, 6, 12])
    for card in s.food_open:
        s.food_loc[card] = Food.OPEN
    s.food_n = deal(s.food_deck, [card for card in cards if s.food_loc[card] == Food.DECK])


def deal(deck: np.ndarray, next_first: list[int]) -> int:
    """Write a deck, which is drawn from its end; returns its size."""
    deck[:] = -1
    deck[: len(next_first)] = next_first[::-1]
    return len(next_first)


def set_demands(s: np.record, setup: Mapping[str, Any]) -> None:
    """Demand tiles of the seats, and the stacks without them."""
    s.dem_owner = s.dem_stack = -1
    for seat, ids in setup.get("tiles", {}).items():
        s.dem_owner[ids] = int(seat)
    for kind in range(len(s.dem_n)):
        in_play = range(10 * kind, 10 * kind + s.seats + 1)
        stack = stacks(setup).get(kind, [tile for tile in in_play if s.dem_owner[tile] < 0])
        s.dem_stack[kind, : len(stack)] = stack
        s.dem_n[kind] = len(stack)


def stacks(setup: Mapping[str, Any]) -> dict[int, list[int]]:
    """The stacks that ``setup`` names."""
    return {int(kind): tiles for kind, tiles in setup.get("stacks", {}).items()}


def set_probes(s: np.record, setup: Mapping[str, Any]) -> None:
    """Probes on the board; the others are on the players' boards."""
    given = {int(seat): sites for seat, sites in setup.get("probes", {}).items()}
    s.site = -1
    for seat in range(s.seats):
        sites = given.get(seat, [START_SITES[seat]])
        s.site[sites] = seat
        s.probes_left[seat] = 4 - len(sites)


def set_improvements(s: np.record, setup: Mapping[str, Any]) -> None:
    """Advanced modules on offer; those that are built, each with a disc of its builder."""
    s.adv_offer = setup.get("offer", range(len(s.adv_offer)))
    s.adv_built = 0
    s.imp_owner = -1
    for space, seat in setup.get("built", {}).items():
        set_built(s, int(space))
        s.imp_owner[int(space)] = seat
        s.discs[seat] -= 1


def set_turn(s: np.record, setup: Mapping[str, Any]) -> None:
    """Round 2, a turn of seat 0, unless it has ended its shift."""
    s.ctx = Context.TURN
    s["round"] = 2
    s.to_move = 0
    s.order = s.next_order = -1
    s.order[: s.seats] = range(s.seats)
    ended = list(setup.get("ended", ()))
    s.next_order[: len(ended)] = ended
    s.ended[ended] = 1


def owned(row: Iterable[int], value: int) -> list[int]:
    """The indices at which ``row`` holds ``value``."""
    return np.flatnonzero(np.asarray(row) == value).tolist()


def enrich(state: np.ndarray, rng: np.random.Generator) -> None:
    """Move a game that begins to somewhere in its middle, by chance: what is rare in random play is common then."""
    s = state[0]
    s["round"] = rng.integers(1, 6)
    enrich_decks(s, rng)
    for seat in range(s.seats):
        s.vp[seat] = rng.integers(0, 20)
        s.water[seat] = rng.integers(0, 5)
        s.waste[seat] = rng.integers(0, 11)
        s.co2[seat] = rng.integers(0, 11)
        s.research[seat] = rng.integers(0, 5, 2)
        for site in rng.permutation(owned(s.site, -1))[: rng.integers(0, 4)]:
            s.site[site] = seat
            s.probes_left[seat] -= 1
        if (space := place_disc(s, s.imp_owner, seat, rng)) is not None:
            set_built(s, space)
        place_disc(s, s.rb_owner, seat, rng)
    for seat in range(s.num_players):
        s.energy[seat] = rng.integers(0, 7)
        s.helium[seat] = rng.integers(0, 4)
        s.belt[seat] = rng.integers(0, 3, (2, 2))
        s.stress[seat] = rng.integers(3, 11)
        s.o2_used[seat] = rng.integers(0, 3)
        s.tool_used[seat] = rng.integers(0, 2)
        s.sci[seat, :6] = rng.choice([Card.HAND, Card.PILE], 6)
    s.tool[: s.num_players] = rng.permutation(7)[: s.num_players]


def enrich_decks(s: np.record, rng: np.random.Generator) -> None:
    """Give cards and tiles of the decks to seats; discard some food."""
    for seat in range(s.num_players):
        for card in draw(s, "l2", rng.integers(0, 4)):
            s.sci[seat, card] = Card.HAND
        s.food_loc[draw(s, "food", rng.integers(0, 5))] = seat
    s.food_loc[draw(s, "food", rng.integers(0, s.food_n + 1))] = Food.DISCARD
    for kind in range(len(s.dem_n)):
        for _ in range(rng.integers(0, s.dem_n[kind] + 1)):
            s.dem_n[kind] -= 1
            s.dem_owner[s.dem_stack[kind, s.dem_n[kind]]] = rng.integers(s.seats)
            s.dem_stack[kind, s.dem_n[kind]] = -1


def draw(s: np.record, deck: str, count: int) -> list[int]:
    """Take cards from a deck."""
    left = max(0, int(s[f"{deck}_n"]) - int(count))
    cards = s[f"{deck}_deck"][left : s[f"{deck}_n"]].tolist()
    s[f"{deck}_deck"][left:] = -1
    s[f"{deck}_n"] = left
    return cards


def place_disc(s: np.record, row: np.ndarray, seat: int, rng: np.random.Generator) -> int | None:
    """A disc of a seat on a free space, or, as chance has it, nowhere."""
    space = int(rng.choice(owned(row, -1)))
    if not rng.integers(0, 2):
        return None
    row[space] = seat
    s.discs[seat] -= 1
    return space


def set_built(s: np.record, space: int) -> None:
    """The advanced module of a space covers its room."""
    s.adv_built[s.adv_offer[space]] = 1
    s.adv_offer[space] = -1
