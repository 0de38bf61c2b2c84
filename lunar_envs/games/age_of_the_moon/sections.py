"""What lies on the table, as titles with entries in words; the text view and the picture lay them out."""

import numpy as np

from .actions import in_words
from .codes import (
    ADVANTAGE_RATE,
    ASSET_TYPES,
    IN_MARKET,
    IN_PILE,
    NONE,
    PROPAGANDA_ICP,
    RESOURCE_NAMES,
    ROCKET_KINDS,
    SABOTAGED_TOKENS,
    STOLEN_SCIENCE,
    Context,
    EmptyEffect,
    Place,
    Primitive,
    Rule,
    Sharing,
    Status,
)
from .facts import (
    Key,
    exchange_rate,
    is_connected,
    is_embargoed,
    is_isolated,
    is_operated,
    key_of,
    owned,
    rocket_price,
    rockets_at,
    seats_of,
    where,
)
from .tables import name_of
from .words import (
    SHARING_WORDS,
    View,
    agreement_words,
    asset_name,
    cards_in_words,
    counted,
    event_name,
    faction_name,
    group_words,
    hand_words,
    names,
    rocket_name,
    rule_name,
    talk_words,
    tokens,
    vector_words,
)

Section = tuple[str, list[str]]
"""A title and its entries."""
AGREEMENTS = "Agreements"

_EVENT_EFFECTS = {
    Primitive.QUARTER_BLOCK: "blocks the surface of a quarter",
    Primitive.ORBIT_BLOCK: "blocks the orbit",
    Primitive.QUARTER_PAY_OR_BLOCK: "in a quarter, pay {due} or be blocked",
    Primitive.QUARTER_PAY_OR_DESTROY: "in a quarter, pay {due} or lose an asset",
    Primitive.QUARTER_GAIN: "{vector} for each player in a quarter",
    Primitive.QUARTER_ROVER_GAIN: "{due} for each rover in a quarter",
    Primitive.RES_ALL: "{change} each",
    Primitive.NO_SURFACE_LAUNCH: "no cargo for the surface this round",
    Primitive.SCRAP_MARKET: "a new rocket market",
    Primitive.ROCKET_DISCOUNT: "rockets cost {first} less this round",
    Primitive.DRAW_ALL: "all draw {first} card",
    Primitive.PASS_RANDOM_LEFT: "all pass a random card to the left",
    Primitive.DISCARD_CHOICE_ALL: "all discard a card",
    Primitive.ICP_TOWARD_ZERO: "all ICP move {first} towards 0",
    Primitive.RES_ONE: "{whom}: {change}",
    Primitive.ICP_ONE: "{whom}: {first:+} ICP",
    Primitive.DRAW_ONE: "{whom} draws {first} cards",
    Primitive.FREE_REUSE_ONE: "{whom} reuses a rocket for nothing",
    Primitive.SOLAR_MINUS: "solar arrays give {first} power less",
    Primitive.ROCKET_PRICE: "rockets cost {first} lunar more",
    Primitive.COMMERCIAL_PLUS: "commercial assets give {first} lunar more",
    Primitive.EXCHANGE_RATE: "exchanges cost {first} token more",
    Primitive.ORBIT_FEE: "launches into orbit cost {first} lunar",
    Primitive.ACCORDS_BONUS: "accepted proposals give {first} ICP more",
    Primitive.REFILL_ONE: "{whom}: {first} lunar more at each refill",
}
_RULE_EFFECTS = {
    Rule.BUDGET_INCREASE: "1 lunar more at each refill",
    Rule.AUSTERITY: "1 lunar less at each refill",
    Rule.OPEN_MARKET: "exchanges cost 1 token less",
    Rule.SAFE_LANDING_STANDARD: "a 2 lands safely",
    Rule.OPEN_REGIONS: "two owners may share any hex",
    Rule.DEMILITARISATION: "no hostile cards",
}
_EMPTY_EFFECTS = {
    EmptyEffect.COMMS_JAMMING: "the target launches nothing this round",
    EmptyEffect.DATA_BREACH: f"take {STOLEN_SCIENCE} science",
    EmptyEffect.SUPPLY_SABOTAGE: f"the target returns {SABOTAGED_TOKENS} tokens",
    EmptyEffect.PROPAGANDA: f"{PROPAGANDA_ICP} ICP for the target",
    EmptyEffect.JOINT_RESEARCH: "1 science for both",
    EmptyEffect.RELIEF_MISSION: "1 lunar for both",
    EmptyEffect.TECHNOLOGY_TRANSFER: "1 card for both",
    EmptyEffect.BLANK: "unplayable",
}


