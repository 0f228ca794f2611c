import unittest
from unittest import mock

from lab import bench
from lab.problem import Problem
from loadtest.tests import command

warm_up = command("bench-warm-up")
METRICS = {name: {"p(95)": ms} for name, ms in (("first", 6.0), ("steady", 4.0), ("first_known", 3.0), ("steady_known", 1.0))}


class Rows(unittest.TestCase):

    def test_aRowComparesTheFirstRequestsWithLaterOnes(self):
        service = mock.Mock(ready_after=26.5, url="http://127.0.0.1:1")
        with mock.patch.object(warm_up, "started", return_value=service), mock.patch.object(bench, "k6", return_value=METRICS):
            row = warm_up.measured(True)

        self.assertEqual(row, ("on", "26.5", "6.00", "4.00", "1.5", "3.00, 1.00", "3.0"))
        service.stop.assert_called_once()

    def test_theServiceIsStoppedWhenK6Fails(self):
        service = mock.Mock()
        with mock.patch.object(warm_up, "started", return_value=service), mock.patch.object(bench, "k6", side_effect=Problem("failed")):
            self.assertRaises(Problem, warm_up.measured, False)

        service.stop.assert_called_once()


if __name__ == "__main__":
    unittest.main()
