import os
import random
import subprocess
import tempfile
import unittest
from unittest import mock

from loadtest.k6 import ROOT
from loadtest.tests import command

SCRIPT = os.path.join(ROOT, "tools/perf-check")
check = command("perf-check")

BEFORE = [[2.00, 2.04, 1.98], [2.10, 2.06, 2.08], [1.95, 2.02, 1.99]]


def times(factor):
    return [[factor * ratio for ratio in rounds] for rounds in BEFORE]


class Change(unittest.TestCase):

    def verdict(self, now):
        return check.verdict(*check.change(BEFORE, now, random.Random(1)))

    def test_theSameFiguresAreAsBefore(self):
        self.assertEqual(self.verdict(BEFORE), "as before")

    def test_whatIsAFifthDearerIsSaidToBe(self):
        self.assertEqual(self.verdict(times(1.2)), "**dearer**")

    def test_whatIsAFifthCheaperIsSaidToBe(self):
        self.assertEqual(self.verdict(times(0.8)), "cheaper")

    def test_belowTheThresholdNothingIsSaidEvenIfItIsCertain(self):
        self.assertEqual(self.verdict(times(1.07)), "as before")

    def test_processesThatDoNotAgreeProveNothing(self):
        self.assertEqual(self.verdict([[2.0, 2.0, 2.0], [3.4, 3.4, 3.4], [1.9, 1.9, 1.9]]), "not certain")

    def test_theIntervalHoldsTheChange(self):
        by, low, high = check.change(BEFORE, times(1.2), random.Random(1))

        self.assertAlmostEqual(by, 0.2)
        self.assertTrue(low < by < high)


class SetUp(unittest.TestCase):

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def jdk(self):
        """Creates a directory that tools/jdk accepts as a JDK."""
        home = os.path.join(self.directory, "jdk")
        os.makedirs(os.path.join(home, "bin"))
        for program in ("java", "javac"):
            with open(os.path.join(home, "bin", program), "w") as file:
                file.write("#!/bin/sh\n")
            os.chmod(file.name, 0o700)
        with open(os.path.join(home, "release"), "w") as file:
            file.write('JAVA_VERSION="25.0.9"\n')
        return home

    def test_theJdkIsFoundWithoutJavaHome(self):
        path = os.pathsep.join([os.path.join(self.jdk(), "bin"), os.environ["PATH"]])
        with mock.patch.dict(os.environ, {"PATH": path}):
            os.environ.pop("JAVA_HOME", None)

            self.assertEqual(check.machine_class()["java"], "25")

    def test_whatCannotBeMeasuredIsNotDearer(self):
        """Simulates a running system whose gateway does not respond."""
        os.mkdir(os.path.join(self.directory, "pid"))
        open(os.path.join(self.directory, "pid/gateway"), "w").close()
        environment = {**os.environ, "JAVA_HOME": self.jdk(), "HARU_RUN_DIR": self.directory, "BASE_URL": "http://127.0.0.1:1"}

        run = subprocess.run([SCRIPT], env=environment, capture_output=True, text=True)

        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn("Connection refused", run.stderr)


if __name__ == "__main__":
    unittest.main()
