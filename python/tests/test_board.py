import copy
import random
from pathlib import Path

import numpy as np
import pytest
from rule_book import Position

import mancala_solver as ms


def test_a_board_is_played_and_taken_back():
    board = ms.Board("kalah:6,4")
    start = board.copy()
    assert board.legal_moves == [1, 2, 3, 4, 5, 6]
    board.push("3-6")
    assert (board.turn, board.stores, len(board)) == ("north", (2, 0), 2)
    assert board.position == "4,4,0,5,5,0/5,5,5,5,4,4 2,0 n"
    assert board.written_moves == "3-6"
    assert board.pop() == 6 and board.pop() == 3
    assert board == start and hash(board) == hash(start)
    with pytest.raises(ms.IllegalMoveError):
        board.pop()
    for move in (0, 7, -1, "9", ""):
        with pytest.raises((ms.IllegalMoveError, OverflowError, TypeError)):
            board.push(move)
    assert eval(repr(board), vars(ms)) == board
    assert copy.copy(board) == board
    assert board._repr_svg_().startswith("<svg ")
    assert "South, to move" in str(board)


def test_games_have_names_and_options():
    game = ms.Kalah(pits=5, seeds=3, capture="empty", extra_turn="off")
    assert str(game) == "kalah:5,3,capture=empty,extra-turn=off"
    assert (game.pits, str(game.rules)) == (5, "kalah:5,capture=empty,extra-turn=off")
    assert game == ms.Game(str(game)) and hash(game) == hash(ms.Game(str(game)))
    assert str(ms.Toguz("bestemshe")) == "bestemshe"
    for name in ("chess", "kalah:9,4", "kalah:6,4,capture=some"):
        with pytest.raises(ms.RulesError):
            ms.Game(name)
    for arguments in (("kalah:6",), ("kalah:6,4", "1,2/3,4 0,0 s"), ("kalah:8,99",)):
        with pytest.raises(ms.PositionError):
            ms.Board(*arguments)


@pytest.mark.parametrize("capture", ["standard", "empty", "never"])
@pytest.mark.parametrize("end", ["at-once", "on-turn"])
def test_random_games_are_those_of_the_rule_book(capture, end):
    chance = random.Random(capture + end)
    for pits in range(1, 9):
        for _ in range(20):
            seeds = chance.randint(1, 12)
            game = ms.Kalah(pits, seeds, capture=capture, end=end)
            board = ms.Board(game)
            plain = Position([[seeds] * pits] * 2, capture=capture, end=end)
            while True:
                assert board.position == plain.text()
                assert board.legal_moves == plain.moves()
                assert board.is_game_over() == plain.is_over()
                assert board.rows == tuple(plain.rows)
                assert board.array().tolist() == [plain.rows[plain.turn], plain.rows[1 - plain.turn]]
                if not plain.moves():
                    break
                assert board.result() == "*"
                move = chance.choice(plain.moves())
                board.push(move)
                plain.play(move)
            stores = [store + sum(row) for store, row in zip(plain.stores, plain.rows)]
            assert board.final_stores == tuple(stores)
            sign = (stores[0] > stores[1]) - (stores[0] < stores[1])
            assert board.result() == {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[sign]


def table(name):
    """The rows of a table of published or reference counts, as dicts."""
    path = Path(__file__).parents[2] / "solver-data/reference" / name
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    head = lines[0].split("\t")
    return [dict(zip(head, line.split("\t"))) for line in lines[1:]]


def test_perft_has_the_published_counts():
    for row in table("kalah-perft.tsv"):
        game = ms.Kalah(int(row["pits"]), int(row["seeds"]), capture=row["capture"], end=row["end"])
        for depth, nodes in enumerate(row["nodes_at_depth_1_2_3..."].split(",")[:7], 1):
            assert ms.Board(game).perft(depth) == int(nodes), row
    for row in table("toguz-perft.tsv"):
        if int(row["depth"]) <= 6:
            assert ms.Board(row["game"]).perft(int(row["depth"])) == int(row["nodes"]), row


def test_toguz_boards():
    board = ms.Board(ms.Toguz())
    board.push("76")
    assert (board.turn, board.stores, board.seeds) == ("black", (10, 0), 152)
    assert board.array().dtype == np.uint8 and board.array().shape == (2, 9)
