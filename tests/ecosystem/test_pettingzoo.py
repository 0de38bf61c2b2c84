"""The AEC door passes PettingZoo's own tests, ends as documented, and copies exactly."""

import copy
import importlib
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import lunar_envs
from lunar_envs import IllegalAction, LunarEnv
from lunar_envs.engine.game import REWARDS
from lunar_envs.games import VERSIONS

pytestmark = pytest.mark.slow

# PettingZoo white-lists its own Dict observations and warns about everybody else's.
dict_observations = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box",
    "ignore:Action mask numpy array is all zeros",
)


def choose(env: LunarEnv, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))


def play(env: LunarEnv, rng: np.random.Generator, decisions: int = 10**6) -> Iterator[tuple]:
    """Play on at random until the game is over; yields what the seat to move is told before each decision."""
    for _ in range(decisions):
        if any(env.terminations.values()) or any(env.truncations.values()):
            return
        observation, *told = env.last()
        yield env.agent_selection, observation["observation"].tobytes(), observation["action_mask"].tobytes(), *told
        env.step(choose(env, rng))


def play_to_end(env: LunarEnv, seed: int = 0) -> LunarEnv:
    env.reset(seed=seed)
    for _ in play(env, np.random.default_rng(seed)):
        pass
    return env


# -- PettingZoo's tests ------------------------------------------------------------------------------------------------


@dict_observations
def test_api(setup):
    api_test(lunar_envs.make(**setup), num_cycles=2000)


def test_seed(setup):
    seed_test(lambda: lunar_envs.make(**setup), num_cycles=300)


def test_render(setup, capsys):
    render_test(partial(lunar_envs.make, **setup))


def test_performance_benchmark_runs(name, capsys):
    performance_benchmark(lunar_envs.make(name))
    assert "turns per second" in capsys.readouterr().out.lower()


def test_registered(name, most):
    env = pettingzoo.make("aec", f"lunar/{name}-v{VERSIONS[name]}", num_players=most, reward="score")
    assert (env.num_players, env.reward, env.game) == (most, "score", lunar_envs.games[name])
    module = importlib.import_module(f"lunar_envs.{name}_v{VERSIONS[name]}")
    assert str(module.env()) == str(module.raw_env()) == f"{name}_v{lunar_envs.games[name].version}"


# -- ends and rewards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", REWARDS)
def test_all_seats_end_in_one_step(setup, reward):
    env = lunar_envs.make(**setup, reward=reward)
    env.reset(seed=3)
    for _ in play(env, np.random.default_rng(3)):
        assert env.agents == env.possible_agents
        if not env.game.is_over(env.record):
            assert not any(env.rewards.values())
            assert env.infos == {agent: {} for agent in env.agents}
    returns = env.game.returns(env.record, reward)
    truncated = env.game.is_truncated(env.record)
    assert set(env.terminations.values()) == {not truncated}
    assert set(env.truncations.values()) == {truncated}
    assert list(env.rewards.values()) == returns.tolist()
    for seat, agent in enumerate(env.possible_agents):
        expected = {
            "reason": env.game.end_reason(env.record),
            "rank": env.game.ranks(env.record)[seat],
            "score": env.game.scores(env.record)[seat],
        }
        assert env.agent_selection == agent
        observation, *told = env.last()
        assert told == [returns[seat], not truncated, truncated, expected]
        assert expected["reason"]
        assert not observation["action_mask"].any()
        env.step(None)
    assert env.agents == []
    if reward == "rank" and setup["num_players"] > 1:
        assert returns.sum() == pytest.approx(0, abs=1e-5)


def test_cap_truncates_all_seats(name, most):
    env = lunar_envs.make(name, num_players=most)
    env.reset(seed=0)
    env.record["decisions"] = 1_000_000  # beyond the cap of every game
    env.step(choose(env, np.random.default_rng(0)))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-5)


def test_masks_of_waiting_seats_are_empty(setup):
    env = lunar_envs.make(**setup)
    env.reset(seed=1)
    for agent, *_ in play(env, np.random.default_rng(1), 100):
        legal = {other for other in env.agents if env.observe(other)["action_mask"].any()}
        assert legal == {agent}


