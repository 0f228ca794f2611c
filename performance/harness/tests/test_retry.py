import unittest
from unittest import mock

from harness import retry
from harness.retry import TimedOut


class WithRetries(unittest.TestCase):

    def setUp(self):
        self.clock = mock.Mock(now=0.0)
        self.clock.monotonic = lambda: self.clock.now
        self.clock.sleep = lambda seconds: setattr(self.clock, "now", self.clock.now + seconds)
        patch = mock.patch.object(retry, "time", self.clock)
        patch.start()
        self.addCleanup(patch.stop)

    def status(self, *responses, **options):
        """Returns the status that a caller gets, and the number of requests. The last response repeats."""
        left, sent = list(responses), []

        def send():
            sent.append(left.pop(0) if len(left) > 1 else left[0])
            return sent[-1]
        return retry.with_retries(send, **options)[0], len(sent)

    def test_aRefusalIsRepeatedAfterItsPause(self):
        self.assertEqual(self.status((503, {"Retry-After": "2"}), (504, {}), (200, {})), (200, 3))
        self.assertEqual(self.clock.now, 3)

    def test_aRefusalThatPersistsIsReturned(self):
        self.assertEqual(self.status((503, {"Retry-After": "100"})), (503, 4))
        self.assertEqual(self.clock.now, retry.WITHIN)

    def test_anyOtherResponseIsFinal(self):
        for response in ((500, {"Retry-After": "1"}), (503, {}), (502, {}), (429, {"Retry-After": "1"})):
            self.assertEqual(self.status(response), (response[0], 1))

    def test_onlyASafeRequestIsRepeatedAfterATimeOut(self):
        self.assertEqual(self.status((503, {"Retry-After": "1"}), (200, {}), safe=False), (200, 2))
        with self.assertRaises(TimedOut):
            self.status((504, {}), (200, {}), safe=False)


class UnlessTimedOut(unittest.TestCase):

    def test_aTimeOutBeginsAgain(self):
        function = mock.Mock(side_effect=[TimedOut(), TimedOut(), "result"])

        self.assertEqual(retry.unless_timed_out(function, "argument"), "result")
        function.assert_called_with("argument")

    def test_theLastTimeOutIsRaised(self):
        with self.assertRaises(TimedOut):
            retry.unless_timed_out(mock.Mock(side_effect=TimedOut()))

    def test_anyOtherFailureIsRaisedAtOnce(self):
        function = mock.Mock(side_effect=ValueError)
        self.assertRaises(ValueError, retry.unless_timed_out, function)
        function.assert_called_once()


if __name__ == "__main__":
    unittest.main()