# -- the table -----------------------------------------------------------------------------------------


def event_effect(t: np.record, event: int) -> str:
    """What an event does."""
    param = t.param[event].tolist()
    signs = [f"{'+' if n > 0 else '-'}{tokens(abs(n), r)}" for r, n in enumerate(param) if n]
    faction = int(t.event_faction[event])
    effect = Primitive(t.primitive[event])
    paid = (Primitive.QUARTER_PAY_OR_BLOCK, Primitive.QUARTER_PAY_OR_DESTROY, Primitive.QUARTER_ROVER_GAIN)
    return _EVENT_EFFECTS[effect].format(
        due=tokens(param[1], param[0]) if effect in paid else "",
        vector=vector_words(max(0, n) for n in param),
        change=", ".join(signs),
        first=param[0],
        whom=name_of(t.faction_name[faction]).capitalize() if faction != NONE else "",
    )


def event_section(s: np.record, t: np.record) -> Section:
    """The event being resolved, and who still has to."""
    if s.cur_event == NONE:
        return "Event", []
    lines = [f"{event_name(t, s.cur_event)}: {event_effect(t, s.cur_event)}"]
    lines += [f"still affected: {names(s, t, seats_of(s.ev_pending))}"] if s.ev_pending else []
    return "Event", lines


def ongoing_section(s: np.record, t: np.record) -> Section:
    """Ongoing events, summit rules, what holds for this round, options."""
    events = np.flatnonzero(s.event_place == Place.ONGOING).tolist()
    lines = [f"{event_name(t, event)}: {event_effect(t, event)}" for event in events]
    lines += [f"{rule_name(rule)}: {words}" for rule, words in _RULE_EFFECTS.items() if s.rules >> rule & 1]
    lines += ["no cargo for the surface this round"] if s.no_surface else []
    lines += [f"rockets cost {s.rideshare} lunar less this round"] if s.rideshare else []
    effect = EmptyEffect(s.opt_empty)
    lines.append(f"Empty Card: {in_words(effect.name)}, {_EMPTY_EFFECTS[effect]}")
    lines += [f"STOP costs {s.opt_stop_pen} ICP"] if s.opt_stop_pen else []
    return "In force", lines


def launch_section(s: np.record, t: np.record) -> Section:
    """The rocket being launched and its cargo; cargo that waits for its hex."""
    loaded = where(s.asset_status == Status.LOADED)
    lines = []
    if s.launch_rocket != NONE:
        lines.append(f"{rocket_name(s.rocket_kind[s.launch_rocket])} rocket, room for {s.launch_left} more")
    lines += [f"cargo: {', '.join(asset_name(k) for _, k in loaded)}"] if loaded else []
    if s.sel_asset != NONE:
        goal = f" to hex {s.op_pending_hex}" if s.op_pending_hex != NONE else ""
        lines.append(f"now: {asset_name(key_of(s.sel_asset)[1])}{goal}")
    lines += [f"still to consent: {names(s, t, seats_of(s.consent_mask))}"] if s.consent_mask else []
    return "Launch and move", lines


def table_sections(s: np.record, t: np.record, view: View) -> list[Section]:
    """What goes on and what holds, without what is empty."""
    agreements = [f"{slot} {words}" for slot, words in agreement_words(s, t)]
    sections = [
        ("Negotiation", talk_words(s, t, view)),
        launch_section(s, t),
        event_section(s, t),
        ("Joint victory", group_words(s, t)),
        (AGREEMENTS, agreements),
        ongoing_section(s, t),
    ]
    return [(title, entries) for title, entries in sections if entries]


def market_words(s: np.record, t: np.record) -> list[str]:
    """The rockets on sale, by slot."""
    kinds = [int(s.rocket_kind[i]) for i in rockets_at(s, IN_MARKET)]
    return [f"{rocket_name(kind)} {rocket_price(s, t, kind)} L" for kind in kinds]


def pile_words(s: np.record, view: View) -> list[str]:
    """The rockets of the pile: how many of each kind, and the order as far as it is known."""
    kinds = [int(s.rocket_kind[i]) for i in rockets_at(s, IN_PILE)]
    lines = [counted(rocket_name(kind), kinds.count(kind)) for kind in range(ROCKET_KINDS) if kind in kinds]
    known = int(s.rocket_pile_n if view is None else s.rocket_known_n)
    order = [rocket_name(s.rocket_kind[i]) for i in s.rocket_pile[:known]]
    return [*lines, *([f"(from the bottom: {', '.join(order)})"] if order else [])]


