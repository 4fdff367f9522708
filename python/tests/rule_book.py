"""Kalah(m, n) with the default rules and those of ``capture`` and ``end``, seed by seed in plain Python."""


class Position:
    def __init__(self, rows, stores=(0, 0), turn=0, capture="standard", end="at-once"):
        self.rows = [list(row) for row in rows]
        self.stores = list(stores)
        self.turn = turn
        self.capture, self.end = capture, end

    @property
    def pits(self):
        return len(self.rows[0])

    def is_over(self):
        empty = [not any(row) for row in self.rows]
        return any(empty) if self.end == "at-once" else empty[self.turn]

    def moves(self):
        if self.is_over():
            return []
        return [pit + 1 for pit, seeds in enumerate(self.rows[self.turn]) if seeds]

    def play(self, pit):
        player, other = self.turn, 1 - self.turn
        # The places around the board for the player: the own row, the store, the other row.
        ring = [(player, at) for at in range(self.pits)] + [None]
        ring += [(other, at) for at in range(self.pits)]
        place = pit - 1
        hand, self.rows[player][place] = self.rows[player][place], 0
        for _ in range(hand):
            place = (place + 1) % len(ring)
            if ring[place] is None:
                self.stores[player] += 1
            else:
                row, at = ring[place]
                self.rows[row][at] += 1
        if place < self.pits and self.rows[player][place] == 1 and self.capture != "never":
            opposite = self.pits - 1 - place
            taken = self.rows[other][opposite]
            if taken or self.capture == "empty":
                self.stores[player] += taken + 1
                self.rows[other][opposite] = self.rows[player][place] = 0
        if ring[place] is not None:
            self.turn = other

    def text(self):
        rows = "/".join(",".join(map(str, row)) for row in self.rows)
        return f"{rows} {self.stores[0]},{self.stores[1]} {'sn'[self.turn]}"
