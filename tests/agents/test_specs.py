"""Agents by their description, on a command line and in a file."""

import numpy as np
import pytest

import lunar_envs
from agents import make_agent, view_of
from agents.match import play
from agents.specs import Spec, parse_spec, read_specs, without
from agents.tournament import main

GAME = lunar_envs.games["lunarchitects"]

SPECS = {
    "greedy": Spec("greedy"),
    "search:500": Spec("search", (("", 500),)),
    "search:500,rollout=greedy": Spec("search", (("", 500), ("rollout", "greedy"))),
    "greedy:forbid=BUY+SELL": Spec("greedy", (("forbid", "BUY+SELL"),)),
    "runs/a.b/model.zip": Spec("runs/a.b/model.zip"),
    "model.zip:deterministic=True": Spec("model.zip", (("deterministic", True),)),
    "my.players:Best": Spec("my.players:Best"),
    "my.players:Best:depth=3,speed=0.5": Spec("my.players:Best", (("depth", 3), ("speed", 0.5))),
    "my.players:Best:7": Spec("my.players:Best", (("", 7),)),
}


@pytest.mark.parametrize("text", SPECS)
def test_specs_are_read(text):
    assert parse_spec(text) == SPECS[text]


def test_the_shorthand_is_the_parameter_itself():
    for spec in ("odd_agents:Tuned:3", "odd_agents:Tuned:level=3"):
        assert make_agent(spec).level == 3
    assert make_agent("odd_agents:Tuned:3,name=x").name == "x"


WRONG = {
    "odd_agents:Tuned": "missing a required argument: 'level'; its parameters are level, name, forbid",
    "odd_agents:Tuned:3,depth=1": "unexpected keyword argument 'depth'; its parameters are level, name, forbid",
    "odd_agents:Tuned:3,4": "the value without a name is given twice",
    "odd_agents:Tuned:name=a,name=b": "name is given twice",
    "random:3": "3 needs a name",
    "": "unknown agent ''",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_parameters_give_one_clear_line(wrong):
    with pytest.raises(ValueError, match=WRONG[wrong]):
        make_agent(wrong)


def test_agents_of_a_file(tmp_path):
    file = tmp_path / "agents.toml"
    file.write_text('[careful]\nkind = "greedy"\nforbid = "BUY"\n[tuned]\nkind = "odd_agents:Tuned"\nlevel = 3\n')
    specs = read_specs(file)
    assert specs["careful"] == parse_spec("greedy:forbid=BUY")
    assert specs["tuned"].make().level == 3


BAD_FILES = {
    "careful = 3": "agent 'careful' needs a table with a kind",
    "[careful]\nforbid = 'BUY'": "agent 'careful' needs a table with a kind",
    "[careful]\nkind = 'greedy'\nforbid = ['BUY']": "forbid must be a text, a number or a boolean",
    "[careful": "agents.toml: ",
}


@pytest.mark.parametrize("text", BAD_FILES)
def test_bad_files_give_one_clear_line(tmp_path, text):
    file = tmp_path / "agents.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=BAD_FILES[text]):
        read_specs(file)
    with pytest.raises(ValueError, match="No such file"):
        read_specs(tmp_path / "missing.toml")


def test_a_tournament_knows_the_names_of_the_file(tmp_path, capsys):
    file = tmp_path / "agents.toml"
    file.write_text('[careful]\nkind = "greedy"\nforbid = "BUY"\n')
    main("lunarchitects", ("careful", "random"), games=2, workers=2, agents_file=file, out=tmp_path / "out")
    assert "careful" in capsys.readouterr().out


def kinds_taken(spec: str, games: int = 3) -> tuple[set[str], set[str]]:
    """The kinds of action that an agent takes against itself, and those that it takes though others are legal."""
    taken, chosen = set(), set()
    kinds = np.array([name.partition("(")[0] for name in GAME.action_names])
    for seed in range(games):
        state = GAME.new(2, seed)
        players = [make_agent(spec) for _ in range(2)]
        for seat, player in enumerate(players):
            player.begin(GAME, seat, seed)
        while not GAME.is_over(state):
            seat = GAME.to_move(state)
            view = view_of(GAME, state, seat)
            action = players[seat].act(view)
            taken.add(str(kinds[action]))
            if len(set(kinds[view.legal_actions])) > 1:
                chosen.add(str(kinds[action]))
            GAME.step(state, action)
    return taken, chosen


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_forbidden_kinds_are_taken_only_without_a_choice(agent):
    assert {"BUY", "DRINK"} & kinds_taken(agent)[1]
    taken, chosen = kinds_taken(f"{agent}:forbid=BUY+DRINK+DIR")
    assert not {"BUY", "DRINK", "DIR"} & chosen
    assert "DIR" in taken, "a direction has no alternative"


@pytest.mark.parametrize("name", lunar_envs.games)
def test_the_greedy_player_does_without_any_kind(name):
    game = lunar_envs.games[name]
    for kind in {name.partition("(")[0] for name in game.action_names}:
        outcome = play(game, [make_agent(f"greedy:forbid={kind}"), make_agent("greedy")], 1, [1, 2], {})
        assert outcome.forfeits == [None, None], kind


def test_an_illegal_action_is_left_to_be_found():
    state = GAME.new(2, 1)
    view = view_of(GAME, state, GAME.to_move(state))
    for kind in ("Illegal", "OutOfRange", "Fraction"):
        agent = make_agent(f"odd_agents:{kind}:forbid=BUY")
        agent.begin(GAME, view.seat, 1)
        assert agent.act(view) not in view.legal_actions


def test_more_kinds_can_be_forbidden():
    assert without("search:40", parse_spec("search:40,forbid=SELL"), ("BUY", "DIR")) == (
        "search:40 without BUY+DIR",
        parse_spec("search:40,forbid=SELL+BUY+DIR"),
    )


def test_only_known_kinds_can_be_forbidden():
    with pytest.raises(ValueError, match="lunarchitects has no action 'PROPOSE' to forbid: it has BUY, DIR"):
        make_agent("random:forbid=PROPOSE").begin(GAME, 0, 1)
