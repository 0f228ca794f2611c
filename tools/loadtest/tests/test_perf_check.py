import importlib.machinery
import importlib.util
import os
import random
import sys
import unittest

SCRIPT = os.path.join(os.path.dirname(__file__), "../../perf-check")
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("perf_check", SCRIPT)
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("perf_check", loader))
loader.exec_module(check)

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


if __name__ == "__main__":
    unittest.main()
