"""Generic compiled loops: what Python calls. Each has exactly one compiled signature per game.

Arrays: ``states`` record[B], ``tables`` record[1] (read-only), ``masks`` int8[B, N],
``observations`` float32[B, D]. Functions for one game take B = 1 and index 0.
No function here checks more than it says; ``Game`` and the doors check what users pass.
"""

from . import rules
from .jit import jit
from .masks import pick
from .random import branch, mix, next_seed, seed_generator

ILLEGAL = -1
NO_ACTION = -1


@jit
def begin(s, t, seed, num_players, options, mask):
    """Set up a blank record; returns the count of legal actions."""
    seed_generator(s, seed)
    s.num_players = num_players
    return rules.setup(s, t, options, mask)


@jit
def encode(s, t, seat, out):
    """Write the whole observation of ``seat``."""
    rules.encode_slow(s, t, seat, out)
    rules.encode_fast(s, t, seat, out)


@jit(cache=True)
def new_game(states, tables, seed, num_players, options, masks):
    """Set up the blank ``states[0]``; returns the count of legal actions."""
    return begin(states[0], tables[0], seed, num_players, options, masks[0])


@jit(cache=True)
def legal_actions(states, tables, masks):
    """Write the mask of ``states[0]``; returns the count of legal actions."""
    return rules.legal(states[0], tables[0], masks[0])


@jit(cache=True)
def try_step(states, tables, action, masks):
    """Apply ``action`` to ``states[0]`` if it is legal.

    Returns the count of legal actions that follow, or ILLEGAL with the state untouched. Writes the mask in either case,
    so NO_ACTION serves to ask for it.
    """
    s = states[0]
    t = tables[0]
    mask = masks[0]
    rules.legal(s, t, mask)
    if action < 0 or action >= mask.shape[0] or mask[action] == 0:
        return ILLEGAL
    return rules.step(s, t, action, mask)


@jit(cache=True)
def observe(states, tables, seat, observations):
    """Write the observation of ``seat`` of ``states[0]``."""
    encode(states[0], tables[0], seat, observations[0])


@jit(cache=True)
def final_returns(states, tables, kind, out):
    """Write the rewards of all seats of the finished game ``states[0]``; ``out`` is float32[1, seats]."""
    rules.returns(states[0], tables[0], kind, out[0])


@jit(cache=True)
def resample(states, tables, seat, seed):
    """Re-sample in place what ``seat`` cannot know of ``states[0]``; the game's own seed serves like any other."""
    seed_generator(states[0], branch(seed))
    rules.determinize(states[0], tables[0], seat)


@jit(cache=True)
def advise(states, tables, masks):
    """The greedy player's choice of the legal actions that ``masks[0]`` leaves it.

    ``states[0]`` is a copy made for it: choosing among equals moves its generator on.
    """
    return rules.greedy(states[0], tables[0], masks[0])


@jit(cache=True)
def pick_random(masks, seeds, actions):
    """Write one uniformly random legal action per row to ``actions`` (int64[B]); advances ``seeds`` (uint64[B])."""
    for i in range(masks.shape[0]):
        seeds[i] = next_seed(seeds[i])
        actions[i] = pick(masks[i], seeds[i])


@jit(cache=True)
def play_random(states, tables, seat, seed, masks):
    """Play ``states[0]`` on with random legal actions until ``seat`` is to move or the game is over.

    With ``seat`` = -1 it plays to the end. Returns the number of decisions taken.
    """
    s = states[0]
    t = tables[0]
    mask = masks[0]
    decisions = 0
    rules.legal(s, t, mask)
    while not rules.is_over(s) and s.to_move != seat:
        seed = next_seed(seed)
        rules.step(s, t, pick(mask, seed), mask)
        decisions += 1
    return decisions


@jit(cache=True)
def first_illegal(masks, actions, least):
    """The first row whose action is out of range or illegal, or -1; NO_ACTION passes where it is ``least``, else 0."""
    for i in range(actions.shape[0]):
        a = actions[i]
        if a < least or a >= masks.shape[1] or (a >= 0 and masks[i, a] == 0):
            return i
    return -1


@jit(cache=True)
def game_seeds(seeds, out):
    """Write the seeds (uint64[B]) of the games that were last set up from the streams ``seeds``."""
    for i in range(seeds.shape[0]):
        out[i] = mix(seeds[i])


@jit
def reset_one(i, states, tables, blank, seeds, num_players, options, masks, observations, epochs, seats):
    """Start game ``i`` of a batch anew from its next seed."""
    states[i] = blank[0]
    s = states[i]
    seeds[i] = next_seed(seeds[i])
    begin(s, tables[0], mix(seeds[i]), num_players, options, masks[i])
    refresh(s, tables[0], observations[i], True, i, epochs, seats)


@jit
def refresh(s, t, out, anew, i, epochs, seats):
    """Bring row ``i`` of the observations up to date for the seat to move."""
    epoch = rules.epoch(s)
    if anew or epochs[i] != epoch or seats[i] != s.to_move:
        rules.encode_slow(s, t, s.to_move, out)
        epochs[i] = epoch
        seats[i] = s.to_move
    rules.encode_fast(s, t, s.to_move, out)


@jit(cache=True)
def reset_batch(states, tables, blank, seeds, num_players, options, masks, observations, epochs, seats):
    """Start all games of a batch from the next seed of each."""
    for i in range(states.shape[0]):
        reset_one(i, states, tables, blank, seeds, num_players, options, masks, observations, epochs, seats)


@jit
def copy_row(i, source, target):
    """Copy row ``i``, if ``target`` has rows."""
    if target.shape[0]:
        for j in range(source.shape[1]):
            target[i, j] = source[i, j]


@jit(cache=True)
def step_batch(
    states, tables, blank, seeds, num_players, options, actions, kind,
    masks, observations, epochs, seats, actors, rewards, returns, terminated, truncated, final_observations, copies,
):  # fmt: skip
    """Apply one legal action in every game whose action is not NO_ACTION, and start finished games anew.

    Returns how many games have ended.

    Per game: ``actors`` int8 the seat that acted and ``rewards`` float32 its reward, ``seats`` int8 the seat that acts
    next, ``terminated`` and ``truncated`` bool whether it ended, and how; for ended games ``returns`` float32[B, seats]
    holds the rewards of all seats and ``final_observations`` float32[B, D] what the seat that acted saw at the end.
    ``copies``, which is float32[B, D] or, for none, [0, D], gets a copy of the observations, row by row while each is
    in the cache.
    """
    t = tables[0]
    ended = 0
    for i in range(states.shape[0]):
        terminated[i] = False
        truncated[i] = False
        actors[i] = seats[i]
        rewards[i] = 0
        if actions[i] != NO_ACTION:
            s = states[i]
            rules.step(s, t, actions[i], masks[i])
            if rules.is_over(s):
                ended += 1
                truncated[i] = s.truncated != 0
                terminated[i] = s.truncated == 0
                rules.returns(s, t, kind, returns[i])
                rewards[i] = returns[i, actors[i]]
                encode(s, t, actors[i], final_observations[i])
                reset_one(i, states, tables, blank, seeds, num_players, options, masks, observations, epochs, seats)
            else:
                refresh(s, t, observations[i], False, i, epochs, seats)
        copy_row(i, observations, copies)
    return ended
