"""Endgame databases, proofs and analysis of Kalah and Toguz Kumalak.

>>> import mancala_solver as ms
>>> board = ms.Board(ms.Kalah(pits=4, seeds=3))
>>> ms.solve(board).value
6
"""

from ._native import (
    Board,
    Database,
    DatabaseError,
    Engine,
    Game,
    IllegalMoveError,
    Line,
    MancalaError,
    PositionError,
    RulesError,
    Solution,
    __version__,
    build,
    solve,
)

__all__ = [
    "Board",
    "Database",
    "DatabaseError",
    "Engine",
    "Game",
    "IllegalMoveError",
    "Kalah",
    "Line",
    "MancalaError",
    "PositionError",
    "RulesError",
    "Solution",
    "Toguz",
    "__version__",
    "build",
    "solve",
]


def _options(options):
    return "".join(f",{name.replace('_', '-')}={value}" for name, value in options.items())


def Kalah(pits=6, seeds=4, **options):
    """The game of Kalah, as ``Kalah(pits=6, seeds=4, capture="empty", end="on-turn")``.

    ``seeds=None`` names no start. Options are those of the rules page, with ``_`` for ``-``.
    """
    start = "" if seeds is None else f",{seeds}"
    return Game(f"kalah:{pits}{start}{_options(options)}")


def Toguz(name="toguz", **options):
    """A game of the Toguz family: ``"toguz"``, ``"qozdatu"`` or ``"bestemshe"``."""
    return Game(f"{name}{_options(options)}")
