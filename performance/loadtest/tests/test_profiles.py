import json
import os
import subprocess
import unittest

from loadtest.k6 import K6, ROOT
from loadtest.tests import needs_k6

FREE = ["count>=0"]


def thresholds(profile):
    said = subprocess.run([K6, "inspect", "-e", "BASE_URL=http://127.0.0.1", "-e", f"PROFILE={profile}",
                           os.path.join(ROOT, "k6/journey.js")], capture_output=True, text=True, check=True).stdout
    return json.loads(said)["thresholds"]


@needs_k6
class Profiles(unittest.TestCase):

    def test_whoeverIsRefusedBeforeOrAfterTheDisturbanceBreaksABound(self):
        for profile, judged, others in (("stress", ("1x", "after"), ("5x", "falling")),
                                        ("spike", ("before", "after"), ("spike", "falling"))):
            found = thresholds(profile)
            for phase in judged:
                self.assertEqual(found[f"refused{{phase:{phase}}}"], ["count==0"])
            for phase in others:
                self.assertEqual(found[f"refused{{phase:{phase}}}"], FREE)
            self.assertEqual(found["refused"], FREE)

    def test_aBreakpointMayRefuseInEachOfItsPhases(self):
        found = thresholds("breakpoint")

        self.assertTrue(all(bounds == FREE for name, bounds in found.items() if name.startswith("refused")))


if __name__ == "__main__":
    unittest.main()
