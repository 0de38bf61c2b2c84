"""The action table: id <-> name, and actions in words."""

import numpy as np

from .codes import (
    ASSET_TYPES,
    ASSETS,
    EXCHANGE_CARD,
    HEXES,
    KINDS,
    MOST_OF_ONE_KIND,
    NONE,
    PLAYERS,
    RESOURCE_NAMES,
    RESOURCES,
    ROCKET_KINDS,
    SLOTS,
    SUMMIT_RULES,
    Action,
    Agreement,
    Asset,
    Build,
    Context,
    EmptyEffect,
    Faction,
    Item,
    Kind,
    RocketKind,
    Rule,
    Split,
)

_PLAIN = (
    "PASS", "ACCEPT", "REJECT", "COUNTER", "SUBMIT", "CLEAR", "CANCEL", "JOINT_VICTORY", "JOINT_WITHDRAW", "ITEM_ICP",
    "ITEM_RANDOM_CARD", "ITEM_NON_AGGRESSION",
)  # fmt: skip
_GETS = (*RESOURCE_NAMES, "card")
_ASSET_NAMES = tuple(member.name.lower() for member in Asset)
_KIND_NAMES = tuple(member.name.lower() for member in Kind)[:KINDS]
_ROCKET_NAMES = tuple(member.name.lower() for member in RocketKind)
_RULE_NAMES = tuple(member.name.lower() for member in Rule)

ACTION_NAMES = (
    *_PLAIN,
    *(f"EXCHANGE({give},{get})" for give in RESOURCE_NAMES for get in _GETS),
    *(f"ADVANTAGE({give})" for give in RESOURCE_NAMES),
    *(f"PICK_RES({name})" for name in RESOURCE_NAMES),
    *(f"PICK_PLAYER({k})" for k in range(PLAYERS)),
    *(f"PICK_NUM({k})" for k in range(Action.PICK_CARD - Action.PICK_NUM)),
    *(f"PICK_CARD({name})" for name in _KIND_NAMES),
    *(f"PICK_ROCKET({name})" for name in _ROCKET_NAMES),
    *(f"PICK_RULE({name})" for name in _RULE_NAMES),
    *(f"INVOKE({i})" for i in range(SLOTS)),
    *(f"END({i})" for i in range(SLOTS)),
    *(f"PICK_ASSET({k},{name})" for k in range(PLAYERS) for name in _ASSET_NAMES),
    *(f"PICK_HEX({h})" for h in range(HEXES)),
)
assert len(ACTION_NAMES) == Action.COUNT

ACTION_ALIASES = {
    **{
        f"EXCHANGE({give},{get})": f"EXCHANGE({RESOURCE_NAMES[give]},{_GETS[get]})"
        for give in range(RESOURCES)
        for get in range(EXCHANGE_CARD + 1)
    },
    **{
        f"{kind}({r})": f"{kind}({name})" for kind in ("ADVANTAGE", "PICK_RES") for r, name in enumerate(RESOURCE_NAMES)
    },
    **{f"PICK_CARD({k})": f"PICK_CARD({name})" for k, name in enumerate(_KIND_NAMES)},
    **{f"PICK_ROCKET({k})": f"PICK_ROCKET({name})" for k, name in enumerate(_ROCKET_NAMES)},
    **{f"PICK_RULE({k})": f"PICK_RULE({name})" for k, name in enumerate(_RULE_NAMES)},
    **{f"PICK_ASSET({i})": f"PICK_ASSET({i // ASSET_TYPES},{_ASSET_NAMES[i % ASSET_TYPES]})" for i in range(ASSETS)},
}
"""The same actions with numbers for resources, cards, rockets, rules and assets."""
assert len(ACTION_ALIASES) == RESOURCES * (EXCHANGE_CARD + 3) + KINDS + ROCKET_KINDS + SUMMIT_RULES + ASSETS
assert MOST_OF_ONE_KIND < Action.PICK_CARD - Action.PICK_NUM

