"""Agents are found by name, play legal actions, repeat themselves by seed, and see no more than their seat."""

import json
import shutil
import sys
import zipfile
from dataclasses import replace

import numpy as np
import pytest

import lunar_envs
from agents import make_agent, policy, view_of
from agents.policy import CARD, identity

GAME = lunar_envs.games["lunarchitects"]
KINDS = ("random", "greedy", "policy", "policy:deterministic=True")


@pytest.fixture(params=KINDS)
def spec(request) -> str:
    kind = request.param
    return kind.replace("policy", request.getfixturevalue("model")) if kind.startswith("policy") else kind


def states(count: int, num_players: int = 3, **options):
    """States of random games, from all phases."""
    for seed in range(count):
        rng = np.random.default_rng(seed)
        state = GAME.new(num_players, seed, **options)
        for _ in range(rng.integers(300)):
            if GAME.is_over(state):
                state = GAME.new(num_players, seed, **options)
            GAME.step(state, int(rng.choice(np.flatnonzero(GAME.legal(state)))))
        if not GAME.is_over(state):
            yield state


def decide(spec: str, state: np.ndarray, seed: int) -> int:
    seat = GAME.to_move(state)
    agent = make_agent(spec)
    agent.begin(GAME, seat, seed)
    return agent.act(view_of(GAME, state, seat))


def test_actions_are_legal_and_repeatable(spec):
    for state in states(20):
        action = decide(spec, state, 7)
        assert GAME.legal(state)[action]
        assert action == decide(spec, state, 7)


def test_acting_leaves_the_game_alone(spec):
    for state in states(5):
        before = state.tobytes()
        decide(spec, state, 1)
        assert state.tobytes() == before


@pytest.mark.parametrize("options", [{}, {"points_visible": False, "scheme_setup": "random", "expansion": "coffee"}])
def test_what_is_hidden_changes_no_decision(spec, options):
    changed = 0
    for number, state in enumerate(states(20, **options)):
        twin = GAME.determinize(state, GAME.to_move(state), 1000 + number)
        changed += state.tobytes() != twin.tobytes()
        assert decide(spec, state, number) == decide(spec, twin, number)
    assert changed


def test_views_of_states_that_differ_in_hidden_fields_are_equal():
    for number, state in enumerate(states(20)):
        twin = GAME.determinize(state, GAME.to_move(state), 1000 + number)
        for seat in range(3):
            one, other = view_of(GAME, state, seat), view_of(GAME, twin, seat)
            assert (one.observation == other.observation).all()
            assert (one.action_mask == other.action_mask).all()
            assert (one.context, one.text) == (other.context, other.text)
            assert [one.describe(a) for a in one.legal_actions] == [other.describe(a) for a in other.legal_actions]


def test_no_attribute_of_a_view_is_or_holds_the_state():
    state = GAME.new(2, 1)
    view = view_of(GAME, state, 0)
    public = [getattr(view, name) for name in dir(view) if not name.startswith("_")]
    assert not any(isinstance(value, np.ndarray) and np.shares_memory(value, state) for value in public)
    assert not hasattr(view, "__dict__")
    assert "state" not in dir(view)


def test_a_sample_is_a_copy_with_other_hidden_fields():
    state = next(state for state in states(20) if state["stack_n"][0] > 9)
    view = view_of(GAME, state, GAME.to_move(state))
    before = state.tobytes()
    sample = view.sample(5)
    assert sample.tobytes() == view.sample(5).tobytes()
    assert (sample["stack"] != state["stack"]).any()
    assert (sample["rng"] != state["rng"]).any()
    GAME.step(sample, int(view.legal_actions[0]))
    assert state.tobytes() == before


def test_only_the_seat_to_move_has_a_decision():
    state = GAME.new(3, 1)
    for seat in range(3):
        view = view_of(GAME, state, seat)
        assert view.action_mask.any() == (seat == GAME.to_move(state))
        assert view.context == (GAME.context(state) if seat == GAME.to_move(state) else "")
        assert view.action_mask.dtype == np.int8
        assert (view.seat, view.num_players, view.observation.shape) == (seat, 3, (GAME.observation_length,))


