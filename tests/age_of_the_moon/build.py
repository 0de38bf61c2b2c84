"""Age of the Moon states from a short description, for scenarios and for other tests.

``build(game, setup)`` starts a game and then overwrites its record. ``setup`` is a mapping with these keys, all
optional::

    num_players, seed, options    as for ``game.new``; every idle player is asked unless the options say otherwise
    factions      [names by seat]; by default Entrepreneur, Diplomat, Ecoharmonist, Innovator
    new           true: the game as it is set up, with ``market``, ``script`` and ``fields`` only
    round, start  by default 3 and 0
    ctx           name of the context, by default NEGO_MENU; the phase follows from it
    to_move       seat, by default ``start``
    res           [[lunars, water, power, science] by seat], the rest of the tokens is in the supply
    icp           [spaces by seat]
    hands         {seat: [kinds]}, all other cards are in the deck
    assets        {seat: ["ice_mine@6", "comms_orbiter@orbit", "habitat@earth", "ice_mine@1 paid"]}: assets of the
                  seat's colour and property; "paid" by their owner in the last Phase 6
    rockets       {seat: ["reusable", "reusable flown"]}
    market        [kinds]; without it, four rockets that nobody owns
    ongoing       [events]
    events        [events] on top of the deck, the next one first; then, always, events that do nothing for a scenario
    rules_in_force   [summit rules]
    agreements    [{kind, members, and other fields of the table}]
    script        scripted die results
    fields        {"nego_count": 32, "hex_share[12]": 3}: anything else, by the names of the record
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lunar_envs.engine import kernels
from lunar_envs.engine.game import Game
from lunar_envs.games.age_of_the_moon.codes import (
    ASSET_TYPES,
    FIRST_MODULE,
    HEXES,
    IN_MARKET,
    IN_PILE,
    KINDS,
    MARKET,
    NONE,
    PLAYERS,
    SLOTS,
    Agreement,
    Asset,
    Context,
    Faction,
    Kind,
    Phase,
    Place,
    RocketKind,
    Rule,
    Sharing,
    Status,
)
from tests.scenarios import write

from .reference import CARDS, EVENTS, ROCKETS, TOKENS, is_orbital

FACTIONS = ("entrepreneur", "diplomat", "ecoharmonist", "innovator")
QUIET_EVENTS = ("landing_window_closed", "rideshare_deal", "orbital_debris", "launch_inflation")
PHASES = {
    Context.EVENT_PAY: Phase.EVENTS,
    Context.EVENT_PICK_ASSET: Phase.EVENTS,
    Context.EVENT_PICK_CARD: Phase.EVENTS,
    Context.BUY_MENU: Phase.PURCHASE,
    Context.LAUNCH_MENU: Phase.LAUNCH,
    Context.OPERATE_MENU: Phase.OPERATE,
}
CARD_OF = {
    Agreement.TREATY: Kind.PEACE_TREATY,
    Agreement.EMBARGO: Kind.TRADE_EMBARGO,
    Agreement.PACT: Kind.MUTUAL_DEFENSE_PACT,
}
"""The card that lies with an agreement."""
SHARED_BY = ((Agreement.COLLAB, Sharing.COLLAB), (Agreement.TEMP, Sharing.TEMP), (Agreement.JV, Sharing.JV))
"""The agreements on an asset."""
SOMETIMES = 0.3
CLEARED = {
    0: (
        *("pass_count", "turn_acted", "nego_count", "die_last", "quarter_last", "open_priv", "free_reuse", "jammed"),
        *("tried", "refill_plus", "known", "nego_discard", "no_surface", "rideshare", "rules", "rocket_known_n"),
        *("rocket_flown", "rocket_reused", "asset_blocked", "op_paid", "co_mask", "co_kind", "co_split", "co_until"),
        *("hex_share", "ag_kind", "ag_members", "ag_amt", "ag_round", "ag_used", "ag_card", "joint", "pledge_n"),
        *("pledge", "ng_counters", "ng_steps", "ng_invited", "ng_pending", "ng_accepted", "ng_yes"),
        *("ng_stop_pending", "ng_targets", "ng_held_stop", "ng_amt", "deal", "deal_n", "ev_pending", "consent_mask"),
        *("hand", "res", "icp", "ret_ctx", "pay_left"),
    ),
    NONE: (
        *("cur_event", "in_play", "ag_by", "ag_target", "ag_a", "ag_b", "ag_hex", "ag_asset", "launch_rocket"),
        *("sel_asset", "ng_kind", "ng_by", "ng_target", "ng_editor", "ng_a", "ng_b", "ng_hex", "ng_asset", "ng_x"),
        *("ng_y", "ng_rule", "draft", "ret_player", "op_pending_hex", "asset_hex"),
    ),
}


def build(game: Game, setup: Mapping[str, Any]) -> np.ndarray:
    """The state that ``setup`` describes."""
    state = new_game(game, setup)
    s = state[0]
    if not setup.get("new"):
        clear(s)
        set_turn(s, setup)
        set_players(s, setup)
        set_assets(s, setup.get("assets", {}))
        set_agreements(s, setup)
        set_cards(s)
        set_events(s, setup)
    if not setup.get("new") or "market" in setup:
        set_rockets(s, setup)
    for path, value in setup.get("fields", {}).items():
        write(state, path, value)
    if not setup.get("new"):
        s.supply = TOKENS - s.res.sum(axis=0)
    return state


def new_game(game: Game, setup: Mapping[str, Any]) -> np.ndarray:
    """A new game; scripted results wait before its set-up already rolls dice."""
    num_players = setup.get("num_players", 2)
    options = {"ask_idle": 2} | setup.get("options", {})
    state = np.zeros(1, game.dtype)
    script = setup.get("script", ())
    write(state, "script", script)
    write(state, "script_n", len(script))
    codes = game.option_codes(options)
    kernels.new_game(state, game.tables, np.uint64(setup.get("seed", 1)), num_players, codes, game.masks())
    return state


def clear(s: np.record) -> None:
    """Take everything off the table."""
    for value, names in CLEARED.items():
        for name in names:
            s[name] = value
    s.asset_status = Status.ABSENT
    s.asset_status[: s.num_players] = Status.BLUEPRINT
    s.asset_owner = np.arange(PLAYERS)[:, None]


def set_turn(s: np.record, setup: Mapping[str, Any]) -> None:
    """Round, phase and whose turn it is."""
    s["round"] = setup.get("round", 3)
    s.start = setup.get("start", 0)
    s.ctx = Context[setup.get("ctx", "NEGO_MENU")]
    s.phase = PHASES.get(Context(s.ctx), Phase.NEGOTIATE)
    s.to_move = s.cur = setup.get("to_move", s.start)


def set_players(s: np.record, setup: Mapping[str, Any]) -> None:
    """What lies before the players."""
    s.faction = NONE
    for seat, faction in enumerate(setup.get("factions", FACTIONS)[: s.num_players]):
        s.faction[seat] = Faction[faction.upper()]
    for seat, tokens in enumerate(setup.get("res", ())):
        s.res[seat] = tokens
    for seat, space in enumerate(setup.get("icp", ())):
        s.icp[seat] = space
    for seat, kinds in setup.get("hands", {}).items():
        for kind in kinds:
            s.hand[int(seat), Kind[kind.upper()]] += 1


def set_assets(s: np.record, assets: Mapping[str, Sequence[str]]) -> None:
    """Deploy or construct assets, each of the colour of its owner."""
    for seat, placed in assets.items():
        for text in placed:
            name, _, rest = text.partition("@")
            where, _, paid = rest.partition(" ")
            key = int(seat), Asset[name.upper()]
            s.asset_status[key] = Status.EARTH if where == "earth" else Status.DEPLOYED
            s.asset_hex[key] = int(where) if where.isdigit() else NONE
            s.op_paid[key] = 1 << int(seat) if paid else 0
            assert where.isdigit() != is_orbital(key[1]) or where == "earth", text


def set_agreements(s: np.record, setup: Mapping[str, Any]) -> None:
    """Fill the agreements table from its first slot, and the rules of the summit."""
    for slot, agreement in enumerate(setup.get("agreements", ())):
        kind = Agreement[agreement["kind"]]
        s.ag_kind[slot] = kind
        s.ag_members[slot] = sum(1 << p for p in agreement["members"])
        s.ag_card[slot] = kind in CARD_OF
        for name in agreement.keys() - {"kind", "members"}:
            s[f"ag_{name}"][slot] = agreement[name]
    for rule in setup.get("rules_in_force", ()):
        s.rules |= 1 << Rule[rule.upper()]


def set_cards(s: np.record) -> None:
    """Every negotiation card that lies nowhere else is in the deck."""
    left = np.array([card.count for card in CARDS]) - s.hand.sum(axis=0)
    for slot in range(SLOTS):
        if s.ag_card[slot]:
            left[CARD_OF[Agreement(s.ag_kind[slot])]] -= 1
    deck = np.repeat(np.arange(KINDS), left)
    s.nego_deck = 0
    s.nego_deck_n = len(deck)
    s.nego_deck[: len(deck)] = deck


def set_events(s: np.record, setup: Mapping[str, Any]) -> None:
    """Ongoing events; all others are in the deck, those that disturb no scenario on top."""
    ids = {event.name: event.event_id for event in EVENTS}
    ongoing = [ids[name] for name in setup.get("ongoing", ())]
    top = [ids[name] for name in dict.fromkeys((*setup.get("events", ()), *QUIET_EVENTS)) if ids[name] not in ongoing]
    rest = [event for event in ids.values() if event not in top and event not in ongoing]
    deck = rest + top[::-1]
    s.event_place = Place.DECK
    s.event_place[ongoing] = Place.ONGOING
    s.event_deck = 0
    s.event_deck_n = len(deck)
    s.event_deck[: len(deck)] = deck


def set_rockets(s: np.record, setup: Mapping[str, Any]) -> None:
    """Give rockets to their owners, lay out the market, and put the rest on the pile."""
    kinds = s.rocket_kind.tolist()
    free = list(range(len(kinds)))
    s.rocket_loc = IN_PILE
    s.rocket_slot = NONE
    for seat, owned in setup.get("rockets", {}).items():
        for text in owned:
            name, _, flown = text.partition(" ")
            rocket = take(free, kinds, name)
            s.rocket_loc[rocket] = int(seat)
            s.rocket_flown[rocket] = bool(flown)
    market = setup.get("market") or [RocketKind(kinds[i]).name for i in free[:MARKET]]
    for slot, name in enumerate(market):
        rocket = take(free, kinds, name)
        s.rocket_loc[rocket], s.rocket_slot[rocket] = IN_MARKET, slot
    s.rocket_pile = NONE
    s.rocket_pile_n = len(free)
    s.rocket_pile[: len(free)] = free


def take(free: list[int], kinds: Sequence[int], name: str) -> int:
    """Take the first free rocket of a kind."""
    rocket = next(i for i in free if kinds[i] == RocketKind[name.upper()])
    free.remove(rocket)
    return rocket


def enrich(state: np.ndarray, rng: np.random.Generator) -> None:
    """Turn a new game into a table full of things, where every decision is soon met."""
    s = state[0]
    n = int(s.num_players)
    s.res[:n] = rng.integers(0, 1 + TOKENS // n, (n, len(TOKENS)))
    s.supply = TOKENS - s.res.sum(axis=0)
    for kind in s.nego_deck[: s.nego_deck_n]:
        s.hand[rng.integers(n), kind] += 1
    s.nego_deck_n = 0
    for rocket in s.rocket_pile[: s.rocket_pile_n]:
        s.rocket_loc[rocket] = rng.integers(n)
        s.rocket_flown[rocket] = ROCKETS[s.rocket_kind[rocket]].reusable and rng.integers(2)
    s.rocket_pile_n = s.rocket_known_n = 0
    s.rules = sum(1 << rule for rule in range(Rule.AUSTERITY, Rule.DEMILITARISATION) if rng.random() < SOMETIMES)
    enrich_assets(s, n, rng)
    enrich_agreements(s, n, rng)


def enrich_assets(s: np.record, n: int, rng: np.random.Generator) -> None:
    """Half of the assets, and one module for each seat, on Earth or deployed."""
    hexes = rng.permutation(HEXES).tolist()
    for c in range(n):
        kinds = [*rng.permutation(FIRST_MODULE)[: FIRST_MODULE // 2], rng.integers(FIRST_MODULE, ASSET_TYPES)]
        for kind in map(int, kinds):
            s.asset_status[c, kind] = rng.choice((Status.EARTH, Status.DEPLOYED))
            if s.asset_status[c, kind] == Status.DEPLOYED and not is_orbital(kind):
                s.asset_hex[c, kind] = hexes.pop()


def enrich_agreements(s: np.record, n: int, rng: np.random.Generator) -> None:
    """Standing exchanges, a treaty, shared regions, and one asset of each seat that it shares with the next."""
    entries = []
    for p in range(n):
        other = (p + 1) % n
        both = {"members": 1 << p | 1 << other, "by": p, "target": other}
        give, get = rng.permutation(len(TOKENS))[:2]
        entries.append(both | {"kind": Agreement.EXCHANGE, "a": give, "b": get, "amt": rng.integers(1, 4)})
        deployed = np.flatnonzero(s.asset_status[p] == Status.DEPLOYED)
        if len(deployed):
            kind, (agreement, sharing) = rng.choice(deployed), SHARED_BY[rng.integers(len(SHARED_BY))]
            s.co_mask[p, kind], s.co_kind[p, kind], s.co_until[p, kind] = 1 << other, sharing, s["round"] + 1
            entries.append(both | {"kind": agreement, "asset": p * ASSET_TYPES + kind})
        hexes = s.asset_hex[p, s.asset_hex[p] >= 0]
        if len(hexes):
            s.hex_share[hexes[0]] = both["members"]
            entries.append(both | {"kind": Agreement.REGION, "hex": hexes[0]})
    entries.append({"kind": Agreement.TREATY, "members": (1 << n) - 1, "by": 0})
    for slot, entry in enumerate(entries):
        for name, value in entry.items():
            s[f"ag_{name}"][slot] = value
