import unittest

from loadtest.breakpoint import Step, bound_of, gives_out

CORES = 2


def gauge(mean, highest):
    return {"mean": mean, "max": highest}


def step(rate=20, resources=None, **seen):
    return Step(rate=rate, begin=0, end=20, **{"requests": 2000, "plain_p95": 20.0, "hashing_p95": 100.0, **seen},
                resources=resources or {})


def idle(**processes):
    return {"machine": {"cores": 0.5}, **processes}


class GivesOut(unittest.TestCase):

    def test_aSingleStepThatIsBrokenByLittleIsNotBelieved(self):
        self.assertIsNone(gives_out([step(20), step(25, plain_p95=300), step(31), step(39)]))

    def test_theFirstOfTwoBrokenStepsIsTheBreak(self):
        steps = [step(20), step(25, plain_p95=300), step(31, plain_p95=400)]

        self.assertIs(gives_out(steps), steps[1])

    def test_aStepThatIsBrokenByFarIsBelievedAtOnce(self):
        steps = [step(20), step(25, refused=100)]

        self.assertIs(gives_out(steps), steps[1])

    def test_whatKeepsUpDoesNotGiveOut(self):
        self.assertIsNone(gives_out([step(20), step(25)]))


class BoundOf(unittest.TestCase):

    def test_refusalsByTheRateLimitAreThat(self):
        broken = step(refused=500, resources=idle(gateway={"rate_limited": 480.0}))

        self.assertIn("The gateway's rate limit: it refused 480 requests", bound_of(broken, CORES))

    def test_refusedSignInsAreTheHashGovernor(self):
        auth = {"hashes_running": gauge(2, 2), "hashes_max": gauge(2, 2), "hashes_waiting": gauge(60, 128),
                "hashes_refused": 100.0, "hashes": 1000.0, "hash_s": 20.0}

        said = bound_of(step(refused=100, resources=idle(**{"auth-service": auth})), CORES)

        self.assertIn("The hash governor of auth-service: 2.0 of 2 hashes under way, up to 128 waiting, each 20 ms, 100 refused", said)

    def test_busyCoresAreTheProcessorAndWhoUsesItIsNamed(self):
        used = {"machine": {"cores": 1.95}, "schedule-service": {"cores": 0.8}, "gateway": {"cores": 0.3}, "k6": {"cores": 0.6}}

        said = bound_of(step(plain_p95=400, resources=used), CORES)

        self.assertIn("The processor: 1.95 of 2 cores were busy, schedule-service 0.80, k6 0.60, gateway 0.30", said)
        self.assertIn("Most of it went to schedule-service. k6 took 31% of it itself", said)

    def test_aFullPoolOnAnIdleMachineIsThePool(self):
        pool = {"cores": 0.1, "pool_active": gauge(9.8, 10), "pool_max": gauge(10, 10), "pool_waiting": gauge(5, 22)}

        said = bound_of(step(plain_p95=400, resources=idle(**{"schedule-service": pool})), CORES)

        self.assertIn("The connection pool of schedule-service: 9.8 of 10 in use, up to 22 waiting", said)

    def test_allThreadsBusyOnAnIdleMachineAreTheThreads(self):
        threads = {"cores": 0.1, "threads_busy": gauge(30, 30), "threads_max": gauge(30, 30)}

        said = bound_of(step(plain_p95=400, resources=idle(**{"member-service": threads})), CORES)

        self.assertIn("The server threads of member-service: 30 of 30 busy", said)

    def test_droppedVisitsOnAnIdleMachineAreK6Itself(self):
        self.assertIn("k6 itself", bound_of(step(dropped=50, resources=idle()), CORES))

    def test_withoutFiguresNothingIsClaimed(self):
        self.assertEqual(bound_of(step(plain_p95=400), CORES),
                         "None of what is measured here: nothing of the processor is known.")


if __name__ == "__main__":
    unittest.main()
