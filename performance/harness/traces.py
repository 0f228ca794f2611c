"""Evaluates the traces of a load test: the table of tools/latency for the journey's main routes, and the check of the budgets."""
import os
import subprocess
import time
from datetime import datetime, timezone

from harness import ROOT

LATENCY = os.path.join(ROOT, "tools/latency")
BUDGETS = os.path.join(ROOT, "k6/budgets.yaml")
EXPORTED_WITHIN = 3  # seconds; the agent exports its spans once a second
ROUTES = ("GET /v1/schedules", "POST /v1/schedules", "GET /v1/reports/daily", "GET /v1/templates/first-page",
          "POST /v1/auth/user/login", "POST /v1/auth/user/register")


class Traces:
    """The traces in a Tempo or in a directory."""

    def __init__(self, tempo=None, directory=None):
        self.source = ["--tempo", tempo] if tempo else ["--files", directory, "--skip-cut-off"]

    def write(self, begin, directory):
        """Writes latency.txt for the requests since the given time. Returns whether the budgets are kept, and a sentence about them or
        None without budgets."""
        time.sleep(EXPORTED_WITHIN)
        window = [*self.source, "--since", instant(begin)]  # the same period for all routes, although each call takes some time
        with open(os.path.join(directory, "latency.txt"), "w") as file:
            for route in ROUTES:
                file.write(latency("of", route, *window)[1] + "\n\n")
            if not os.path.exists(BUDGETS):
                return True, None
            status, text = latency("budget", BUDGETS, "--skip-unseen", *window)
            file.write(text + "\n")
        last = text.splitlines()[-1] if text else f"latency ended with {status}"
        return status == 0, {0: "All budgets of k6/budgets.yaml are kept.",
                             1: "A budget of k6/budgets.yaml is not kept: see latency.txt."}.get(
                                 status, f"The budgets of k6/budgets.yaml could not be compared: {last}")


def instant(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def latency(*arguments):
    result = subprocess.run([LATENCY, *arguments], capture_output=True, text=True)
    return result.returncode, (result.stdout.strip() + "\n" + result.stderr.strip()).strip()
