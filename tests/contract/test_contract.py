"""Every game keeps the contract, and the check notices a game that does not."""

import re
import textwrap
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from toy import GAME as TOY

import lunar_envs
from lunar_envs import contract
from lunar_envs.contract import ContractError, check_game
from lunar_envs.engine import kernels
from lunar_envs.engine.game import Block, Game

pytestmark = pytest.mark.slow

HIDDEN = {
    "toy": {"deck", "hand"},
    "lunarchitects": {"stack"},
    "luna_maris": {"dem_stack", "l2_deck", "food_deck", "automaton_cards"},
    "moonbase_alpha": {
        "unit_strength",
        "unit_returned",
        "event_kind",
        "hand_card",
        "marker_place",
        "marker_order",
        "sel_kind",
    },
    "age_of_the_moon": {"hand", "known", "nego_deck", "event_deck", "rocket_pile", "ng_held_stop"},
}


def test_every_game_keeps_the_contract(game):
    coverage = check_game(game)
    assert coverage.games == 4 * (game.max_players - game.min_players + 1)
    assert coverage.resampled == HIDDEN[game.name] | {"rng"}


def test_same_seed_checks_the_same_games():
    assert check_game(TOY, games=2, seed=5) == check_game(TOY, games=2, seed=5)


def test_nobody_need_be_to_move_once_over():
    played = lunar_envs.make(TOY, num_players=3)
    played.reset(seed=5)
    while not any(played.terminations.values()):
        played.step(int(played.observe(played.agent_selection)["action_mask"].argmax()))
    last = played.record
    assert TOY.to_move(last) == -1
    table = lunar_envs.make(TOY, num_players=3)
    table.set_state(played.get_state())
    assert table.terminations == dict.fromkeys(table.agents, True)
    assert [info["rank"] for info in table.infos.values()] == TOY.ranks(last).tolist()


def test_equal_games_are_one_key():
    other = replace(TOY, title="Another copy")
    changed = replace(TOY, tables=np.zeros_like(TOY.tables), fingerprint="of other files")
    assert {TOY: 1}[other] == 1
    assert changed != TOY
    assert changed not in {TOY}
    assert TOY != "toy"


# -- planted faults: each takes the toy and a monkeypatch and returns a game that must not pass ------------------------

Fault = Callable[[Game, pytest.MonkeyPatch], Game]


