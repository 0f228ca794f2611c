"""Experiments: each a file in performance/experiments/ that says which variants to compare, run by tools/experiment."""
