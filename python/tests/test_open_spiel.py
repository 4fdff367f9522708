import random

import pyspiel

import mancala_solver as ms
from mancala_solver.open_spiel import State


def same(ours, theirs):
    assert ours.is_terminal() == theirs.is_terminal()
    assert ours.current_player() == theirs.current_player()
    assert ours.legal_actions() == theirs.legal_actions()
    assert ours.returns() == theirs.returns()
    assert ours.history() == theirs.history()
    if not theirs.is_terminal():
        assert ours.observation_tensor() == list(theirs.observation_tensor())


def test_random_games_are_those_of_open_spiel():
    """OpenSpiel's mancala ends as ``end=at-once`` says; under ``on-turn`` half of these games differ."""
    game, chance = pyspiel.load_game("mancala"), random.Random(1)
    for _ in range(300):
        ours, theirs = State(), game.new_initial_state()
        while not theirs.is_terminal():
            same(ours, theirs)
            action = chance.choice(theirs.legal_actions())
            assert ours.child(action).legal_actions() == theirs.child(action).legal_actions()
            ours.apply_action(action)
            theirs.apply_action(action)
        same(ours, theirs)


def test_states_are_copied_and_taken_back():
    state = State()
    copy = state.clone()
    state.apply_action(3)
    state.undo_action(0, 3)
    assert state.board == copy.board
    assert State(ms.Board("kalah:4,3")).legal_actions() == [1, 2, 3, 4]
