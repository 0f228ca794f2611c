"""Load tests around k6: what tools/load runs."""