def test_forfeit(setup):
    env = lunar_envs.make(**setup, illegal="forfeit")
    env.reset(seed=1)
    env.step(choose(env, np.random.default_rng(1)))
    offender, n = env.agent_selection, env.num_players
    env.step(np.flatnonzero(env.observe(offender)["action_mask"] == 0)[0])
    others = set(env.agents) - {offender}
    assert env.rewards == {offender: -1} | {agent: pytest.approx(1 / (n - 1)) for agent in others}
    assert all(env.terminations.values())
    assert {agent: info["rank"] for agent, info in env.infos.items()} == {offender: n} | dict.fromkeys(others, 1)
    assert all(offender in info["reason"] for info in env.infos.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    double = lunar_envs.make(**setup)
    double.set_state(env.get_state())
    assert (double.rewards, double.terminations, double.infos) == (env.rewards, env.terminations, env.infos)
    assert not any(double.observe(agent)["action_mask"].any() for agent in double.agents)


# -- errors ------------------------------------------------------------------------------------------------------------


def started(env: LunarEnv) -> None:
    env.reset(seed=0)


def over(env: LunarEnv) -> None:
    play_to_end(env)


def emptied(env: LunarEnv) -> None:
    play_to_end(env)
    for _ in env.possible_agents:
        env.step(None)


@pytest.mark.parametrize(
    ("prepare", "action", "error", "message"),
    [
        (None, 0, gymnasium.error.ResetNeeded, "reset"),
        (None, None, gymnasium.error.ResetNeeded, "reset"),
        (started, None, TypeError, "integer"),
        (started, 1.0, TypeError, "integer"),
        (started, True, TypeError, "integer"),
        (started, "0", TypeError, "integer"),
        (started, -1, IllegalAction, "out of range"),
        (started, 10**6, IllegalAction, "out of range"),
        (started, 2**63, IllegalAction, "out of range"),
        (started, 2**70, IllegalAction, "out of range"),
        (over, 0, ValueError, "None"),
        (emptied, 0, gymnasium.error.ResetNeeded, "reset"),
        (emptied, None, gymnasium.error.ResetNeeded, "reset"),
    ],
)
def test_refused_steps_leave_the_state_alone(name, prepare, action, error, message):
    env = lunar_envs.make(name)
    if prepare is not None:
        prepare(env)
    before = pickle.dumps(env)
    with pytest.raises(error, match=message):
        env.step(action)
    assert pickle.dumps(env) == before


def test_every_illegal_action_is_refused(name):
    env = lunar_envs.make(name)
    env.reset(seed=2)
    for _ in play(env, np.random.default_rng(2), 30):
        before = env.get_state()
        for action in np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0):
            with pytest.raises(IllegalAction, match=f"seat {env.agent_selection[-1]}"):
                env.step(action)
        assert env.get_state() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_players": 99}, "num_players=99"),
        ({"reward": "money"}, "reward='money'"),
        ({"illegal": "ignore"}, "illegal='ignore'"),
        ({"render_mode": "hologram"}, "render_mode='hologram'"),
        ({"nonsense": 1}, "nonsense"),
    ],
)
def test_wrong_arguments(name, arguments, message):
    with pytest.raises(ValueError, match=message):
        lunar_envs.make(name, **arguments)


def test_unknown_game():
    with pytest.raises(KeyError, match=", ".join(lunar_envs.games)):
        lunar_envs.make("nope")
    assert "nope" not in lunar_envs.games


@pytest.mark.parametrize(
    "use", [LunarEnv.get_state, LunarEnv.last, lambda env: env.observe("player_0"), lambda env: env.record]
)
def test_nothing_to_see_before_reset(name, use):
    with pytest.raises(gymnasium.error.ResetNeeded):
        use(lunar_envs.make(name))


# -- copies and seeds --------------------------------------------------------------------------------------------------


def by_bytes(env: LunarEnv) -> LunarEnv:
    fresh = LunarEnv(env.game, env.num_players, **env.options)
    fresh.set_state(env.get_state())
    return fresh


def test_a_shallow_copy_has_a_mask_of_its_own(name):
    env = lunar_envs.make(name)
    env.reset(seed=1)
    before = env.last()[0]["action_mask"]
    other = copy.copy(env)
    for _ in play(other, np.random.default_rng(1), 10):
        pass
    assert (env.last()[0]["action_mask"] == before).all()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "x"])
