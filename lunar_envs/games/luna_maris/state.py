"""The state record.

Visibility in brackets: pub = all players, hid = nobody. Hands, rest piles and food are taken openly, so nothing is
known to its owner alone. Solo games use seats 0 (human) and 1 (automaton). NONE (-1) stands for "none".
"""

from lunar_envs.engine import random
from lunar_envs.engine.record import record_dtype

from .codes import (
    ADVANCED,
    CLEAN_UP_TERMS,
    DEMAND_TYPES,
    DEMANDS,
    DEPOTS,
    FINAL_TERMS,
    FOOD_SLOTS,
    FOODS,
    HIRE_SLOTS,
    IMPROVEMENTS,
    LEVEL_2,
    PLAYERS,
    RESEARCH_SPACES,
    ROOMS,
    ROUNDS,
    SCIENTISTS,
    SITES,
    STACK,
    TOOLS,
)

STATE = record_dtype(
    [
        *random.FIELDS,  # [hid]
        ("num_players", "i1"),  # human players, 1..4 [pub]
        ("seats", "i1"),  # 2..4, the automaton's included [pub]
        ("solo", "i1"),  # 0/1 [pub]
        ("solo_level", "i1"),  # Level; 0 if not solo [pub]
        ("variant", "i1"),  # 1 = recycling options of the advanced tile (R80) [pub]
        ("ctx", "i1"),  # Context [pub]
        ("round", "i1"),  # 1..5, 0 during the setup [pub]; read as s["round"], s.round is a method of numpy
        ("to_move", "i1"),  # seat 0..3 [pub]
        ("setup_idx", "i1"),  # how many seats have made the choice of this part of the setup, 0..3 [pub]
        ("decisions", "i4"),  # applied actions, forced ones included, 0..4000 [pub]
        ("order", "i1", (PLAYERS,)),  # seats in turn order, -1 [pub]
        ("next_order", "i1", (PLAYERS,)),  # seats that have ended their shift, in that order, -1 [pub]
        ("ended", "i1", (PLAYERS,)),  # 0/1 [pub]
        ("vp", "i2", (PLAYERS,)),  # 0.. [pub]
        ("energy", "i1", (PLAYERS,)),  # 0..6 [pub]
        ("water", "i1", (PLAYERS,)),  # 0..4 [pub]
        ("helium", "i1", (PLAYERS,)),  # 0..3 [pub]
        ("waste", "i1", (PLAYERS,)),  # 0..10 [pub]
        ("belt", "i2", (PLAYERS, 2, 2)),  # cubes by section and Ore [pub]
        ("o2_used", "i1", (PLAYERS,)),  # 0..10 [pub]
        ("stress", "i1", (PLAYERS,)),  # limit of the oxygen that may be used, 3..10 [pub]
        ("probes_left", "i1", (PLAYERS,)),  # 0..3 [pub]
        ("co2", "i1", (PLAYERS,)),  # steps down, 0..10 [pub]
        ("discs", "i1", (PLAYERS,)),  # free discs, 0..4 [pub]
        ("research", "i1", (PLAYERS, 2)),  # 0..4 by Track [pub]
        ("depot", "i1", (PLAYERS, DEPOTS)),  # 1 = not yet taken [pub]
        ("sci", "i1", (PLAYERS, SCIENTISTS)),  # Card [pub]
        ("l2_removed", "i1", (LEVEL_2,)),  # 1 = out of the game (automaton) [pub]
        ("l2_deck", "i1", (LEVEL_2,)),  # scientist ids, drawn from the end, -1 beyond [hid]
        ("l2_n", "i1"),  # 0..16 [pub]
        ("hire", "i1", (HIRE_SLOTS,)),  # scientist id 6..21, -1 [pub]
        ("food_loc", "i1", (FOODS,)),  # Food, or the seat that holds the card [pub]
        ("food_deck", "i1", (FOODS,)),  # food ids, drawn from the end, -1 beyond [hid]
        ("food_n", "i1"),  # 0..36 [pub]
        ("food_open", "i1", (FOOD_SLOTS,)),  # food id, -1 [pub]
        ("dem_owner", "i1", (DEMANDS,)),  # seat, -1 [pub]
        (
            "dem_stack",
            "i1",
            (DEMAND_TYPES, STACK),
        ),  # demand ids, -1 beyond; index 0 lies open [pub], the rest not [hid]
        ("dem_n", "i1", (DEMAND_TYPES,)),  # 0..5 [pub]
        ("tool", "i1", (PLAYERS,)),  # Tool, -1 [pub]
        ("tool_used", "i1", (PLAYERS,)),  # 0/1 [pub]
        ("tools_offer", "i1", (TOOLS,)),  # 1 = may be chosen; all 0 after the setup [pub]
        ("start_mask", "i1", (ROOMS,)),  # 1 = start room still free; all 0 after the setup [pub]
        ("at", "i1", (PLAYERS,)),  # Room, -1 before the start [pub]
        ("slot", "i1", (ROOMS,)),  # seat that holds the activation space, -1 [pub]
        ("site", "i1", (SITES,)),  # seat whose probe stands there, -1 [pub]
        ("adv_offer", "i1", (IMPROVEMENTS,)),  # Advanced, -1 once built [pub]
        ("adv_built", "i1", (ADVANCED,)),  # 0/1 [pub]
        ("imp_owner", "i1", (IMPROVEMENTS,)),  # seat, -1 [pub]
        ("rb_owner", "i1", (RESEARCH_SPACES,)),  # seat, -1 [pub]
        ("automaton_cards", "i1", (ROUNDS,)),  # card of each round, -1; up to the current one [pub], the rest [hid]
        ("automaton_step", "i1"),  # next action on the card, 0..6 [pub]
        ("cur_sci", "i1"),  # scientist in play, -1 [pub]
        ("first_room", "i1"),  # first room of the card in play, -1 [pub]
        ("second", "i1"),  # 1 from the choice of the second room on [pub]
        ("main_done", "i1"),  # 0/1, in the present room [pub]
        ("extra_done", "i1"),  # 0/1, in the present room [pub]
        ("pend_action", "i2"),  # id of the option that is being paid for, -1 [pub]
        ("pay_left", "i1"),  # cubes due [pub]
        ("feed_total", "i2"),  # value of the food discarded; scientists to return in FEED_RET [pub]
        ("feed_count", "i1"),  # food cards discarded in FEED_FOOD; scientists returned in FEED_RET, FEED_PTS [pub]
        ("resume_ctx", "i1"),  # Context to return to after T_FOOD and T_RET, -1 [pub]
        ("lab_first", "i1"),  # 1 while RBONUS rewards the first step of a visit [pub]
        ("clean_log", "i1", (ROUNDS, PLAYERS, CLEAN_UP_TERMS)),  # VP of R50, R51, R52 [pub]
        ("final_parts", "i2", (PLAYERS, FINAL_TERMS)),  # terms of R60 in its order, set at the end [pub]
        ("rank", "i1", (PLAYERS,)),  # 1.., 0 before the end [pub]
        ("truncated", "u1"),  # 0/1 [pub]
    ]
)
