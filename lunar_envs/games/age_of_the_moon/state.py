"""The state record.

Visibility in brackets: pub = all players, own = the player of the row only, hid = nobody. Masks have one bit a seat.
"""

from lunar_envs.engine import random
from lunar_envs.engine.record import record_dtype

from .codes import (
    ASSET_TYPES,
    CARDS,
    DEAL_ITEMS,
    EVENTS,
    GROUPS,
    HEXES,
    KINDS,
    PLAYERS,
    RESOURCES,
    ROCKETS,
    SLOTS,
)

STATE = record_dtype(
    [
        *random.FIELDS,  # [hid]
        ("num_players", "i1"),  # 2..4 [pub]
        ("opt_pro", "i1"),  # 0/1 [pub]
        ("opt_round1_refill", "i1"),  # 0/1 [pub]
        ("opt_empty", "i1"),  # EmptyEffect [pub]
        ("opt_stop_pen", "i1"),  # ICP [pub]
        ("opt_ask_idle", "i1"),  # 0..2 [pub]
        ("round", "i2"),  # 1..30 [pub]
        ("phase", "i1"),  # Phase [pub]
        ("ctx", "i1"),  # Context [pub]
        ("to_move", "i1"),  # seat, -1 at the end [pub]
        ("start", "i1"),  # Start-Player of the round [pub]
        ("cur", "i1"),  # seat whose turn it is, or who draws an event [pub]
        ("pass_count", "i1"),  # consecutive passes, 0..4 [pub]
        ("turn_acted", "i1"),  # 0/1: purchase or negotiation in this turn of phase 4 or 5 [pub]
        ("decisions", "i4"),  # asked decisions [pub]
        ("table_changes", "i4"),  # decisions that may have changed what lies on the table; see changes_table() [pub]
        ("nego_count", "i2"),  # active negotiation actions this round [pub]
        ("die_last", "i1"),  # 0..6 [pub]
        ("quarter_last", "i1"),  # 0..4 [pub]
        ("cur_event", "i1"),  # event being resolved, -1 [pub]
        ("supply", "i2", (RESOURCES,)),  # tokens [pub]
        ("faction", "i1", (PLAYERS,)),  # Faction, -1 absent [pub]
        ("res", "i2", (PLAYERS, RESOURCES)),  # tokens [pub]
        ("icp", "i1", (PLAYERS,)),  # -10..10 [pub]
        ("hand", "i1", (PLAYERS, KINDS)),  # cards of each kind [own; size pub]
        ("open_priv", "u1", (PLAYERS,)),  # 0/1: Open Negotiation Privilege face up [pub]
        ("free_reuse", "u1", (PLAYERS,)),  # stored free reuses [pub]
        ("jammed", "u1", (PLAYERS,)),  # 0/1: cannot launch this round [pub]
        ("tried", "u1", (PLAYERS,)),  # Tried [pub]
        ("refill_plus", "i1", (PLAYERS,)),  # lunars more at every refill [pub]
        (
            "known",
            "i1",
            (PLAYERS, PLAYERS, KINDS),
        ),  # [v, p, k]: cards of kind k that v knows p to hold [row v own to v]
        ("nego_deck", "i1", (CARDS,)),  # kinds, top = last [hid]
        ("nego_deck_n", "i1"),  # 0..32 [pub]
        ("nego_discard", "i1", (KINDS,)),  # cards of each kind [pub]
        ("in_play", "i1"),  # kind of the card being resolved, -1 [pub]
        ("event_deck", "i1", (EVENTS,)),  # event ids, top = last [hid]
        ("event_deck_n", "i1"),  # 0..38 [pub]
        ("event_place", "i1", (EVENTS,)),  # Place [pub]
        ("no_surface", "i1"),  # 0/1: no surface asset may be loaded this round [pub]
        ("rideshare", "i1"),  # lunars off each rocket this round [pub]
        ("rules", "u2"),  # bit k: summit rule k (4..9) holds [pub]
        ("rocket_pile", "i1", (ROCKETS,)),  # rocket ids, top = last [hid above rocket_known_n]
        ("rocket_pile_n", "i1"),  # 0..16 [pub]
        ("rocket_known_n", "i1"),  # how many of the lowest are public [pub]
        ("rocket_kind", "i1", (ROCKETS,)),  # RocketKind, never changes [pub]
        ("rocket_loc", "i1", (ROCKETS,)),  # IN_PILE, IN_MARKET or the owner [pub, as counts]
        ("rocket_slot", "i1", (ROCKETS,)),  # market slot 0..3, -1 [pub]
        ("rocket_flown", "u1", (ROCKETS,)),  # 0/1: launched since it left the market [pub]
        ("rocket_reused", "u1", (ROCKETS,)),  # 0/1: reused this round [pub]
        ("asset_status", "i1", (PLAYERS, ASSET_TYPES)),  # Status [pub]
        ("asset_owner", "i1", (PLAYERS, ASSET_TYPES)),  # seat [pub]
        ("asset_hex", "i1", (PLAYERS, ASSET_TYPES)),  # hex of a deployed surface asset or rover, -1 [pub]
        ("asset_blocked", "u1", (PLAYERS, ASSET_TYPES)),  # 0/1 [pub]
        ("op_paid", "u1", (PLAYERS, ASSET_TYPES)),  # mask of the seats that paid for operation [pub]
        ("co_mask", "u1", (PLAYERS, ASSET_TYPES)),  # mask of the seats that share it, without the owner [pub]
        ("co_kind", "u1", (PLAYERS, ASSET_TYPES)),  # Sharing [pub]
        ("co_split", "u1", (PLAYERS, ASSET_TYPES)),  # Split of a joint venture [pub]
        ("co_until", "u1", (PLAYERS, ASSET_TYPES)),  # round after whose phase 1 a temporary sharing ends [pub]
        ("hex_share", "u1", (HEXES,)),  # 0 or mask of two seats [pub]
        ("ag_kind", "i1", (SLOTS,)),  # Agreement [pub]
        ("ag_by", "i1", (SLOTS,)),  # seat that proposed it, -1 [pub]
        ("ag_target", "i1", (SLOTS,)),  # the other seat or the target, -1 [pub]
        ("ag_members", "u1", (SLOTS,)),  # mask [pub]
        ("ag_a", "i1", (SLOTS,)),  # resource that ag_by gives; Split of a joint venture; -1 [pub]
        ("ag_b", "i1", (SLOTS,)),  # resource that ag_target gives, -1 [pub]
        ("ag_amt", "i1", (SLOTS,)),  # tokens of each; ICP lost by a tension [pub]
        ("ag_hex", "i1", (SLOTS,)),  # hex of a shared region, -1 [pub]
        ("ag_asset", "i1", (SLOTS,)),  # index of a shared asset, -1 [pub]
        ("ag_round", "i1", (SLOTS,)),  # round in which it was made [pub]
        ("ag_used", "i1", (SLOTS,)),  # 0/1: invoked, or its end refused, this round [pub]
        ("ag_card", "i1", (SLOTS,)),  # 0/1: the card lies there [pub]
        ("joint", "i1", (PLAYERS,)),  # joint-victory group, 0 = none [pub]
        ("pledge_n", "i1", (GROUPS,)),  # 0..6 [pub]
        ("pledge", "i1", (GROUPS, DEAL_ITEMS, 4)),  # from, to, resource, tokens [pub]
        ("launch_rocket", "i1"),  # rocket id until it is settled after the roll, -1 [pub]
        ("launch_left", "i1"),  # capacity left [pub]
        ("sel_asset", "i1"),  # index of the asset being deployed or of the rover being moved, -1 [pub]
        ("ng_kind", "i1"),  # Kind of the negotiation under way, -1 [pub]
        ("ng_by", "i1"),  # proposer or user, -1 [pub]
        ("ng_target", "i1"),  # seat, -1 [pub]
        ("ng_editor", "i1"),  # who writes the terms, -1 [pub]
        ("ng_counters", "i1"),  # counter-offers made [pub]
        ("ng_steps", "i2"),  # choices made in this edit [pub]
        ("ng_invited", "u1"),  # mask [pub]
        ("ng_pending", "u1"),  # mask of those who still have to answer or vote [pub]
        ("ng_accepted", "u1"),  # mask [pub]
        ("ng_yes", "u1"),  # mask [pub]
        ("ng_stop_pending", "u1"),  # mask of those who are still asked for a STOP [pub]
        ("ng_targets", "u1"),  # mask of all whom a hostile card hits [pub]
        ("ng_held_stop", "u1"),  # mask of those who passed while holding STOP [hid]
        ("ng_a", "i1"),  # resource given or attacked, -1 [pub]
        ("ng_b", "i1"),  # resource received, -1 [pub]
        ("ng_amt", "i1"),  # tokens of each [pub]
        ("ng_hex", "i1"),  # -1 [pub]
        ("ng_asset", "i1"),  # asset index, -1 [pub]
        ("ng_x", "i1"),  # Build of a joint venture; slot of its exit; -1 [pub]
        ("ng_y", "i1"),  # Split of a joint venture, -1 [pub]
        ("ng_rule", "i1"),  # Rule, -1 [pub]
        ("deal", "i1", (DEAL_ITEMS, 5)),  # from, to, Item, argument, quantity [pub]
        ("deal_n", "i1"),  # 0..6 [pub]
        ("draft", "i1", (4,)),  # from, to, Item, argument of the item being written, -1 [pub]
        ("ev_pending", "u1"),  # mask of those who still have to resolve the event [pub]
        ("ret_ctx", "i1"),  # menu to which a negotiation returns [pub]
        ("ret_player", "i1"),  # whose menu, -1 [pub]
        ("op_pending_hex", "i1"),  # goal of a rover that waits for consent, -1 [pub]
        ("consent_mask", "u1"),  # mask of those who still have to consent [pub]
        ("pay_left", "i1"),  # tokens still to be returned [pub]
        ("winners", "u1"),  # mask [pub]
        ("rank", "i1", (PLAYERS,)),  # 1.., 0 before the end [pub]
        ("points", "i2", (PLAYERS,)),  # scores, set at the end [pub]
        ("done", "u1"),  # 0/1 [pub]
        ("truncated", "u1"),  # 0/1 [pub]
    ]
)
