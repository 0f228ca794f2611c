"""The load tests with k6 that tools/load runs."""