def test_a_view_follows_the_game():
    state = GAME.new(2, 1)
    view = view_of(GAME, state, GAME.to_move(state))
    before = view.observation
    GAME.step(state, int(view.legal_actions[0]))
    assert (view.observation != before).any()


def test_random_is_uniform():
    state = next(states(1))
    view = view_of(GAME, state, GAME.to_move(state))
    agent = make_agent("random")
    agent.begin(GAME, view.seat, 1)
    taken = np.bincount([agent.act(view) for _ in range(2000)], minlength=GAME.num_actions)
    legal = len(view.legal_actions)
    expected = 2000 / legal
    assert ((taken[view.legal_actions] - expected) ** 2 / expected).sum() < 3 * legal


def test_every_call_makes_a_new_agent(spec):
    assert make_agent(spec) is not make_agent(spec)


def test_agents_are_found_with_their_parameters(model):
    assert make_agent(model).deterministic is False
    assert make_agent(f"{model}:deterministic=True").deterministic is True
    with pytest.raises(ValueError, match="deterministic must be True or False, got 7"):
        make_agent(f"{model}:deterministic=7")
    assert make_agent("odd_agents:Illegal").__class__.__name__ == "Illegal"


WRONG = {
    "best": "unknown agent 'best': agents are random, greedy",
    "no/such/model.zip": "no such file",
    "odd_agents:Missing": "no attribute 'Missing'",
    "no_module:Agent": "No module named 'no_module'",
    "odd_agents:NoAgent": "not a subclass of agents.Agent",
    "random:depth=3": "unexpected keyword argument .depth.; its parameters are forbid",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_agents_give_one_clear_line(wrong):
    with pytest.raises(ValueError, match=WRONG[wrong]) as caught:
        make_agent(wrong)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_model(tmp_path):
    path = tmp_path / "model.zip"
    path.write_bytes(b"no zip")
    with pytest.raises(ValueError, match="not a MaskablePPO model"):
        make_agent(str(path))


def with_other_data(folder):
    (folder / "dice.csv").write_text(
        "key,face1,face2,face3,face4,face5,face6,stops_on_red\nspot,1,1,1,2,2,3,0\nred,1,1,1,2,2,3,1\n"
    )
    return GAME.with_data(folder)


OTHERS = {
    "game": (lambda folder: replace(GAME, name="chess"), "on game lunarchitects, this is chess; choose a model"),
    "version": (lambda folder: replace(GAME, version=9), "on version 0, this is 9; train anew, or install"),
    "data": (with_other_data, rf"on data {GAME.fingerprint}, this is \w+; train anew, or pass game\.with_data"),
}


@pytest.mark.parametrize("other", OTHERS)
def test_a_model_with_a_card_plays_what_it_was_trained_on(model, tmp_path, other):
    path = shutil.copy(model, tmp_path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(CARD, json.dumps(identity(GAME)))
    make_other, message = OTHERS[other]
    agent, without_card = make_agent(path), make_agent(model)
    agent.begin(GAME, 0, 1)
    without_card.begin(make_other(tmp_path), 0, 1)
    with pytest.raises(ValueError, match=message):
        agent.begin(make_other(tmp_path), 0, 1)


def test_a_policy_for_another_game(model, monkeypatch):
    agent = make_agent(model)
    monkeypatch.setattr(agent.policy.action_space, "n", 7)
    with pytest.raises(ValueError, match="was trained on"):
        agent.begin(GAME, 0, 1)


def test_without_sb3_contrib(model, monkeypatch):
    policy.load_policy.cache_clear()
    monkeypatch.setitem(sys.modules, "sb3_contrib", None)
    with pytest.raises(ImportError, match="pip install sb3-contrib"):
        make_agent(model)
