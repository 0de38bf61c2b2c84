"""The seat door passes Gymnasium's checker; the learner gets its own reward, mask and ends."""

import copy
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import lunar_envs
from lunar_envs import IllegalAction, SeatEnv
from lunar_envs.api import random_policy
from lunar_envs.games import VERSIONS

pytestmark = pytest.mark.slow


def seat_env(game: str, **arguments: Any) -> SeatEnv:
    return SeatEnv(lunar_envs.games[game], **arguments)


def gym_id(name: str) -> str:
    return f"lunar_envs/{name.title().replace('_', '')}-v{VERSIONS[name]}"


def first_legal(observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> int:
    return int(np.flatnonzero(mask)[0])


def episode(env: SeatEnv, seed: int | None = None) -> list[tuple]:
    """What the learner is told in one game in which it picks legal actions by a fixed rule."""
    observation, info = env.reset(seed=seed)
    told = [(observation.tobytes(), 0.0, False, False, info["action_mask"].tobytes())]
    while not (told[-1][2] or told[-1][3]):
        legal = np.flatnonzero(env.action_masks())
        observation, reward, terminated, truncated, info = env.step(legal[7 * len(told) % legal.size])
        told.append((observation.tobytes(), reward, terminated, truncated, info["action_mask"].tobytes()))
    return told


def test_check_env(setup, capsys):
    arguments = {key: value for key, value in setup.items() if key != "game"}
    env = gymnasium.make(gym_id(setup["game"]), illegal="forfeit", **arguments)
    check_env(env.unwrapped)


def test_registered(name, most):
    env = gymnasium.make(gym_id(name), num_players=most, seat=most - 1)
    assert (env.unwrapped.game, env.unwrapped.num_players) == (lunar_envs.games[name], most)
    many = gymnasium.make_vec(gym_id(name), num_envs=4, num_players=most)
    assert (many.game, many.num_envs, many.num_players) == (lunar_envs.games[name], 4, most)


@pytest.mark.parametrize("opponents", [None, random_policy, "greedy"])
def test_learner_decides_and_is_paid_at_the_end(setup, opponents):
    for seat in range(setup["num_players"]):
        env = seat_env(**setup, seat=seat, opponents=opponents)
        observation, info = env.reset(seed=seat)
        over = False
        while not over:
            assert env.game.to_move(env.record) == env.seat == seat
            np.testing.assert_array_equal(env.game.observe(env.record, seat), observation)
            np.testing.assert_array_equal(env.game.legal(env.record), info["action_mask"])
            np.testing.assert_array_equal(env.action_masks(), info["action_mask"])
            action = env.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            assert reward == (env.game.returns(env.record)[seat] if over else 0)
        assert env.game.is_over(env.record)
        assert truncated == env.game.is_truncated(env.record) != terminated
        assert info["rank"] == env.game.ranks(env.record)[seat]
        assert info["score"] == env.game.scores(env.record)[seat]
        assert info["reason"]
        assert not info["action_mask"].any()


def test_opponents_play_in_turn_order_after_the_learner(name, most):
    seen = []

    def policy(number: int) -> Any:
        def play(observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> int:
            seen.append((number, env.game.to_move(env.record)))
            np.testing.assert_array_equal(env.game.observe(env.record, seen[-1][1]), observation)
            np.testing.assert_array_equal(env.game.legal(env.record), mask)
            return random_policy(observation, mask, rng)

        return play

    env = seat_env(name, num_players=most, seat=1, opponents=[policy(k) for k in range(most - 1)])
    episode(env, seed=0)
    assert set(seen) == {(k, (2 + k) % most) for k in range(most - 1)}


def test_random_seat_reaches_every_seat(name, most):
    env = seat_env(name, num_players=most, seat="random")
    env.reset(seed=0)
    seats = set()
    for _ in range(30):
        env.reset()
        seats.add(env.seat)
    assert seats == set(range(most))


@pytest.mark.parametrize("opponents", [None, random_policy, "greedy"])
def test_seed_decides_everything(setup, opponents):
    env, double = (seat_env(**setup, seat="random", opponents=opponents) for _ in range(2))
    first = [episode(env, seed) for seed in (9, None)]
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002
    assert [episode(double, seed) for seed in (9, None)] == first
    assert first[0] != first[1]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_continue_alike(name, most, copied):
    env = seat_env(name, num_players=most)
    env.reset(seed=0)
    for _ in range(5):
        env.step(int(np.flatnonzero(env.action_masks())[-1]))
    double = copied(env)
    for _ in range(20):
        action = int(np.flatnonzero(env.action_masks())[-1])
        for told, expected in zip(double.step(action), env.step(action), strict=True):
            np.testing.assert_equal(told, expected)


@pytest.mark.parametrize(
    ("action", "error"), [(-1, IllegalAction), (10**6, IllegalAction), (1.5, TypeError), (None, TypeError)]
)
def test_refused_steps_leave_the_state_alone(name, action, error):
    env = seat_env(name)
    env.reset(seed=0)
    before = pickle.dumps(env)
    with pytest.raises(error):
        env.step(action)
    assert pickle.dumps(env) == before


def test_no_step_without_a_running_game(name):
    env = seat_env(name)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    episode(env, seed=0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_an_illegal_opponent_raises_even_if_the_learner_may_forfeit(name):
    env = seat_env(name, seat=1, illegal="forfeit", opponents=lambda observation, mask, rng: int(np.argmin(mask)))
    with pytest.raises(IllegalAction):
        episode(env, seed=0)


def play_on(env, info):
    while True:
        *_, info = env.step(int(info["action_mask"].argmax()))


def test_the_learner_never_moves_for_an_opponent_that_raised(name):
    def fails(observation, mask, rng):
        raise RuntimeError("lost")

    env = seat_env(name, opponents=random_policy)
    _, info = env.reset(seed=0)
    env.unwrapped.opponents = [fails]
    with pytest.raises(RuntimeError, match="lost"):
        play_on(env, info)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(int(env.unwrapped.action_masks().argmax()))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"opponents": 3}, "opponents must be"),
        ({"opponents": "best"}, "opponents must be"),
        ({"seat": 2}, "seat=2"),
        ({"seat": "last"}, "seat must be an integer"),
        ({"opponents": [random_policy] * 2}, "2 opponents"),
    ],
)
def test_wrong_arguments(name, arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        seat_env(name, **arguments)