_PASSES = {
    Context.NEGO_MENU: "pass",
    Context.BUY_MENU: "end the purchases of this turn",
    Context.LAUNCH_MENU: "launch nothing this turn",
    Context.OPERATE_MENU: "finish operating",
    Context.ROVER_MOVE: "leave the rover where it is",
    Context.CARD_INVITE: "invite nobody else",
    Context.STOP_WINDOW: "let it happen",
}
_YES_NO = {
    Context.EVENT_PAY: ("pay", "do not pay"),
    Context.FACE2: ("save the cargo with science", "give the cargo up"),
    Context.ROVER_CONSENT: ("let the shared rover move", "keep the shared rover where it is"),
    Context.VOTE: ("vote yes", "vote no"),
    Context.SPY_SHARE: ("publish the hand", "keep the hand secret"),
    Context.END_CONSENT: ("agree to end the joint venture", "keep the joint venture"),
}
_WORDS: dict[int, str] = {
    Action.COUNTER: "make a counter-offer",
    Action.CLEAR: "empty the list",
    Action.CANCEL: "give up",
    Action.JOINT_VICTORY: "propose a joint victory",
    Action.JOINT_WITHDRAW: "leave the joint victory",
    Action.ITEM_RANDOM_CARD: "1 random negotiation card",
    Action.ITEM_NON_AGGRESSION: "a non-aggression agreement",
}
_BUILDS = {
    Build.PROPOSER: "the proposer pays for it",
    Build.EQUAL: "all members pay for it",
    Build.FIRST_PARTNER: "the first partner pays for it",
}
_SPLITS = {
    Split.EQUAL: "share the output equally",
    Split.OWNER_FAVOURED: "the owner gets the larger share",
    Split.PARTNER_FAVOURED: "the partners get the larger share",
}
_ASSET_VERBS = {
    Context.EVENT_PICK_ASSET: "lose",
    Context.BUY_MENU: "buy",
    Context.LOAD: "load",
    Context.DEPLOY_PICK: "deploy",
    Context.OPERATE_MENU: "operate",
    Context.DEAL_ITEM: "",
}
_PLAYS = (
    Context.NEGO_MENU, Context.BUY_MENU, Context.LAUNCH_MENU, Context.OPERATE_MENU, Context.STOP_WINDOW,
)  # fmt: skip
"""Contexts in which PICK_CARD plays a card."""
_HEX_VERBS = {Context.DEPLOY_HEX: "deploy on", Context.ROVER_MOVE: "move the rover to"}


def in_words(name: str) -> str:
    """A name of the data or of a code as one writes it."""
    return name.lower().replace("_", " ")


def describe(state: np.ndarray, tables: np.ndarray, action: int) -> str:
    """An action in words, as the seat to move would read it."""
    s = state[0]
    ctx = Context(s.ctx)
    if action == Action.PASS:
        return _PASSES.get(ctx, "pass")
    if action in (Action.ACCEPT, Action.REJECT):
        return _YES_NO.get(ctx, ("accept", "refuse"))[action - Action.ACCEPT]
    if action == Action.SUBMIT:
        return "launch" if ctx == Context.LOAD else "make this offer"
    if action == Action.ITEM_ICP:
        return "international credibility"
    if words := _WORDS.get(action):
        return words
    if action < Action.PICK_RES:
        return _describe_exchange(s, tables[0], action)
    if action < Action.PICK_CARD:
        return _describe_pick(s, ctx, action)
    return _describe_component(s, ctx, action)


def _describe_exchange(s: np.record, t: np.record, action: int) -> str:
    if action >= Action.ADVANTAGE:
        gets = int(t.advantage[s.faction[s.to_move]])
        return f"exchange {RESOURCE_NAMES[action - Action.ADVANTAGE]} for {RESOURCE_NAMES[gets]} by the faction's rate"
    give, get = divmod(action - Action.EXCHANGE, EXCHANGE_CARD + 1)
    return (
        f"exchange {RESOURCE_NAMES[give]} for {'a negotiation card' if get == EXCHANGE_CARD else RESOURCE_NAMES[get]}"
    )


