"""Shared victory by collaboration (R90-R92)."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    DEAL_ITEMS,
    FIRST_MODULE,
    GROUPS,
    MODULES,
    NONE,
    PLAYERS,
    Action,
    Context,
    Kind,
    Status,
    Tried,
)
from .board import is_operated, owner_mask
from .talks import begin_talk


@jit
def group_mask(s, group):
    """The members of a group, as a mask; group 0 holds the players outside groups."""
    members = 0
    for p in range(s.num_players):
        if s.joint[p] == group:
            members |= 1 << p
    return members


@jit
def modules_on_earth_or_moon(s, seats):
    """R90: bits of the module types that seats of a mask hold on Earth or deployed."""
    found = 0
    for c in range(s.num_players):
        for k in range(FIRST_MODULE, ASSET_TYPES):
            there = s.asset_status[c, k] == Status.EARTH or s.asset_status[c, k] == Status.DEPLOYED
            if there and owner_mask(s, c, k) & seats:
                found |= 1 << (k - FIRST_MODULE)
    return found


@jit
def deployed_modules(s, t, seats, operated):
    """R92, R93: bits of the module types that seats of a mask hold deployed; with ``operated`` only operated ones."""
    found = 0
    for c in range(s.num_players):
        for k in range(FIRST_MODULE, ASSET_TYPES):
            held = s.asset_status[c, k] == Status.DEPLOYED and owner_mask(s, c, k) & seats != 0
            if held and (not operated or is_operated(s, t, c, k)):
                found |= 1 << (k - FIRST_MODULE)
    return found


@jit
def is_successful(s, t, group):
    """R92: whether the members together hold all four module types deployed and operated."""
    members = group_mask(s, group)
    return members != 0 and count_bits(deployed_modules(s, t, members, True)) == MODULES


@jit
def free_group(s):
    """R90: the lowest free group number, or NONE."""
    for group in range(1, GROUPS + 1):
        if group_mask(s, group) == 0:
            return group
    return NONE


@jit
def may_propose_joint(s, t, p):
    """R90: whether a joint victory may be proposed, but for the cap of active actions."""
    if s.joint[p] or np.int64(s.tried[p]) & Tried.JOINT:
        return False
    outside = group_mask(s, 0)
    if count_bits(outside) < 2 or free_group(s) == NONE:
        return False
    return count_bits(modules_on_earth_or_moon(s, outside)) >= t.joint_min_modules


@jit
def propose_joint(s, p):
    """R33, R90: the one proposal of a player in this round."""
    s.tried[p] = np.int64(s.tried[p]) | Tried.JOINT
    begin_talk(s, p, Kind.JOINT_VICTORY)
    s.ctx = Context.CARD_INVITE


@jit
def offer_allies(s, p, mask):
    """R90: players outside groups who are not yet invited."""
    rest = group_mask(s, 0) & ~np.int64(s.ng_invited) & ~(1 << p)
    for q in range(s.num_players):
        if (rest >> q) & 1:
            mask[Action.PICK_PLAYER + (q - p) % s.num_players] = 1


@jit
def form_group(s):
    """R90: all have agreed; the list becomes the pledges of the group."""
    group = free_group(s)
    members = (1 << np.int64(s.ng_by)) | np.int64(s.ng_invited)
    for p in range(s.num_players):
        if (members >> p) & 1:
            s.joint[p] = group
    s.pledge_n[group - 1] = s.deal_n
    for i in range(s.deal_n):
        s.pledge[group - 1, i, 0] = s.deal[i, 0]
        s.pledge[group - 1, i, 1] = s.deal[i, 1]
        s.pledge[group - 1, i, 2] = s.deal[i, 3]
        s.pledge[group - 1, i, 3] = s.deal[i, 4]


@jit
def dissolve_group(s, group):
    """R90: a group and its pledges are no more."""
    for p in range(PLAYERS):
        if s.joint[p] == group:
            s.joint[p] = 0
    s.pledge_n[group - 1] = 0
    for i in range(DEAL_ITEMS):
        for j in range(4):
            s.pledge[group - 1, i, j] = 0


@jit
def settle_pledges(s):
    """R90: the pledges of a group are delivered in order if all can be; otherwise the group dissolves."""
    for group in range(1, GROUPS + 1):
        delivered = deliver_pledges(s, group)
        if delivered < s.pledge_n[group - 1]:
            for i in range(delivered - 1, -1, -1):
                move_pledge(s, group, i, -1)
            dissolve_group(s, group)


@jit
def deliver_pledges(s, group):
    """R90: deliver pledges until one cannot be; returns how many were delivered."""
    for i in range(s.pledge_n[group - 1]):
        pledge = s.pledge[group - 1, i]
        if s.res[pledge[0], pledge[2]] < pledge[3]:
            return i
        move_pledge(s, group, i, 1)
    return np.int64(s.pledge_n[group - 1])


@jit
def move_pledge(s, group, i, sign):
    """R90: one pledge is delivered, or with ``sign`` -1 taken back."""
    pledge = s.pledge[group - 1, i]
    amount = sign * np.int64(pledge[3])
    s.res[pledge[0], pledge[2]] -= amount
    s.res[pledge[1], pledge[2]] += amount
