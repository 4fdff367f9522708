"""Kalah with the interface of OpenSpiel's states, for programs that are written against it.

The game is OpenSpiel's ``mancala``: ``kalah:6,4`` with ``end=at-once``. Actions are places around the board: North's store
is 0, South's pits 1 to 6, South's store 7, North's pits 8 to 13. Any other board of Kalah is numbered likewise.

>>> state = State()
>>> state.legal_actions()
[1, 2, 3, 4, 5, 6]
>>> state.apply_action(3)
>>> state.current_player(), state.observation_tensor()[:8]
(0, [0.0, 4.0, 4.0, 0.0, 5.0, 5.0, 5.0, 1.0])
"""

from . import Board, Kalah

_TERMINAL_PLAYER = -4


class State:
    """A state of Kalah. ``board`` is the same as a :class:`mancala_solver.Board`."""

    def __init__(self, board=None):
        self.board = Board(Kalah(6, 4)) if board is None else board
        if self.board.turn not in ("south", "north"):
            raise ValueError("OpenSpiel's mancala is Kalah")

    def _first_place(self):
        """The place before the mover's first pit."""
        return 0 if self.board.turn == "south" else self.board.game.pits + 1

    def current_player(self):
        """0 for South, 1 for North, -4 at the end of the game."""
        if self.is_terminal():
            return _TERMINAL_PLAYER
        return 0 if self.board.turn == "south" else 1

    def is_terminal(self):
        return self.board.is_game_over()

    def legal_actions(self, player=None):
        if player is not None and player != self.current_player():
            return []
        return [self._first_place() + pit for pit in self.board.legal_moves]

    def apply_action(self, action):
        self.board.push(action - self._first_place())

    def undo_action(self, player=None, action=None):
        """Takes the last action back; which it was is known."""
        self.board.pop()

    def clone(self):
        return State(self.board.copy())

    def child(self, action):
        state = self.clone()
        state.apply_action(action)
        return state

    def returns(self):
        """1 for the winner and -1 for the loser, 0 for both in a draw or before the end."""
        first = {"1-0": 1.0, "0-1": -1.0}.get(self.board.result(), 0.0)
        return [first, -first]

    def rewards(self):
        return self.returns()

    def player_reward(self, player):
        return self.returns()[player]

    def history(self):
        """The actions so far."""
        state, actions = State(Board(self.board.game)), []
        for pit in self.board.moves:
            actions.append(state._first_place() + pit)
            state.apply_action(actions[-1])
        return actions

    def observation_tensor(self, player=None):
        """The seeds in all places from North's store on, the player to move, and the number of actions so far."""
        south, north = self.board.rows
        stores = self.board.final_stores or self.board.stores
        if self.is_terminal():
            south, north = [0] * len(south), [0] * len(north)
        numbers = [stores[1], *south, stores[0], *north, self.current_player(), len(self.board)]
        return [float(number) for number in numbers]

    def action_to_string(self, player, action):
        return str(action)

    def __str__(self):
        return str(self.board)
