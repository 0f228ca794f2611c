"""Evaluates the traces of a load test: the table of tools/latency for the journey's main routes, and the check of the budgets."""
import os
import secrets
import subprocess
import time
from datetime import datetime, timezone

from harness import ROOT, Problem, say

LATENCY = os.path.join(ROOT, "tools/latency")
BUDGETS = os.path.join(ROOT, "k6/budgets.yaml")
EXPORT_PAUSE = 3  # seconds before Tempo is read; the agent exports its spans once a second
EXPORTED_WITHIN = 300  # seconds; ends the wait for spans in files if the agent exports none; on a busy machine, it exports late
END_OF_FILE = 1 << 20  # bytes that are searched for the last spans
ROUTES = ("GET /v1/schedules", "POST /v1/schedules", "GET /v1/reports/daily", "GET /v1/templates/first-page",
          "POST /v1/auth/user/login", "POST /v1/auth/user/register")


class Traces:
    """The traces in a Tempo or in a directory."""

    def __init__(self, tempo=None, directory=None):
        self.directory = None if tempo else directory
        self.source = ["--tempo", tempo] if tempo else ["--files", directory, "--skip-cut-off"]

    def await_export(self, system):
        """Waits until the spans of all earlier requests are written. Each service writes its spans in the order in which they end. This
        method therefore sends one more traced request to each service, and waits for its spans. Tempo may drop this trace, so with Tempo
        the method only pauses."""
        if not self.directory:
            time.sleep(EXPORT_PAUSE)
            return
        trace, end = secrets.token_hex(16), time.monotonic() + EXPORTED_WITHIN
        try:
            missing = {"gateway", *system.send_traced(trace)}
        except Problem as problem:
            say(f"The last traces may be missing: {problem}")
            return
        while missing := {service for service in missing if not self.has_written(service, trace)}:
            if time.monotonic() > end:
                say(f"The last traces of {', '.join(sorted(missing))} were not written within {EXPORTED_WITHIN} s.")
                return
            time.sleep(0.2)

    def has_written(self, service, trace):
        """Returns whether one of the two newest files of a service contains the trace near its end."""
        for name in (f"{service}.jsonl", f"{service}.jsonl.1"):
            try:
                with open(os.path.join(self.directory, name), "rb") as file:
                    file.seek(max(0, os.fstat(file.fileno()).st_size - END_OF_FILE))
                    if trace.encode() in file.read():
                        return True
            except FileNotFoundError:
                continue
        return False

    def write(self, begin, directory):
        """Writes latency.txt for the requests since the given time. Returns whether the budgets are kept, and a sentence about them.
        Without budgets, the sentence is None."""
        window = [*self.source, "--since", instant(begin)]  # an instant: each call takes time, so a duration would move the window
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
