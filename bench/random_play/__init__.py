"""Rounds of random moves by one engine each: `python -m bench.random_play.<engine> <seconds>`, for `bench.engine`."""
