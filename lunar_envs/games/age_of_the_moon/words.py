"""What the text view and the picture say in the same words, and what a seat may see."""

from collections.abc import Iterable

import numpy as np

from .actions import in_words
from .codes import (
    KINDS,
    NONE,
    RESOURCE_NAMES,
    SLOTS,
    Agreement,
    Asset,
    Build,
    CardType,
    Context,
    Item,
    Kind,
    Phase,
    RocketKind,
    Rule,
    Sharing,
    Split,
)
from .facts import key_of, seats_of
from .tables import name_of

View = int | None
"""The seat that looks and does not see what is hidden from it; None sees everything."""

QUARTER_WORDS = ("none", "I NE", "II SE", "III SW", "IV NW")
SHARING_WORDS = {Sharing.COLLAB: "built with", Sharing.TEMP: "lent to", Sharing.JV: "venture with"}
HIDDEN_TURN = (Context.NEGO_MENU, Context.BUY_MENU, Context.LAUNCH_MENU, Context.OPERATE_MENU, Context.STOP_WINDOW)
"""Contexts in which the others do not see who is asked, lest silence tell who holds what."""

BUILD_WORDS = {
    Build.PROPOSER: "the proposer pays",
    Build.EQUAL: "all members pay",
    Build.FIRST_PARTNER: "the first partner pays",
}
SPLIT_WORDS = {
    Split.EQUAL: "equal shares",
    Split.OWNER_FAVOURED: "more for the owner",
    Split.PARTNER_FAVOURED: "more for the partners",
}
_DECISIONS = {
    Context.EVENT_PAY: "{event}: pay {price} or suffer",
    Context.EVENT_PICK_ASSET: "{event}: which asset is lost",
    Context.EVENT_PICK_CARD: "{event}: which card to discard",
    Context.NEGO_MENU: "negotiate or pass",
    Context.BUY_MENU: "buy assets and rockets, or end the turn",
    Context.LAUNCH_MENU: "launch a rocket or pass",
    Context.LOAD: "load the {rocket} rocket",
    Context.REUSE_PAY: "pay a token to reuse the {rocket} rocket",
    Context.FACE2: "landing at risk: pay 1 science or lose the cargo",
    Context.DEPLOY_PICK: "which asset to deploy next",
    Context.DEPLOY_HEX: "where to deploy the {selected}",
    Context.OPERATE_MENU: "operate assets or finish",
    Context.ROVER_MOVE: "where to move the {selected}, or stay",
    Context.ROVER_CONSENT: "may the shared {selected} move to hex {goal}",
    Context.CARD_TARGET: "{card}: with or against whom",
    Context.CARD_GIVE_RES: "{card}: what to give",
    Context.CARD_GET_RES: "{card}: what to get",
    Context.CARD_AMOUNT: "{card}: how much",
    Context.CARD_HEX: "{card}: which hex",
    Context.CARD_ASSET: "{card}: which asset",
    Context.CARD_INVITE: "{card}: whom to invite",
    Context.CARD_RES: "{card}: which resource",
    Context.JV_BUILD: "{card}: who pays for the asset",
    Context.JV_SPLIT: "{card}: who gets how much",
    Context.SUMMIT_RULE: "{card}: which rule to propose",
    Context.DEAL_MENU: "{card}: write the offer",
    Context.DEAL_TO: "{card}: to whom {giver} gives",
    Context.DEAL_ITEM: "{card}: what {giver} gives {receiver}",
    Context.DEAL_QTY: "{card}: how much {giver} gives {receiver}",
    Context.RESPOND: "{card} of {by}: accept or refuse",
    Context.VOTE: "{card} of {by}: vote yes or no",
    Context.STOP_WINDOW: "{card} of {by}: play STOP or let it happen",
    Context.SANCTION_PAY: "{card} of {by}: return a token",
    Context.SPY_SHARE: "{card}: publish the hand of {target} or not",
    Context.END_CONSENT: "end the joint venture as {by} asks",
}
_WAITING = {
    Context.NEGO_MENU: "others negotiate",
    Context.BUY_MENU: "others buy",
    Context.LAUNCH_MENU: "others launch",
    Context.OPERATE_MENU: "others operate",
    Context.STOP_WINDOW: "{card} of {by}: others may stop it",
}


