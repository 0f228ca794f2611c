"""Experiments: each a file in experiments/ that says which variants to compare, run by tools/experiment."""
