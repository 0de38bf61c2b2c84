"""The vector door plays exactly the games that the single ones play."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

import lunar_envs
from lunar_envs import IllegalAction, LunarVectorEnv
from lunar_envs.engine import kernels
from lunar_envs.engine.batch import Batch
from lunar_envs.engine.game import REWARDS

pytestmark = pytest.mark.slow

BATCH = 5


def choose(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def same(batch: dict[str, np.ndarray], row: int, single: dict[str, np.ndarray]) -> None:
    for key, value in single.items():
        np.testing.assert_array_equal(batch[key][row], value)


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("reward", REWARDS)
def test_equals_single_games(setup, copy, reward):
    many = lunar_envs.make_vec(**setup, num_envs=BATCH, reward=reward, copy=copy)
    ones = [lunar_envs.make(**setup, reward=reward) for _ in range(BATCH)]
    observations, infos = many.reset(seed=1)
    for one, seed in zip(ones, many.game_seeds, strict=True):
        one.reset(seed=seed)
    rng = np.random.default_rng(2)
    ends = np.zeros(BATCH, int)
    while ends.min() < 2:
        for row, one in enumerate(ones):
            same(observations, row, one.observe(one.agent_selection))
            assert infos["to_move"][row] == one.possible_agents.index(one.agent_selection)
        actions = choose(observations["action_mask"], rng)
        actors = infos["to_move"].copy()
        observations, rewards, terminated, truncated, infos = many.step(actions)
        np.testing.assert_array_equal(infos["actor"], actors)
        for row, one in enumerate(ones):
            actor = one.agent_selection
            one.step(actions[row])
            assert rewards[row] == np.float32(one.rewards[actor])
            assert (terminated[row], truncated[row]) == (one.terminations[actor], one.truncations[actor])
            if terminated[row] or truncated[row]:
                assert infos["_final_obs"][row]
                np.testing.assert_array_equal(infos["returns"][row], np.float32(list(one.rewards.values())))
                for key, value in one.observe(actor).items():
                    np.testing.assert_array_equal(infos["final_obs"][row][key], value)
                one.reset(seed=many.game_seeds[row])
                ends[row] += 1
        assert ("final_obs" in infos) == (terminated | truncated).any()


def test_is_a_gymnasium_vector_env(setup):
    env = lunar_envs.make_vec(**setup, num_envs=BATCH)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, _ = env.reset(seed=0)
    rng = np.random.default_rng(0)
    for _ in range(50):
        assert observations in env.observation_space
        observations, rewards, terminated, truncated, infos = env.step(choose(observations["action_mask"], rng))
        assert (rewards.dtype, terminated.dtype, truncated.dtype) == (np.float32, bool, bool)
        assert {key: infos[key].dtype for key in ("to_move", "actor", "returns")} == {
            "to_move": np.int8,
            "actor": np.int8,
            "returns": np.float32,
        }
        assert infos["returns"].shape == (BATCH, setup["num_players"])


def arrays(value: Any) -> list[np.ndarray]:
    if isinstance(value, np.ndarray) and value.dtype != object:
        return [value]
    parts = value.values() if isinstance(value, dict) else value
    return [a for part in parts if part is not None for a in arrays(part)]


@pytest.mark.parametrize("copy", [True, False])
def test_copies_are_the_callers_and_views_are_read_only(name, copy):
    env = lunar_envs.make_vec(name, BATCH, copy=copy)
    rng = np.random.default_rng(0)
    given, kept, ends = [], [], 0
    observations, infos = env.reset(seed=0)
    while ends < 4 * BATCH:
        if not given or "final_obs" in infos:
            given.append([*arrays(observations), *arrays({key: infos[key] for key in infos if key[0] != "_"})])
            kept.append([array.copy() for array in given[-1]])
        ends += np.count_nonzero(infos.get("_final_obs", 0))
        observations, *_, infos = env.step(choose(observations["action_mask"], rng))
    assert all(array.flags.writeable == copy for step in given for array in step)
    for step, then in zip(given, kept, strict=True):
        assert all(map(np.array_equal, step, then)) == copy


def test_batch_copies_all_rows(name):
    batch = Batch(lunar_envs.games[name], BATCH)
    batch.reset()
    actions = choose(batch.masks, np.random.default_rng(0))
    actions[1] = kernels.NO_ACTION
    copies = np.full_like(batch.observations, np.nan)
    batch.step(actions, copies=copies)
    np.testing.assert_array_equal(copies, batch.observations)


def started(name: str, **arguments: Any) -> tuple[LunarVectorEnv, np.ndarray]:
    env = lunar_envs.make_vec(name, BATCH, **arguments)
    observations, _ = env.reset(seed=3)
    return env, choose(observations["action_mask"], np.random.default_rng(3))


@pytest.mark.parametrize("wrong", [-1, -2, 10**6, "illegal"])
def test_illegal_action_is_named_and_nothing_moves(name, wrong):
    env, actions = started(name)
    actions[2] = np.argmin(env.game.legal(env.game.clone(env.records[2:3]))) if wrong == "illegal" else wrong
    before = pickle.dumps(env)
    with pytest.raises(IllegalAction, match=r"env 2: .*seat \d in context \w+; \d+ legal"):
        env.step(actions)
    assert pickle.dumps(env) == before


@pytest.mark.parametrize(
    "spoil",
    [lambda a: a.astype(float), lambda a: a[:-1], lambda a: a[:, None], lambda a: a.astype(bool), lambda a: None],
    ids=["float", "short", "column", "bool", "None"],
)
def test_wrong_action_arrays(name, spoil):
    env, actions = started(name)
    with pytest.raises(TypeError, match="integers of shape"):
        env.step(spoil(actions))


def test_actions_of_any_integer_type(name):
    results = []
    for dtype in (np.int8, np.uint8, np.int32, np.int64, np.uint64):
        env, actions = started(name)
        if actions.max() > np.iinfo(dtype).max:
            continue
        results.append(env.step(actions.astype(dtype))[0]["observation"].tobytes())
    env, actions = started(name)
    results.append(env.step(actions.tolist())[0]["observation"].tobytes())
    assert len(set(results)) == 1


def test_wraps_no_huge_action_into_a_legal_one(name):
    env, actions = started(name)
    actions = actions.astype(np.uint64)
    actions[1] = 2**64 - 1
    with pytest.raises(IllegalAction, match="env 1"):
        env.step(actions)


def test_reset_first(name):
    with pytest.raises(gymnasium.error.ResetNeeded):
        lunar_envs.make_vec(name, BATCH).step(np.zeros(BATCH, int))


def test_seeds(name):
    env = lunar_envs.make_vec(name, BATCH)

    def states(seed: Any) -> bytes:
        env.reset(seed=seed)
        return env.records.tobytes()

    first, then = states(7), states(None)
    assert first != then
    assert (states(7), states(None)) == (first, then)
    assert states([7, 8, 9, 10, 11]) == first
    assert len(np.unique(env.game_seeds)) == BATCH
    env.reset(seed=7)
    fresh = env.game_seeds
    env.reset()
    following = env.game_seeds
    env.reset(seed=7)
    env.reset(seed=[7, None, 9, None, 11])
    assert env.game_seeds.tolist() == [fresh[0], following[1], fresh[2], following[3], fresh[4]]
    with pytest.raises(ValueError, match="2 seeds"):
        env.reset(seed=[1, 2])


def test_games_differ_without_a_seed(name):
    first, second = (lunar_envs.make_vec(name, BATCH) for _ in range(2))
    first.reset()
    second.reset()
    assert len({*first.game_seeds.tolist(), *second.game_seeds.tolist()}) == 2 * BATCH


@pytest.mark.parametrize(
    ("arguments", "error"),
    [({"num_envs": 0}, ValueError), ({"num_envs": 1.5}, TypeError), ({"num_envs": 2, "reward": "money"}, ValueError)],
)
def test_wrong_arguments(name, arguments, error):
    with pytest.raises(error):
        lunar_envs.make_vec(name, **arguments)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("copies", [True, False])
def test_duplicates_go_on_alike(name, copies, duplicate):
    env, actions = started(name, copy=copies)
    env.step(actions)
    double = duplicate(env)
    rng = np.random.default_rng(9)
    masks = env.game.masks(BATCH)
    for _ in range(60):
        for row in range(BATCH):
            masks[row] = env.game.legal(env.game.clone(env.records[row : row + 1]))
        actions = choose(masks, rng)
        for one, other in zip(env.step(actions)[:4], double.step(actions)[:4], strict=True):
            for array, again in zip(arrays(one), arrays(other), strict=True):
                np.testing.assert_array_equal(array, again)
