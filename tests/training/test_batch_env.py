"""The native VecEnv against games played one by one."""

import zlib
from typing import NamedTuple

import numpy as np
import pytest
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

import lunar_envs
from lunar_envs.engine.game import IllegalAction
from lunar_envs.engine.random import mix, next_seed
from lunar_envs.games.lunarchitects.codes import CAP
from training.batch_env import SelfPlayVecEnv
from training.pool import PastSelves

GAME = lunar_envs.games["lunarchitects"]
SEED = 11


def choose(observation: np.ndarray, mask: np.ndarray) -> int:
    """A legal action that depends on every bit of the observation."""
    legal = mask.nonzero()[0]
    return int(legal[zlib.crc32(observation.tobytes()) % len(legal)])


def choose_all(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return np.array([choose(*row) for row in zip(observations, masks, strict=True)])


class Scripted(PastSelves):
    """All opponents play by ``choose``."""

    def draw(self) -> int:
        return 0

    def act(self, opponent: int, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return choose_all(observations, masks)


def next_game(seed: int) -> tuple[int, int]:
    """The seed that follows in a row's stream, and the seed of the game that it starts."""
    seed = int(next_seed(np.uint64(seed)))
    return seed, int(mix(np.uint64(seed)))


class Decision(NamedTuple):
    """What the learner meets: the reward is for the game that ended just before, if ``done``."""

    observation: np.ndarray
    mask: np.ndarray
    reward: float
    done: bool
    last_view: np.ndarray | None


def decisions_one_by_one(seed: int, seat: int, num_players: int, count: int) -> list[Decision]:
    """The first ``count`` decisions of a learner that starts on ``seat``, through the single-game interface."""
    found: list[Decision] = []
    reward, done, last_view = 0.0, False, None
    while True:
        seed, game_seed = next_game(seed)
        state = GAME.new(num_players, game_seed)
        while not GAME.is_over(state):
            mover = GAME.to_move(state)
            observation, mask = GAME.observe(state, mover), GAME.legal(state)
            if mover == seat:
                found.append(Decision(observation, mask, reward, done, last_view))
                reward, done, last_view = 0.0, False, observation
                if len(found) == count:
                    return found
            GAME.step(state, choose(observation, mask))
        reward, done = float(GAME.returns(state)[seat]), True
        if mover == seat:
            last_view = GAME.observe(state, seat)
        seat = (seat + 1) % num_players


@pytest.mark.parametrize("num_players", [1, 2, 3, 5])
def test_every_row_equals_games_played_one_by_one(num_players):
    rows, count = 3, 400
    env = SelfPlayVecEnv(GAME, rows, num_players, Scripted())
    env.seed(SEED)
    expected = [decisions_one_by_one(SEED + i, i % num_players, num_players, count) for i in range(rows)]
    assert all(sum(d.done for d in row) >= 2 for row in expected), "too few games to mean anything"
    observations = env.reset()
    rewards, dones, infos = np.zeros(rows), np.zeros(rows, bool), [{}] * rows
    for k in range(count):
        masks = env.action_masks()
        for i in range(rows):
            decision = expected[i][k]
            np.testing.assert_array_equal(observations[i], decision.observation)
            np.testing.assert_array_equal(masks[i], decision.mask)
            assert (rewards[i], dones[i]) == (decision.reward, decision.done)
            if dones[i]:
                np.testing.assert_array_equal(infos[i]["terminal_observation"], decision.last_view)
                assert infos[i]["TimeLimit.truncated"] is False
        observations, rewards, dones, infos = env.step(choose_all(observations, masks))


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_each_seat_gets_its_own_reward(num_players):
    """The same game with the learner on each seat in turn: the rewards are the ranks' and sum to zero."""
    env = SelfPlayVecEnv(GAME, num_players, num_players, Scripted())
    env._seeds = [SEED] * num_players
    observations = env.reset()
    ends = {}
    while len(ends) < num_players:
        observations, rewards, dones, infos = env.step(choose_all(observations, env.action_masks()))
        for i in np.flatnonzero(dones):
            ends.setdefault(int(i), (infos[i]["seat"], rewards[i]))
    by_seat = dict(ends.values())
    assert sorted(by_seat) == list(range(num_players))
    state = GAME.new(num_players, next_game(SEED)[1])
    while not GAME.is_over(state):
        GAME.step(state, choose(GAME.observe(state, GAME.to_move(state)), GAME.legal(state)))
    np.testing.assert_array_equal([by_seat[seat] for seat in range(num_players)], GAME.returns(state))
    best, worst = GAME.ranks(state).argmin(), GAME.ranks(state).argmax()
    assert by_seat[best] > 0 > by_seat[worst]
    assert sum(by_seat.values()) == pytest.approx(0, abs=1e-6)


def test_the_learner_takes_all_seats_in_turn():
    env = SelfPlayVecEnv(GAME, 4, 3)
    env.seed(SEED)
    observations = env.reset()
    seats = [[] for _ in range(4)]
    while min(map(len, seats)) < 4:
        observations, _, dones, infos = env.step(choose_all(observations, env.action_masks()))
        for i in np.flatnonzero(dones):
            seats[i].append(infos[i]["seat"])
    assert [row[:4] for row in seats] == [[0, 1, 2, 0], [1, 2, 0, 1], [2, 0, 1, 2], [0, 1, 2, 0]]


def test_a_game_that_is_cut_off_counts_as_ended():
    env = SelfPlayVecEnv(GAME, 8, reward="score")
    env.seed(SEED)
    observations = env.reset()
    env.batch.states["decisions"] = CAP - 20
    paid = 0
    while not paid:
        last = observations
        observations, rewards, dones, infos = env.step(choose_all(observations, env.action_masks()))
        for i in np.flatnonzero(dones):
            assert rewards[i] == env.batch.returns[i, infos[i]["seat"]]
            assert not infos[i]["TimeLimit.truncated"]
            assert infos[i]["terminal_observation"].shape == last[i].shape
            paid += rewards[i] != 0


def test_a_reset_without_a_seed_goes_on_with_the_streams():
    played = []
    for _ in range(2):
        env = SelfPlayVecEnv(GAME, 4)
        env.seed(SEED)
        played.append([env.reset().tobytes() for _ in range(3)])
    assert played[0] == played[1]
    assert len(set(played[0])) == 3


@pytest.mark.parametrize("actions", [[1.0, 2.0], [1], [[1, 2]], ["END", "END"], [True, True]])
def test_what_is_no_action_is_refused(actions):
    env = SelfPlayVecEnv(GAME, 2)
    env.reset()
    with pytest.raises(TypeError, match=r"actions must be integers of shape \(2,\)"):
        env.step(np.array(actions))


def test_sb3_finds_the_masks():
    env = SelfPlayVecEnv(GAME, 4)
    env.seed(SEED)
    env.reset()
    assert is_masking_supported(env)
    np.testing.assert_array_equal(get_action_masks(env), env.batch.masks)
    assert not env.has_attr("no_such_method")


def test_what_it_returned_is_never_overwritten():
    env = SelfPlayVecEnv(GAME, 4)
    env.seed(SEED)
    observations = env.reset()
    before = observations.copy()
    env.step(choose_all(observations, env.action_masks()))
    np.testing.assert_array_equal(observations, before)


@pytest.mark.parametrize("action", [-1, GAME.num_actions, 10**9, "first illegal"])
def test_an_illegal_action_raises_and_changes_nothing(action):
    env = SelfPlayVecEnv(GAME, 2)
    env.seed(SEED)
    observations = env.reset()
    actions = choose_all(observations, env.action_masks())
    actions[1] = int(env.batch.masks[1].argmin()) if isinstance(action, str) else action
    before = env.batch.states.tobytes()
    with pytest.raises(IllegalAction):
        env.step(actions)
    assert env.batch.states.tobytes() == before