def faction_name(s: np.record, t: np.record, seat: int) -> str:
    """The faction of a seat, by which it is called."""
    return name_of(t.faction_name[s.faction[seat]]).capitalize()


def names(s: np.record, t: np.record, seats: Iterable[int]) -> str:
    """Several seats, "nobody" if there are none."""
    return ", ".join(faction_name(s, t, p) for p in seats) or "nobody"


def card_name(kind: int) -> str:
    """A negotiation card, or what is negotiated without one."""
    return in_words(Kind(kind).name).replace("stop", "STOP")


def asset_name(kind: int) -> str:
    """A type of asset."""
    return in_words(Asset(kind).name).replace("h2o", "H2O")


def rocket_name(kind: int) -> str:
    """A kind of rocket."""
    return in_words(RocketKind(kind).name)


def rule_name(rule: int) -> str:
    """A rule of the summit."""
    return in_words(Rule(rule).name)


def event_name(t: np.record, event: int) -> str:
    """An event card."""
    return in_words(name_of(t.event_name[event])) if event != NONE else "no event"


def asset_in_full(s: np.record, t: np.record, index: int) -> str:
    """An asset and its owner."""
    key = key_of(index)
    return f"{asset_name(key[1])} of {faction_name(s, t, int(s.asset_owner[key]))}"


def tokens(amount: int, resource: int) -> str:
    """So many tokens."""
    plural = "s" if resource == 0 and amount != 1 else ""
    return f"{amount} {RESOURCE_NAMES[resource]}{plural}"


def vector_words(amounts: Iterable[int]) -> str:
    """Several tokens."""
    return ", ".join(tokens(int(n), r) for r, n in enumerate(amounts) if n) or "nothing"


def counted(name: str, count: int) -> str:
    """A name with its number where there are several."""
    return f"{name} x{count}" if count > 1 else name


def cards_in_words(counts: Iterable[int]) -> list[str]:
    """The kinds of which there are cards."""
    return [counted(card_name(kind), int(n)) for kind, n in enumerate(counts) if n]


# -- what a seat may see -------------------------------------------------------------------------------


def sees_turn(s: np.record, view: View) -> bool:
    """Whether ``view`` sees who is asked, and what goes with it."""
    return view in (None, s.to_move) or s.ctx not in HIDDEN_TURN


def hand_words(s: np.record, t: np.record, seat: int, view: View) -> list[str]:
    """A hand as far as ``view`` knows it, and for who sees everything what each other seat knows of it."""
    if view is not None:
        known = s.hand[seat] if view == seat else s.known[view, seat]
        hidden = int(s.hand[seat].sum() - known.sum())
        return [*cards_in_words(known), *([f"{hidden} unknown"] if hidden else [])]
    lines = cards_in_words(s.hand[seat])
    for p in range(s.num_players):
        if p != seat and s.known[p, seat].any():
            lines.append(f"({faction_name(s, t, p)} knows {', '.join(cards_in_words(s.known[p, seat]))})")
    return lines


# -- whose decision it is ------------------------------------------------------------------------------


def turn_words(s: np.record, t: np.record, view: View) -> list[str]:
    """The round's state of play."""
    lines = [f"start {faction_name(s, t, int(s.start))}", f"{s.nego_count} of {t.nego_cap} negotiations"]
    if sees_turn(s, view) and s.ctx != Context.TERMINAL:
        lines.append(f"turn of {faction_name(s, t, int(s.cur))}")
        lines += ["has acted"] if s.turn_acted else []
        lines += [f"{s.pass_count} passed in a row"] if s.pass_count else []
    if s.die_last:
        lines.append(f"die {s.die_last}")
    if s.quarter_last:
        lines.append(f"quarter {QUARTER_WORDS[s.quarter_last]}")
    return lines