def kernel(name: str, spoil: Callable) -> Fault:
    """``spoil(result, *arguments)`` runs after a kernel and gives the new result."""

    def plant(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
        original = getattr(kernels, name)
        monkeypatch.setattr(kernels, name, lambda *arguments: spoil(original(*arguments), *arguments))
        return game

    return plant


def method(name: str, spoil: Callable) -> Fault:
    """``spoil(result)`` gives the new result of a method of Game."""

    def plant(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
        original = getattr(Game, name)
        monkeypatch.setattr(Game, name, lambda *arguments: spoil(original(*arguments)))
        return game

    return plant


def attribute(**changes) -> Fault:
    return lambda game, monkeypatch: replace(game, **changes)


def misses_an_action(count, states, tables, masks):
    if count > 2:
        masks[0, np.flatnonzero(masks[0])[-1]] = 0


def allows_everything(count, states, tables, masks):
    masks[:] = count > 0


def leaves_a_forced_action(count, states, tables, masks):
    masks[0, 1:] = 0


def allows_nothing(count, states, tables, masks):
    masks[:] = 0


def counts_in_twos(count, states, tables, masks):
    masks *= 2


def sees_the_deck(result, states, tables, seat, observations):
    observations[0, 0] = states["deck"][0, 0] / 20


def sees_no_number(result, states, tables, seat, observations):
    observations[0, 3] = np.nan


def looks_and_takes(result, states, tables, seat, observations):
    states["points"] += 1


def keeps_the_generator(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    original = kernels.resample

    def resample(states, tables, seat, seed):
        generator = states["rng"].copy()
        original(states, tables, seat, seed)
        states["rng"] = generator

    monkeypatch.setattr(kernels, "resample", resample)
    return game


def starts_the_generator_alike(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    original = kernels.resample

    def resample(states, tables, seat, seed):
        original(states, tables, seat, seed)
        states["rng"] = game.new(seed=int(seed))["rng"]

    monkeypatch.setattr(kernels, "resample", resample)
    return game


def turns_the_deck_by_the_truth(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    original = kernels.resample

    def resample(states, tables, seat, seed):
        odd = states["deck"][0, 0] % 2
        original(states, tables, seat, seed)
        if odd:
            count = states["deck_n"][0]
            states["deck"][0, :count] = states["deck"][0, :count][::-1].copy()

    monkeypatch.setattr(kernels, "resample", resample)
    return game


def deals_the_own_card_anew(result, states, tables, seat, seed):
    states["hand"][0, seat] = 1 + states["hand"][0, seat] % 9


def draws_from_elsewhere(result, states, *_):
    states["points"] += np.random.default_rng().integers(1, 1000)


def draws_elsewhere_when_stepped(count, states, *_):
    if count != kernels.ILLEGAL:
        draws_from_elsewhere(None, states)
    return count


def advises_the_last(result, *_):
    return TOY.num_actions - 1


def touches_when_refusing(count, states, *_):
    if count == kernels.ILLEGAL:
        states["points"] += 1
    return count


def adds_a_reward(result, states, tables, kind, out):
    if states["num_players"][0] > 1:
        out += 1


def turns_rewards_round(result, states, tables, kind, out):
    if states["num_players"][0] > 1:
        out *= -1


def ends_untruncated(count, states, *_):
    states["truncated"] = 0
    return count


def dense(ranks):
    return np.unique(ranks, return_inverse=True)[1] + bool(ranks.any())


def keeps_the_old_observation(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    original = kernels.step_batch

    def step_batch(*arguments):
        old = arguments[9].copy()
        original(*arguments)
        if not np.isnan(old).any():
            arguments[9][0, 4:] = old[0, 4:]

    monkeypatch.setattr(kernels, "step_batch", step_batch)
    return game


def leaves_another_mask(result, *arguments):
    arguments[8][0, 0] = 0


def never_caps(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(contract, "MANY_DECISIONS", 100)
    return game


FAULTS = {
    "mask misses an action": (kernel("legal_actions", misses_an_action), "the mask forbids it|another mask"),
    "mask allows everything": (kernel("legal_actions", allows_everything), "IllegalAction"),
    "forced action left": (
        kernel("legal_actions", leaves_a_forced_action),
        "single legal action KEEP is left|forbids it",
    ),
    "empty mask": (kernel("legal_actions", allows_nothing), "no action is legal in context TURN"),
    "mask of twos": (kernel("legal_actions", counts_in_twos), "something else than 0 and 1"),
    "encoder sees the deck": (kernel("observe", sees_the_deck), r"blocks \['hand'\] of seat \d change"),
    "encoder gives NaN": (kernel("observe", sees_no_number), r"outside -1..1 in blocks \['points'\]"),
    "encoder changes the state": (kernel("observe", looks_and_takes), "changes the state"),
    "generator leaks": (keeps_the_generator, "coming draws leak"),
    "generator leaks to those who know the seed": (starts_the_generator_alike, "coming draws leak"),
    "draw depends on the truth": (turns_the_deck_by_the_truth, "draws by what it is to hide"),
    "own card dealt anew": (kernel("resample", deals_the_own_card_anew), r"blocks \['hand'\] of seat \d change"),
    "determinize draws elsewhere": (kernel("resample", draws_from_elsewhere), "differs for the same seed"),
    "step draws elsewhere": (kernel("try_step", draws_elsewhere_when_stepped), "differ after the same action"),
    "set-up draws elsewhere": (kernel("new_game", draws_from_elsewhere), "the same seed and actions lead to another"),
    "refusal changes the state": (kernel("try_step", touches_when_refusing), r"refused action \d changes the state"),
    "greedy player advises wrongly": (kernel("advise", advises_the_last), "advises the illegal action 3"),
    "rewards do not add up": (kernel("final_returns", adds_a_reward), "do not add up to 0"),
    "rewards turned round": (kernel("final_returns", turns_rewards_round), "do not follow ranks"),
    "rewards too early": (method("returns", lambda returns: returns + 1), "a reward is given before the end"),
    "ranks do not skip": (method("ranks", dense), "with shared ranks skipping"),
    "batch out of date": (keeps_the_old_observation, r"blocks \['clock'\] are out of date"),
    "batch mask": (kernel("step_batch", leaves_another_mask), "a step leaves another mask"),
    "no cap": (never_caps, "the game goes on after 100 decisions"),
    "describe says nothing": (attribute(describe_action=lambda *_: ""), "no words"),
    "describe says the same": (attribute(describe_action=lambda *_: "something"), "the same words twice"),
    "end without a reason": (attribute(describe_end=lambda s: ""), "gives no reason"),
    "scores of absent players": (attribute(final_scores=lambda s, t: s.points), "one number for each player"),
    "scores of other data": (attribute(final_scores=lambda s, t: s.points[: s.num_players] + 1), "scores.. differs"),
    "two actions of one name": (attribute(action_names=("KEEP", "SWAP", "SWAP", "END")), "two actions have"),
    "gap between blocks": (
        attribute(blocks_table=(Block("a", (1,), 0), Block("b", (5,), 2))),
        "b starts at 2, not 1",
    ),
    "default is no value": (attribute(options=(replace(TOY.options[0], default=7),)), "rounds=7"),
    "a field is missing": (attribute(dtype=TOY.tables.dtype), "no field num_players, to_move, .*, script_n"),
    "lone actions are not announced": (attribute(asks_alone=lambda s: False), "single legal action KEEP is left"),
    "cap without truncation": (kernel("try_step", ends_untruncated), "the cap ends the game and does not truncate it"),
}


@pytest.mark.parametrize(("fault", "message"), FAULTS.values(), ids=FAULTS)
def test_faults_are_found(fault, message, monkeypatch):
    with pytest.raises((ContractError, ValueError), match=message):
        check_game(fault(TOY, monkeypatch), games=30, seed=1)


def test_failure_can_be_reproduced(monkeypatch):
    game = keeps_the_old_observation(TOY, monkeypatch)
    with pytest.raises(ContractError) as failure:
        check_game(game)
    lines = str(failure.value).split("reproduce with\n")[1]
    names = {"game": game}
    exec(textwrap.dedent(lines), names)
    chosen = eval(re.search(r"in (\[.*\]):", lines)[1])
    assert len(chosen) == names["state"]["turn"][0]
