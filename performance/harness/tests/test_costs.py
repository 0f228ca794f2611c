"""Unit tests of what reads recorded costs: make capacity and make perf-check."""
import os
import random
import re
import tempfile
import unittest
from unittest import mock

from harness import ROOT, Problem, capacity, experiment, perf_check as check, process, result


def text(path):
    with open(os.path.join(ROOT, path)) as file:
        return file.read()


class Plans(unittest.TestCase):

    def setUp(self):
        self.inputs = capacity.read_inputs()

    def test_pageHasTheTablesOfTheInputs(self):
        page = text("docs/operations/capacity.md")

        self.assertEqual(capacity.with_tables(page, self.inputs), page, "run make capacity WRITE=1")

    def test_sharesOfCallsAddUpToOne(self):
        self.assertAlmostEqual(1, sum(self.inputs["behaviour"]["callShares"].values()))

    def test_aMoreExpensiveRequestNeedsMorePods(self):
        pods = capacity.plan(self.inputs, 100_000_000)["pods"]["gateway"]
        for entry in self.inputs["cpuMicroseconds"]:
            if entry["part"] == "gateway":
                entry["cost"] *= 2

        self.assertAlmostEqual(2 * pods, capacity.plan(self.inputs, 100_000_000)["pods"]["gateway"], delta=1)

    def test_aCostIsTheMedianOfTheRecordedTurns(self):
        gateway = next(entry for entry in self.inputs["cpuMicroseconds"] if entry["part"] == "gateway")

        self.assertEqual(gateway["cost"], round(result.Turns(result.read("identity")).median(gateway["variant"], "cpu")))

    def test_aCostThatNoResultHasIsAProblem(self):
        other = {"name": "identity", "variants": []}
        with mock.patch.object(result, "read", return_value=other), self.assertRaisesRegex(Problem, "identity.json has no variant"):
            capacity.read_inputs()

    def test_shippedPostgresqlHasConnectionsForTheMostPods(self):
        chart = text("charts/service/values.yaml")
        most = int(re.search(r"^  max: (\d+)", chart, re.M)[1])
        shipped = int(re.search(r'max_connections: "(\d+)"', text("k8s/postgresql/cloudnativepg.yaml"))[1])

        self.assertEqual(self.inputs["planning"]["poolSize"], int(re.search(r"^pool: (\d+)", chart, re.M)[1]))
        self.assertGreaterEqual(shipped, capacity.max_connections(self.inputs, dict.fromkeys(capacity.SERVICES, most)))

    def test_aPodHasTheMemoryAndTheLoadOfTheChart(self):
        service, gateway = text("charts/service/values.yaml"), text("charts/haru/values.yaml").split("\ngateway:\n")[1]
        planning = self.inputs["planning"]
        memory = {planning["podMemoryMiB"][name] for name in capacity.SERVICES if name != "gateway"}
        requested = int(re.search(r"^    cpu: (\d+)m$", service, re.M)[1]) / 1000
        target = int(re.search(r"^  cpu: (\d+)$", service, re.M)[1]) / 100

        self.assertEqual({int(re.search(r"^    memory: (\d+)Mi", service, re.M)[1])}, memory)
        self.assertEqual(int(re.search(r"^      memory: (\d+)Mi", gateway, re.M)[1]), planning["podMemoryMiB"]["gateway"])
        self.assertAlmostEqual(requested * target, planning["podLoad"])


BEFORE = [[2.00, 2.04, 1.98], [2.10, 2.06, 2.08], [1.95, 2.02, 1.99]]


def times(factor):
    return [[factor * ratio for ratio in rounds] for rounds in BEFORE]


class Change(unittest.TestCase):

    def verdict(self, now):
        return check.verdict(*check.change(BEFORE, now, random.Random(1), 6))

    def test_equalFiguresAreAsBefore(self):
        self.assertEqual(self.verdict(BEFORE), "as before")

    def test_aFifthMoreIsMoreExpensive(self):
        self.assertEqual(self.verdict(times(1.2)), "**more expensive**")

    def test_aFifthLessIsCheaper(self):
        self.assertEqual(self.verdict(times(0.8)), "cheaper")

    def test_aCertainChangeBelowTheThresholdIsAsBefore(self):
        self.assertEqual(self.verdict(times(1.07)), "as before")

    def test_differentProcessesAreNotCertain(self):
        self.assertEqual(self.verdict([[2.0, 2.0, 2.0], [3.4, 3.4, 3.4], [1.9, 1.9, 1.9]]), "not certain")

    def test_theIntervalHoldsTheChange(self):
        by, low, high = check.change(BEFORE, times(1.2), random.Random(1), 6)

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

            self.assertEqual(process.java_version(), "25.0.9")

    def exit_code(self, **measuring):
        """Returns the exit code when the measuring has the given outcome."""
        with mock.patch.object(check, "measure", **measuring), mock.patch("traceback.print_exc"), mock.patch("builtins.print"):
            try:
                return check.main([])
            except SystemExit as ended:
                return ended.code

    def test_anUnexpectedFailureExitsWith2(self):
        self.assertEqual(self.exit_code(side_effect=ConnectionRefusedError()), 2)

    def test_aFailedMeasurementIsAProblem(self):
        self.assertRaises(Problem, self.exit_code, side_effect=Problem("k6 failed"))

    def test_onlyAHigherCostThanTheBaselineExitsWith1(self):
        recorded = result.read(check.BASELINE)
        double = {**recorded, "variants": [{**variant, "turns": [{"ratio": 2 * turn["ratio"]} for turn in variant["turns"]]}
                                           for variant in recorded["variants"]]}

        self.assertEqual([self.exit_code(return_value=now) for now in (recorded, double)], [0, 1])

    def test_theBaselineHasEachMeasuredRoute(self):
        routes = experiment.read(check.BASELINE, experiment.BENCHMARKS)

        self.assertEqual(list(check.ratios(result.read(check.BASELINE))),
                         [variant.name for variant in routes.variants if not variant.name.startswith("constant answer")])

    def test_theRoundsOfEachStartStayTogether(self):
        measured = {"load": {"rounds": 2}, "variants": [
            {"name": "constant answer of member-service", "turns": [{"ratio": 1.0}] * 6},
            {"name": "GET /v1/members/me", "turns": [{"ratio": ratio} for ratio in (5.3, 4.9, 4.6, 4.8, 5.5, 5.1)]}]}

        self.assertEqual(check.ratios(measured), {"GET /v1/members/me": [[5.3, 4.9], [4.6, 4.8], [5.5, 5.1]]})

    def test_theCommandOfABaselineNamesItsValues(self):
        with mock.patch.object(check, "prepare"), mock.patch.object(check, "System"), mock.patch.object(experiment, "check_settings"), \
                mock.patch.object(check.runner, "run", return_value={}) as run, mock.patch.dict(os.environ, {"ROUNDS": "1"}):
            measured = check.measure()

        self.assertEqual((measured["command"], run.call_args[0][0].load.rounds), ("make perf-check BASELINE=1 ROUNDS=1", 1))