def decision_words(s: np.record, t: np.record, view: View) -> tuple[int, str]:
    """Who decides what; -1 for who where ``view`` may not know it."""
    seen = sees_turn(s, view)
    return (int(s.to_move) if seen else NONE), (_DECISIONS if seen else _WAITING)[Context(s.ctx)].format(
        event=event_name(t, s.cur_event),
        price=tokens(int(t.param[s.cur_event, 1]), int(t.param[s.cur_event, 0])) if s.ctx == Context.EVENT_PAY else "",
        rocket=rocket_name(s.rocket_kind[s.launch_rocket]),
        selected=asset_name(key_of(s.sel_asset)[1]),
        goal=s.op_pending_hex,
        card=card_name(s.ng_kind) if s.ng_kind != NONE else "",
        by=_seat(s, t, s.ng_by),
        target=_seat(s, t, s.ng_target),
        giver=_seat(s, t, s.draft[0]),
        receiver=_seat(s, t, s.draft[1]),
    )


def _seat(s: np.record, t: np.record, seat: int) -> str:
    return faction_name(s, t, int(seat)) if seat != NONE else "nobody"


def phase_name(phase: int) -> str:
    """A phase in a word."""
    return Phase(phase).name.lower()


def end_words(s: np.record, t: np.record) -> str:
    """Who won a finished game."""
    winners = seats_of(s.winners)
    if not winners:
        return "nobody wins"
    return f"{' and '.join(faction_name(s, t, p) for p in winners)} {'wins' if len(winners) == 1 else 'win'}"


# -- negotiation ---------------------------------------------------------------------------------------


def talk_words(s: np.record, t: np.record, view: View) -> list[str]:
    """The negotiation under way: card, parties, terms, answers."""
    if s.ng_kind == NONE:
        return []
    side = "against" if _is_hostile(s, t) else "with"
    with_whom = f" {side} {_seat(s, t, s.ng_target)}" if s.ng_target != NONE else ""
    lines = [f"{card_name(s.ng_kind)} of {_seat(s, t, s.ng_by)}{with_whom}"]
    for mask, said in ((s.ng_invited, "invited"), (s.ng_targets, "hits"), (s.ng_accepted, "accepted")):
        lines += [f"{said}: {names(s, t, seats_of(mask))}"] if mask else []
    lines += _terms(s, t)
    lines += [f"item {i + 1}: {item_words(s, t, s.deal[i])}" for i in range(s.deal_n)]
    lines += _editing(s, t)
    if s.ctx == Context.VOTE:
        lines.append(f"yes: {names(s, t, seats_of(s.ng_yes))}")
    if s.ng_pending and (s.ctx != Context.STOP_WINDOW or view is None):
        lines.append(f"still to answer: {names(s, t, seats_of(s.ng_pending))}")
    return lines + _stop_words(s, t, view)


def _is_hostile(s: np.record, t: np.record) -> bool:
    if s.ng_kind == Kind.EMPTY_CARD:
        return bool(t.empty_type[s.opt_empty] == CardType.CONFLICT)
    return bool(s.ng_kind < KINDS and t.hostile[s.ng_kind])


def _terms(s: np.record, t: np.record) -> list[str]:
    lines = []
    if s.ng_b != NONE:
        amount = s.ng_amt or "?"
        lines.append(f"{amount} {RESOURCE_NAMES[s.ng_a]} for {amount} {RESOURCE_NAMES[s.ng_b]}")
    elif s.ng_a != NONE:
        lines.append(f"about {RESOURCE_NAMES[s.ng_a]}")
    lines += [f"about hex {s.ng_hex}"] if s.ng_hex != NONE else []
    lines += [f"about {asset_in_full(s, t, s.ng_asset)}"] if s.ng_asset != NONE else []
    lines += [f"rule: {rule_name(s.ng_rule)}"] if s.ng_rule != NONE else []
    if s.ng_kind == Kind.JOINT_VENTURE:
        lines += [BUILD_WORDS[Build(s.ng_x)]] if s.ng_x != NONE else []
        lines += [SPLIT_WORDS[Split(s.ng_y)]] if s.ng_y != NONE else []
    elif s.ng_x != NONE:
        lines.append(f"about {asset_in_full(s, t, s.ag_asset[s.ng_x])}")
    lines += [f"{s.pay_left} tokens still due"] if s.pay_left else []
    return lines


def _editing(s: np.record, t: np.record) -> list[str]:
    lines = [f"counter-offer {s.ng_counters}"] if s.ng_counters else []
    if s.ng_editor != NONE:
        lines.append(f"written by {_seat(s, t, s.ng_editor)}, step {s.ng_steps} of {t.max_edit_steps}")
    if s.draft[0] != NONE:
        to = f" gives {_seat(s, t, s.draft[1])}" if s.draft[1] != NONE else " gives"
        what = f" {item_class(s, t, s.draft[2], s.draft[3])}" if s.draft[2] != NONE else ""
        lines.append(f"next: {_seat(s, t, s.draft[0])}{to}{what} ...")
    return lines