def _describe_pick(s: np.record, ctx: Context, action: int) -> str:
    if action < Action.PICK_PLAYER:
        name = RESOURCE_NAMES[action - Action.PICK_RES]
        return {
            Context.CARD_GIVE_RES: f"give {name}",
            Context.CARD_GET_RES: f"get {name}",
            Context.CARD_RES: f"take {name}",
            Context.REUSE_PAY: f"pay 1 {name}",
            Context.SANCTION_PAY: f"return 1 {name}",
        }.get(ctx, name)
    if action < Action.PICK_NUM:
        return _describe_player(s, ctx, action - Action.PICK_PLAYER)
    number = action - Action.PICK_NUM
    if ctx == Context.JV_BUILD:
        return _BUILDS[Build(number)]
    if ctx == Context.JV_SPLIT:
        return _SPLITS[Split(number)]
    what = "ICP" if ctx == Context.DEAL_QTY and s.draft[2] == Item.ICP else "tokens"
    return f"{number} {what}"


def _describe_player(s: np.record, ctx: Context, relative: int) -> str:
    if relative == 0 and ctx == Context.CARD_TARGET:
        return "the bank"
    name = f"player {(s.to_move + relative) % max(1, int(s.num_players))}"
    return {
        Context.DEAL_MENU: f"{name} gives",
        Context.DEAL_TO: f"to {name}",
        Context.CARD_INVITE: f"invite {name}",
    }.get(ctx, name)


def _describe_component(s: np.record, ctx: Context, action: int) -> str:
    if action < Action.PICK_ROCKET:
        return _describe_card(s, ctx, action - Action.PICK_CARD)
    if action < Action.PICK_RULE:
        name = in_words(_ROCKET_NAMES[action - Action.PICK_ROCKET])
        return {Context.BUY_MENU: f"buy a {name} rocket", Context.LAUNCH_MENU: f"launch a {name} rocket"}.get(
            ctx, f"a {name} rocket"
        )
    if action < Action.INVOKE:
        rule = action - Action.PICK_RULE
        return ("repeal " if s.rules >> rule & 1 else "propose ") + in_words(_RULE_NAMES[rule])
    if action < Action.END:
        return f"invoke the standing exchange of slot {action - Action.INVOKE}"
    if action < Action.PICK_ASSET:
        slot = action - Action.END
        return f"end the {'joint venture' if s.ag_kind[slot] == Agreement.JV else 'standing exchange'} of slot {slot}"
    if action < Action.PICK_HEX:
        relative, kind = divmod(action - Action.PICK_ASSET, ASSET_TYPES)
        colour = (s.to_move + relative) % max(1, int(s.num_players))
        whose = "" if relative == 0 else f" of player {colour}'s colour"
        return f"{_ASSET_VERBS.get(ctx, 'name')} {in_words(_ASSET_NAMES[kind])}{whose}".strip()
    return f"{_HEX_VERBS.get(ctx, 'name')} hex {action - Action.PICK_HEX}"


def _describe_card(s: np.record, ctx: Context, kind: int) -> str:
    name = in_words(_KIND_NAMES[kind])
    if kind == Kind.EMPTY_CARD:
        name += f" ({in_words(EmptyEffect(s.opt_empty).name)})"
    verb = {Context.EVENT_PICK_CARD: "discard", Context.DEAL_ITEM: "card:"}.get(ctx, "play")
    return f"{verb} {name}"


def name_components(tables: np.ndarray) -> tuple[str, ...]:
    """The assets of the four factions, the kinds of rockets and of negotiation cards, the rules of a Lunar Summit."""
    assets = (f"{faction.name.lower()} {name}" for faction in Faction for name in _ASSET_NAMES)
    return (*assets, *_ROCKET_NAMES, *_KIND_NAMES, *_RULE_NAMES)


def component_of(state: np.ndarray, tables: np.ndarray, action: int) -> int:
    """The asset or rocket that an action buys, the negotiation card that it plays or the rule that it proposes."""
    s = state[0]
    if s.ctx == Context.BUY_MENU and action >= Action.PICK_ASSET:
        return ASSET_TYPES * int(s.faction[s.to_move]) + action - Action.PICK_ASSET
    if s.ctx == Context.BUY_MENU and Action.PICK_ROCKET <= action < Action.PICK_RULE:
        return ASSETS + action - Action.PICK_ROCKET
    if s.ctx in _PLAYS and Action.PICK_CARD <= action < Action.PICK_ROCKET:
        return ASSETS + ROCKET_KINDS + action - Action.PICK_CARD
    return ASSETS + ROCKET_KINDS + KINDS + action - Action.PICK_RULE if s.ctx == Context.SUMMIT_RULE else NONE
