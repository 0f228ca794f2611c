import os
import stat
import tempfile
import unittest
from unittest import mock

from loadtest import traces
from loadtest.tests import command

load = command("load")


class Budgets(unittest.TestCase):

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def write(self, script):
        """Replaces latency with a script that runs the given code for budgets, and otherwise records its arguments."""
        latency = os.path.join(self.directory, "latency")
        with open(latency, "w") as file:
            file.write(f'#!/bin/sh\necho "$@" >> {self.directory}/asked\n[ $1 = of ] || {{ {script}; }}\n')
        os.chmod(latency, stat.S_IRWXU)
        with mock.patch.object(traces, "LATENCY", latency), mock.patch.object(traces, "EXPORTED_WITHIN", 0):
            return traces.Traces(directory="trace").write(1795255200.25, self.directory)

    def verdict(self, script):
        kept, told = self.write(script)
        return load.verdict({"profile": "load", "metrics": {}, "kept": kept, "budgets": told})

    def test_whenTheyAreKeptTheRunIsGood(self):
        self.assertEqual(self.verdict("exit 0"), (0, "**All bounds held.**"))

    def test_whenOneIsNotKeptTheRunFails(self):
        self.assertEqual(self.verdict("exit 1"), (1, "**A budget of k6/budgets.yaml is not kept: see latency.txt.**"))

    def test_whenTheyCannotBeJudgedTheRunFailsAndSaysWhy(self):
        self.assertEqual(self.verdict("echo latency: no trace >&2; exit 2"),
                         (1, "**The budgets of k6/budgets.yaml could not be compared: latency: no trace**"))

    def test_whenLatencySaysNothingItsExitCodeIsTold(self):
        self.assertEqual(self.verdict("exit 137"),
                         (1, "**The budgets of k6/budgets.yaml could not be compared: latency ended with 137**"))

    def test_allAreAskedOfTheSameRequests(self):
        self.write("exit 0")
        with open(os.path.join(self.directory, "asked")) as file:
            asked = file.read().splitlines()

        self.assertEqual(len(asked), len(traces.ROUTES) + 1)
        for line in asked:
            self.assertIn("--since 2026-11-21T10:00:00.250000Z", line)


if __name__ == "__main__":
    unittest.main()