def _stop_words(s: np.record, t: np.record, view: View) -> list[str]:
    if view is not None or s.ctx != Context.STOP_WINDOW:
        return []
    held = [f"kept a STOP: {names(s, t, seats_of(s.ng_held_stop))}"] if s.ng_held_stop else []
    return [f"still asked for STOP: {names(s, t, seats_of(s.ng_stop_pending))}", *held]


def item_class(s: np.record, t: np.record, kind: int, argument: int) -> str:
    """What an item of a deal is, without its quantity."""
    words = {
        Item.RESOURCE: lambda: RESOURCE_NAMES[argument],
        Item.ICP: lambda: "ICP",
        Item.ASSET: lambda: asset_name(key_of(argument)[1]),
        Item.CARD: lambda: f"card {card_name(argument)}",
        Item.RANDOM_CARD: lambda: "a random card",
        Item.ROCKET: lambda: f"a {rocket_name(argument)} rocket",
        Item.NON_AGGRESSION: lambda: "a non-aggression treaty",
    }
    return words[Item(kind)]()


def item_words(s: np.record, t: np.record, item: np.ndarray) -> str:
    """An item of a deal: who gives whom what."""
    giver, receiver, kind, argument, quantity = map(int, item)
    number = f"{quantity} " if kind in (Item.RESOURCE, Item.ICP) else ""
    return f"{_seat(s, t, giver)} > {_seat(s, t, receiver)}: {number}{item_class(s, t, kind, argument)}"


# -- agreements ----------------------------------------------------------------------------------------


def agreement_words(s: np.record, t: np.record) -> list[tuple[int, str]]:
    """Slot and content of every agreement."""
    return [(i, _agreement(s, t, i)) for i in range(SLOTS) if s.ag_kind[i] != Agreement.NONE]


def _agreement(s: np.record, t: np.record, i: int) -> str:
    kind = Agreement(s.ag_kind[i])
    members = names(s, t, seats_of(s.ag_members[i]))
    asset = asset_in_full(s, t, s.ag_asset[i]) if s.ag_asset[i] != NONE else ""
    by, target = _seat(s, t, s.ag_by[i]), _seat(s, t, s.ag_target[i])
    used = " (used)" if s.ag_used[i] else ""
    if kind == Agreement.EXCHANGE:
        give, get = (RESOURCE_NAMES[r] for r in (s.ag_a[i], s.ag_b[i]))
        return f"exchange: {by} {s.ag_amt[i]} {give}, {target} {s.ag_amt[i]} {get}{used}"
    if kind == Agreement.JV:
        split = SPLIT_WORDS[Split(max(0, int(s.ag_a[i])))]
        return f"venture: {asset}, {members}, {split}{used}"
    return {
        Agreement.REGION: f"shared region: hex {s.ag_hex[i]}, {members}",
        Agreement.COLLAB: f"built together: {asset}, {members}",
        Agreement.TEMP: f"shared for a round: {asset}, {members}",
        Agreement.TREATY: f"{'peace treaty' if s.ag_card[i] else 'non-aggression'}: {members}",
        Agreement.EMBARGO: f"embargo: {target} gets no lunars from assets",
        Agreement.PACT: f"defence pact: {members}",
        Agreement.TENSION: f"tension: {target} gets {s.ag_amt[i]} ICP back in round {s.ag_round[i] + 1}",
    }[kind]


def group_words(s: np.record, t: np.record) -> list[str]:
    """Joint-victory groups and their pledges."""
    lines = []
    for group in range(len(s.pledge_n)):
        members = [p for p in range(s.num_players) if s.joint[p] == group + 1]
        if members:
            lines.append(f"group {group + 1}: {names(s, t, members)}")
        for giver, receiver, resource, amount in s.pledge[group, : s.pledge_n[group]]:
            what = tokens(int(amount), int(resource))
            lines.append(f"pledge: {_seat(s, t, giver)} > {_seat(s, t, receiver)}: {what}")
    return lines
