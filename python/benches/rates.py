"""Rates of the package beside plain Python: ``python python/benches/rates.py`` where it is installed."""

import random
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import mancala_solver as ms

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from rule_book import Position  # noqa: E402

COUNT, SEEDS = 2_000_000, 18


def probes():
    """Millions of probes a second, many at a time and one by one."""
    with tempfile.TemporaryDirectory() as folder:
        database = ms.build("kalah:6", 20, folder)
        boards = np.zeros((COUNT, 12), np.uint8)
        for place in np.random.default_rng(1).integers(0, 12, (SEEDS, COUNT)):
            np.add.at(boards, (np.arange(COUNT), place), 1)
        boards = boards.reshape(COUNT, 2, 6)
        times = []
        for _ in range(6):
            begun = time.perf_counter()
            database.probe_many(boards)
            times.append(time.perf_counter() - begun)
        rows = ["/".join(",".join(map(str, row)) for row in board) for board in boards[:50_000].tolist()]
        single = [ms.Board("kalah:6", row + " 0,0 s") for row in rows]
        begun = time.perf_counter()
        for board in single:
            database[board]
        return COUNT / min(times) / 1e6, len(single) / (time.perf_counter() - begun) / 1e6


def moves(make, legal, push, games):
    """Millions of moves a second in random games."""
    chance, plies, begun = random.Random(1), 0, time.perf_counter()
    for _ in range(games):
        board = make()
        while choices := legal(board):
            push(board, chance.choice(choices))
            plies += 1
    return plies / (time.perf_counter() - begun) / 1e6


def push_and_pop():
    """Millions of pairs a second, and the growth of the memory in KiB."""
    board = ms.Board("kalah:6,4")
    begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(10_000_000):
        board.push(3)
        board.pop()
    growth = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return 10 / (time.perf_counter() - begun), growth


many, single = probes()
print(f"probe_many, one thread       {many:7.2f} M/s")
print(f"database[board]              {single:7.2f} M/s")
ours = moves(lambda: ms.Board("kalah:6,4"), lambda board: board.legal_moves, ms.Board.push, 3_000)
print(f"random games                 {ours:7.2f} M moves/s")
plain = moves(lambda: Position([[4] * 6] * 2), Position.moves, Position.play, 1_000)
print(f"random games, plain Python   {plain:7.2f} M moves/s")
pairs, growth = push_and_pop()
print(f"push and pop                 {pairs:7.2f} M pairs/s, memory grows by {growth} KiB over 10 M")