def pile_sections(s: np.record, t: np.record, view: View) -> list[Section]:
    """Piles and discards; the orders of the decks for who sees everything."""
    discarded = [event_name(t, event) for event in np.flatnonzero(s.event_place == Place.DISCARD).tolist()]
    sections = [
        (f"Cards used {s.nego_discard.sum()}", cards_in_words(s.nego_discard)),
        (f"Events past {len(discarded)}", discarded),
    ]
    if view is None:
        cards = [cards_in_words(np.eye(len(s.nego_discard), dtype=int)[k])[0] for k in s.nego_deck[: s.nego_deck_n]]
        events = [event_name(t, event) for event in s.event_deck[: s.event_deck_n]]
        sections += [("Next cards", cards[::-1]), ("Next events", events[::-1])]
    return [(title, entries) for title, entries in sections if entries]


# -- players -------------------------------------------------------------------------------------------


def rocket_words(s: np.record, seat: int) -> list[str]:
    """The rockets of a seat: fresh, flown, or reused this round."""
    labels = []
    for i in rockets_at(s, seat):
        state = "reused" if s.rocket_reused[i] else "flown" if s.rocket_flown[i] else "fresh"
        labels.append(f"{rocket_name(s.rocket_kind[i])} {state}")
    return [counted(label, labels.count(label)) for label in dict.fromkeys(labels)]


def status_words(s: np.record, t: np.record, seat: int) -> list[str]:
    """What is special about a player now."""
    wanted = int(t.advantage[s.faction[seat]])
    rates = f"{exchange_rate(s, t, seat)}:1, card {t.card_rate[s.faction[seat]]}:1"
    lines = [f"exchange {rates}" + (f", {ADVANTAGE_RATE}:1 for {RESOURCE_NAMES[wanted]}" if wanted != NONE else "")]
    flags = (
        (s.ctx == Context.TERMINAL, f"score {s.points[seat]}"),
        (is_isolated(s, t, seat), "isolated"),
        (is_embargoed(s, seat), "embargoed"),
        (s.jammed[seat], "jammed"),
        (s.open_priv[seat], "open negotiation privilege"),
        (s.free_reuse[seat], f"free reuse {s.free_reuse[seat]}"),
        (s.refill_plus[seat], f"refill {s.refill_plus[seat]:+}"),
        (s.joint[seat], f"joint victory {s.joint[seat]}"),
        (s.tried[seat] & 1, "tried free negotiation"),
        (s.tried[seat] & 2, "tried summit"),
        (s.tried[seat] & 4, "tried joint victory"),
    )
    return [*lines, *(words for on, words in flags if on)]


def asset_marks(s: np.record, t: np.record, key: Key) -> list[str]:
    """What is special about an asset: operation, network, owners."""
    marks = []
    if s.asset_status[key] == Status.DEPLOYED:
        marks += ["operated"] if t.has_upkeep[key[1]] and is_operated(s, t, key) else []
        if s.op_paid[key] and "operated" not in marks:
            marks.append(f"paid by {names(s, t, seats_of(s.op_paid[key]))}")
        marks += ["blocked"] if s.asset_blocked[key] else []
        marks += [] if is_connected(s, t, key) else ["disconnected"]
    if s.asset_owner[key] != key[0]:
        marks.append(f"built by {faction_name(s, t, key[0])}")
    if s.co_kind[key]:
        with_whom = names(s, t, seats_of(s.co_mask[key]))
        until = f" until round {s.co_until[key]}" if s.co_kind[key] == Sharing.TEMP else ""
        marks.append(f"{SHARING_WORDS[s.co_kind[key]]} {with_whom}{until}")
    return marks


def asset_words(s: np.record, t: np.record, key: Key) -> str:
    """An asset: type, hex, marks."""
    where = f" {s.asset_hex[key]}" if s.asset_hex[key] != NONE else ""
    marks = asset_marks(s, t, key)
    return asset_name(key[1]) + where + (f" ({', '.join(marks)})" if marks else "")


def asset_sections(s: np.record, t: np.record, seat: int) -> list[Section]:
    """All that a seat owns, and its blueprints."""
    sections = []
    for status, title in ((Status.DEPLOYED, "deployed"), (Status.LOADED, "loaded"), (Status.EARTH, "on Earth")):
        sections.append((title, [asset_words(s, t, key) for key in owned(s, seat, status)]))
    blueprints = [asset_name(k) for k in range(ASSET_TYPES) if s.asset_status[seat, k] == Status.BLUEPRINT]
    return [*sections, ("blueprints", blueprints)]


def hand_section(s: np.record, t: np.record, seat: int, view: View) -> Section:
    """A hand, its size and what is known of it."""
    return f"hand {s.hand[seat].sum()}", hand_words(s, t, seat, view)