def test_a_refused_seed_changes_nothing(name, seed):
    env, other = lunar_envs.make(name), lunar_envs.make(name)
    for each in (env, other):
        each.reset(seed=1)
    with pytest.raises((TypeError, ValueError), match="seed must be"):
        env.reset(seed=seed)
    for each in (env, other):
        each.reset()
    assert env.get_state() == other.get_state()


def test_damaged_state_bytes_are_refused(name):
    env = lunar_envs.make(name)
    env.reset(seed=1)
    data = env.get_state()
    flipped = bytes([data[-9] ^ 1])
    for wrong in (data[:-1], data + data, b"", data[:-9] + flipped + data[-8:]):
        with pytest.raises(ValueError, match="get_state"):
            env.set_state(wrong)
    assert env.get_state() == data


def by_pickle(env: LunarEnv) -> LunarEnv:
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("copied", [copy.deepcopy, by_pickle, by_bytes])
def test_copies_continue_alike(setup, copied):
    env = lunar_envs.make(**setup)
    env.reset(seed=5)
    for _ in play(env, np.random.default_rng(5), 60):
        pass
    before = env.get_state()
    double = copied(env)
    ahead = list(play(env, np.random.default_rng(6)))
    assert double.get_state() == before
    assert list(play(double, np.random.default_rng(6))) == ahead
    assert double.get_state() == env.get_state()
    assert (double.rewards, double.infos) == (env.rewards, env.infos)


def test_copies_keep_edited_data(tmp_path):
    game = lunar_envs.games["lunarchitects"]
    printed = (game.data_folder / "dice.csv").read_text()
    (tmp_path / "dice.csv").write_text(printed.replace("spot,1,2", "spot,2,2"))
    env = lunar_envs.make(game.with_data(tmp_path))
    assert env.game != game
    env.reset(seed=1)
    (tmp_path / "dice.csv").unlink()
    for double in (by_pickle(env), copy.deepcopy(env)):
        assert double.game.fingerprint == env.game.fingerprint
        assert list(play(double, np.random.default_rng(0))) == list(play(copy.deepcopy(env), np.random.default_rng(0)))


def test_set_state_refuses_what_does_not_fit(name, most):
    env = lunar_envs.make(name, num_players=most)
    env.reset()
    wrong = [(env, b""), (env, env.get_state()[1:])]
    if most > 2:
        wrong.append((lunar_envs.make(name, num_players=2), env.get_state()))
    for other, data in wrong:
        with pytest.raises(ValueError, match="state"):
            other.set_state(data)


def test_an_ended_game_is_restored_as_ended(name):
    env = play_to_end(lunar_envs.make(name))
    double = by_bytes(env)
    assert (double.terminations, double.rewards, double.infos) == (env.terminations, env.rewards, env.infos)


def test_reset_seed_is_the_games_seed(setup):
    env = lunar_envs.make(**setup)
    env.reset(seed=11)
    options = {key: value for key, value in setup.items() if key != "game"}
    assert env.record.tobytes() == env.game.new(seed=11, **options).tobytes()


def test_unseeded_resets_follow_the_last_seed_and_no_global_generator(name):
    def games_from(disturb: Callable[[], Any]) -> list[bytes]:
        env = lunar_envs.make(name)
        states = []
        for seed in (4, None, None):
            disturb()
            env.reset(seed=seed)
            states.append(env.get_state())
        return states

    first = games_from(lambda: (random.seed(1), np.random.seed(1)))  # noqa: NPY002
    assert len(set(first)) == 3
    assert first == games_from(lambda: (random.random(), np.random.random()))  # noqa: NPY002


def test_unseeded_environments_differ(name):
    states = set()
    for _ in range(3):
        env = lunar_envs.make(name)
        env.reset()
        states.add(env.get_state())
    assert len(states) == 3


# -- the rest ----------------------------------------------------------------------------------------------------------


def test_notebook_shows_the_picture(name):
    env = lunar_envs.make(name)
    assert env._repr_html_() is None
    env.reset(seed=0)
    assert env._repr_html_().startswith("<svg")


def test_render_without_a_mode_warns(name):
    env = lunar_envs.make(name)
    env.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_import_is_light():
    heavy = "torch", "ray", "resvg_py", "PIL", "matplotlib", "pygame"
    code = f"import sys, lunar_envs; print(*sys.modules.keys() & {set(heavy)})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("\n", "")
