#!/usr/bin/env bash
# Proves starts of Kalah and puts them on record in solver-data/kalah/solved.jsonl.
#
#   solver-data/kalah/solve.sh small    all with at most 6 pits, 6 seeds a pit and 36 seeds in all, and four wide ones: minutes
#   solver-data/kalah/solve.sh large    (4,6), (5,5), (6,4), (5,6), (6,5): from seconds to hours each
#
# The large ones are saved every five minutes in a folder each below CHECKPOINTS, so that after a kill the same command goes on.
#
# MANCALA names the program if it is not in the PATH. The small proofs run with one thread on databases of fixed
# sizes, so that their nodes are the same everywhere.
set -euo pipefail
cd "$(dirname "$0")/../.."
mancala=${MANCALA:-mancala}
checkpoints=${CHECKPOINTS:-solver-data/kalah/proofs}

# Proves a start under both captures; the rest are options of solve.
prove() {
    local game
    for game in "$1" "$1,capture=empty"; do
        "$mancala" solve "$game" "${@:2}" --json | "$mancala" record --quiet
    done
}

# The same with checkpoints.
prove_long() {
    local game
    for game in "$1" "$1,capture=empty"; do
        "$mancala" solve "$game" "${@:2}" --checkpoint "$checkpoints/$game" --json | "$mancala" record --quiet
    done
}

small() {
    local pits seeds
    for pits in 1 2 3 4 5 6; do
        for seeds in 1 2 3 4 5 6; do
            # Half of the seeds at most, so that the start is searched and not looked up.
            local half=$((pits * seeds))
            if ((half <= 18)); then
                prove "kalah:$pits,$seeds" --seeds "$half" --threads 1
            fi
        done
    done
    for seeds in 1 2; do
        prove "kalah:7,$seeds" --seeds $((7 * seeds)) --threads 1
        prove "kalah:8,$seeds" --seeds $((6 * seeds)) --threads 1
    done
}

large() {
    local start
    for start in 4,6 5,5 6,4; do
        prove_long "kalah:$start" --seeds 22
    done
    for start in 5,6 6,5; do
        prove_long "kalah:$start" --seeds 24
    done
}

case ${1:-} in
    small) small ;;
    large) large ;;
    *) echo "usage: $0 small|large" >&2; exit 2 ;;
esac
