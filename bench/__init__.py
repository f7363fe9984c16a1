"""Benchmarks of Macao against baselines in the same run: `python -m bench` (see README.md)."""
