import unittest
from unittest import mock

from harness.tests import command

status = command("status")


def pod(phase="Pending", waiting="ContainerCreating", name="haru-gateway-1"):
    state = {"waiting": {"reason": waiting}} if waiting else {"running": {}}
    return {
        "metadata": {"name": name, "labels": {}},
        "status": {"phase": phase, "containerStatuses": [{"name": "service", "image": "a", "restartCount": 0, "state": state}]},
    }


def event(message, time="2026-01-01T00:00:00Z"):
    return {"message": message, "lastTimestamp": time}


class Trouble(unittest.TestCase):

    def of(self, pod, events=()):
        with mock.patch.object(status, "kubectl", return_value=list(events)) as kubectl:
            reason = status.trouble(pod)
        self.calls = kubectl.call_args_list
        return reason

    def test_missingSecretOfAVolumeIsNamed(self):
        self.assertEqual(
            'MountVolume.SetUp failed for volume "redis-ca" : secret "redis-ca" not found',
            self.of(pod(), [event('MountVolume.SetUp failed for volume "redis-ca" : secret "redis-ca" not found')]))
        self.assertIn("involvedObject.name=haru-gateway-1,reason=FailedMount", self.calls[0].args)

    def test_lastEventOfAVolumeApplies(self):
        events = [event("later", "2026-01-01T00:02:00Z"), event("earlier", "2026-01-01T00:01:00Z")]
        self.assertEqual("later", self.of(pod(), events))

    def test_eventWithoutATimeIsTheEarliest(self):
        events = [event("later"), {"message": "without", "lastTimestamp": None, "eventTime": None}]
        self.assertEqual("later", self.of(pod(), events))

    def test_podWithoutEventsIsNotReadyYet(self):
        self.assertEqual("not ready yet: pending", self.of(pod()))

    def test_runningPodIsAskedForNoEvents(self):
        self.assertEqual("not ready yet: running", self.of(pod("Running", None)))
        self.assertEqual([], self.calls)

    def test_missingSecretOfAVariableIsNamed(self):
        waiting = pod(waiting="CreateContainerConfigError")
        waiting["status"]["containerStatuses"][0]["state"]["waiting"]["message"] = 'secret "haru-database" not found'
        self.assertEqual('secret "haru-database" not found', self.of(waiting))


if __name__ == "__main__":
    unittest.main()
