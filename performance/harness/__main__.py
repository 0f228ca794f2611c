"""Runs a command of the harness by its name: each script in tools/ that calls this module has the same name."""
import sys

from harness import bench, capacity, experiments, loadtest, main, perf_check

COMMANDS = {"bench": bench, "capacity": capacity, "experiment": experiments, "load": loadtest, "perf-check": perf_check}

main(COMMANDS[sys.argv[1]].main, sys.argv[2:])
