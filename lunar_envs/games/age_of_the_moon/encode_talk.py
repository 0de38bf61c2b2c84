"""The negotiation under way and its deal in the observation (blocks H and H2)."""

from lunar_envs.engine.jit import jit

from . import blocks
from .blocks import (
    ONE,
    asset_number,
    clear,
    encode_place,
    mark,
    mark_seat,
    mark_seats,
    numbered,
    seat_number,
    unit,
)
from .codes import (
    ASSET_TYPES,
    DEAL_ITEMS,
    KINDS,
    MOST_OF_ONE_KIND,
    RESOURCES,
    ROCKET_KINDS,
    SUMMIT_RULES,
    TERM_CHOICES,
    Context,
    Item,
)

# -- H: negotiation ----------------------------------------------------------------------------------------------------


@jit
def encode_talk(s, t, seat, out):
    """The negotiation under way (block H)."""
    out[blocks.KIND + int(s.ng_kind)] = ONE
    mark_seat(s, out, blocks.BY, s.ng_by, seat)
    mark_seat(s, out, blocks.TARGET, s.ng_target, seat)
    mark_seats(s, out, blocks.INVITED, s.ng_invited, seat)
    if s.ctx != Context.STOP_WINDOW:
        mark_seats(s, out, blocks.PENDING, s.ng_pending, seat)
    mark_seats(s, out, blocks.ACCEPTED, int(s.ng_accepted) | int(s.ng_yes), seat)
    mark(out, blocks.A, s.ng_a, RESOURCES)
    mark(out, blocks.B, s.ng_b, RESOURCES)
    out[blocks.AMOUNT] = unit(s.pay_left if s.ctx == Context.SANCTION_PAY else s.ng_amt, MOST_OF_ONE_KIND)
    mark(out, blocks.X, s.ng_x, TERM_CHOICES)
    mark(out, blocks.Y, s.ng_y, TERM_CHOICES)
    mark(out, blocks.RULE, s.ng_rule, SUMMIT_RULES)
    out[blocks.COUNTERS] = unit(s.ng_counters, blocks.MOST_COUNTERS)
    out[blocks.STEPS] = unit(s.ng_steps, blocks.MOST_STEPS)
    mark_seat(s, out, blocks.DRAFT_FROM, s.draft[0], seat)
    mark_seat(s, out, blocks.DRAFT_TO, s.draft[1], seat)
    if s.draft[2] >= 0:
        out[blocks.DRAFT_ITEM + int(s.draft[2])] = ONE


@jit
def encode_selection(s, t, seat, out):
    """The hex and the asset that a negotiation, a deployment or a move is about (block H)."""
    ctx = s.ctx
    moved = ctx == Context.ROVER_MOVE or ctx == Context.ROVER_CONSENT
    asset = int(s.sel_asset if moved or ctx == Context.DEPLOY_HEX else s.ng_asset)
    if asset >= 0:
        mark_seat(s, out, blocks.COLOUR, asset // ASSET_TYPES, seat)
        out[blocks.TYPE + asset % ASSET_TYPES] = ONE
    h = int(s.op_pending_hex if ctx == Context.ROVER_CONSENT else s.ng_hex)
    if h >= 0:
        encode_place(t, h, out, blocks.GOAL)
        out[blocks.GOAL + 2] = ONE


@jit
def encode_deal(s, seat, out):
    """The transfers on the list (block H2)."""
    for i in range(s.deal_n):
        encode_item(s, s.deal[i], seat, out, blocks.DEAL + blocks.ITEM_ROW * i)
    for i in range(s.deal_n, DEAL_ITEMS):
        at = blocks.DEAL + blocks.ITEM_ROW * i
        if out[at + blocks.VALID] == 0:
            break  # the transfers that the row shows lie at its beginning
        clear(out, at, at + blocks.ITEM_ROW)


@jit
def encode_item(s, item, seat, out, at):
    """One transfer."""
    clear(out, at, at + blocks.ITEM_ROW)
    out[at + blocks.VALID] = ONE
    out[at + blocks.FROM] = seat_number(s, item[0], seat)
    out[at + blocks.TO] = seat_number(s, item[1], seat)
    kind = int(item[2])
    out[at + blocks.ITEM + kind] = ONE
    if kind == Item.RESOURCE:
        out[at + blocks.ITEM_RES + int(item[3])] = ONE
    elif kind == Item.ASSET:
        out[at + blocks.ITEM_ASSET] = asset_number(s, item[3], seat)
    elif kind == Item.CARD:
        out[at + blocks.ITEM_CARD] = numbered(item[3], KINDS)
    elif kind == Item.ROCKET:
        out[at + blocks.ITEM_ROCKET] = numbered(item[3], ROCKET_KINDS)
    out[at + blocks.QUANTITY] = unit(item[4], MOST_OF_ONE_KIND)
