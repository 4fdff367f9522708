//! The command line `mancala`.

fn main() {}
