import threading
import time
import signal

import numpy as np
import pytest
from rule_book import Position

import mancala_solver as ms


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("databases")


@pytest.fixture(scope="module")
def database(folder):
    return ms.build("kalah:4", 10, folder)


def value(rows, turn, memory):
    """The value of a position by plain minimax, for the player to move."""
    key = (tuple(rows[0]), tuple(rows[1]), turn)
    if key not in memory:
        here = Position(rows, turn=turn)
        values = []
        for move in here.moves():
            after = Position(rows, turn=turn)
            after.play(move)
            gain = after.stores[turn] - after.stores[1 - turn]
            below = value(after.rows, after.turn, memory)
            values.append(gain + (below if after.turn == turn else -below))
        if values:
            memory[key] = max(values)
        else:
            memory[key] = sum(rows[turn]) - sum(rows[1 - turn])
    return memory[key]


def boards_of(seeds, pits):
    """Some boards of so many seeds, as an array of shape (n, 2, pits)."""
    chance = np.random.default_rng(seeds)
    return np.array(
        [np.bincount(chance.integers(0, 2 * pits, seeds), minlength=2 * pits) for _ in range(200)],
        dtype=np.uint8,
    ).reshape(-1, 2, pits)


def test_values_are_those_of_plain_minimax(database):
    memory = {}
    for seeds in range(11):
        boards = boards_of(seeds, 4)
        values = database.probe_many(boards)
        assert values.dtype == np.int8 and values.shape == (200,)
        for board, found in zip(boards.tolist(), values.tolist()):
            assert value(board, 0, memory) == found
            text = "/".join(",".join(map(str, row)) for row in board)
            one = ms.Board("kalah:4", text + " 0,0 s")
            assert database[one] == database.get(one) == found and one in database


def test_a_database_knows_what_it_has(database, folder):
    assert (database.most_seeds, str(database.game)) == (10, "kalah:4")
    assert len(database.layers()) == 11
    layer = database.layers()[10]
    assert layer["win"] + layer["draw"] + layer["loss"] == layer["positions"]
    assert sum(layer["histogram"].values()) == layer["positions"]
    assert database.verify(4) > 0
    large = ms.Board("kalah:4,3")
    assert large not in database and database.get(large, "none") == "none"
    with pytest.raises(KeyError):
        database[large]
    with pytest.raises(ms.RulesError):
        database[ms.Board("kalah:5,1")]
    for boards in (np.full((1, 2, 4), 2, np.uint8), np.zeros((1, 2, 5), np.uint8), np.zeros((4, 2, 8), np.uint8)[:, :, ::2]):
        with pytest.raises(ValueError):
            database.probe_many(boards)
    with pytest.raises(ms.DatabaseError):
        ms.Database.open("kalah:5", folder)
    with pytest.raises(ms.RulesError):
        ms.build("kalah:4,lap=relay", 5, folder)


def test_a_damaged_database_is_an_error(tmp_path):
    database = ms.build("kalah:3", 8, tmp_path)
    file = database.path / "008.layer" if hasattr(database.path, "joinpath") else tmp_path / "kalah-3/008.layer"
    content = bytearray(file.read_bytes())
    content[4096] ^= 1
    file.write_bytes(content)
    damaged = ms.Database.open("kalah:3", tmp_path)
    with pytest.raises(ms.DatabaseError):
        damaged.probe_many(boards_of(8, 3))
    with pytest.raises(ms.DatabaseError):
        damaged.verify(1)


def test_guarantees_of_the_toguz_family(tmp_path):
    database = ms.build("bestemshe", 6, tmp_path)
    board = ms.Board("bestemshe", "0,0,0,0,1/1,0,0,0,0 24,24 -,- w")
    mover, opponent = database[board]
    assert 0 <= mover + opponent <= 2
    with pytest.raises(ms.RulesError):
        database.probe_many(np.zeros((1, 2, 5), np.uint8))


def test_proofs_have_the_published_values(folder):
    told = []
    solution = ms.solve(ms.Board("kalah:4,3"), db=folder, on_progress=lambda *state: told.append(state))
    alone = ms.solve(ms.Board("kalah:4,3"))
    assert solution.value == alone.value == max(value for _, value in solution.turns)
    assert alone.database_seeds is None and solution.database_seeds >= 10
    empty = ms.solve(ms.Board("kalah:4,3,capture=empty"), value_only=True)
    assert (empty.turns, empty.line) == ([], [])
    board = ms.Board("kalah:4,3")
    for move in solution.line:
        board.push(move)
    first, second = board.final_stores
    assert first - second == solution.value
    with pytest.raises(ms.RulesError):
        ms.solve(ms.Board("toguz"))


def test_an_engine_finds_moves():
    engine = ms.Engine("toguz", multipv=2, hash_mib=4)
    lines = engine.analyze(ms.Board("toguz"), depth=6)
    assert len(lines) == 2 and lines[0].depth == 6
    assert lines[0].winning_chance >= lines[1].winning_chance
    assert engine.best_move(ms.Board("toguz"), nodes=2000) in range(1, 10)
    over = ms.Board("kalah:3", "0,0,0/1,0,0 0,0 s")
    assert ms.Engine("kalah:3").best_move(over, depth=3) is None
    with pytest.raises(ValueError):
        engine.analyze(ms.Board("toguz"))
    with pytest.raises(ms.RulesError):
        engine.analyze(ms.Board("bestemshe"), depth=1)


def interrupt_after(seconds):
    threading.Timer(seconds, signal.raise_signal, [signal.SIGINT]).start()


def test_interrupts_and_callbacks_end_long_work():
    for work in (
        lambda: ms.solve(ms.Board("kalah:6,6"), value_only=True, memory=64 << 20),
        lambda: ms.Engine("toguz").analyze(ms.Board("toguz"), seconds=60),
    ):
        interrupt_after(0.3)
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            work()
        assert time.monotonic() - begun < 20

    def fail(*state):
        raise LookupError("enough")

    with pytest.raises(LookupError):
        ms.solve(ms.Board("kalah:6,6"), value_only=True, memory=64 << 20, on_progress=fail)
