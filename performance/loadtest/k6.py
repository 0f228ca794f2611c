"""Starts a run of k6, observes it through k6's HTTP interface, and ends it."""
import ctypes
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

from lab.problem import Problem

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
K6 = os.path.join(ROOT, "tools/k6")
RUNNING = 7  # value of k6's lib.ExecutionStatus; lower values are the setup, higher values the teardown
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)
# Exit codes of k6, see https://grafana.com/docs/k6/latest/. Any other code is a defect of the script.
BROKEN_THRESHOLD, STOPPED_BY_US, STOPPED_BY_SIGNAL, ABORTED_BY_SCRIPT = 99, 103, 105, 108
GOES_WITHIN = 90  # seconds after an interruption, in which visits under way end and the script erases its members


def end_with_parent():
    """Ends k6 if this process is killed and cannot end k6 itself."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGINT)


def must_be_there():
    """Builds a missing k6; tools/k6 prints the reason if the build fails."""
    if subprocess.run([K6, "version"], stdout=subprocess.DEVNULL).returncode:
        raise Problem("k6 is not available.")


def arguments(variables):
    return [part for name, value in variables.items() for part in ("-e", f"{name}={value}")]


def phases(script, variables):
    """Returns the phases that the script declares; raises a Problem with k6's message if the script rejects its variables."""
    result = subprocess.run([K6, "inspect", *arguments(variables), script], capture_output=True, text=True)
    if result.returncode:
        raise Problem(said(result.stderr))
    return json.loads(result.stdout)["ext"]["haru"]["phases"]


def said(log):
    """Returns the first error in the log that k6 and not the script logged, without its stack trace."""
    found = re.search(r'level=error msg="((?:[^"\\]|\\.)*)"(?! source=console)', log)
    line = (found[1].replace(r"\n", "\n").replace(r"\"", '"') if found else log.strip() or "k6 wrote no output").splitlines()[0]
    return re.sub(r"^(?:GoError|Error|test aborted): ", "", line)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Run:
    """A running k6, with the report of its dashboard."""

    def __init__(self, script, variables, directory):
        self.log = os.path.join(directory, "k6.log")
        self.door = f"127.0.0.1:{free_port()}"
        environment = {**os.environ, "K6_WEB_DASHBOARD": "true", "K6_WEB_DASHBOARD_HOST": "127.0.0.1",
                       "K6_WEB_DASHBOARD_PORT": "0", "K6_WEB_DASHBOARD_PERIOD": "5s",
                       "K6_WEB_DASHBOARD_EXPORT": os.path.join(directory, "report.html")}
        with open(self.log, "w") as log:
            # k6 runs in a separate session, so Ctrl-C reaches only this process, which interrupts k6 once.
            self.process = subprocess.Popen(
                [K6, "run", "--quiet", "--no-color", "--address", self.door, *arguments(variables), script],
                env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                preexec_fn=end_with_parent)

    @property
    def pid(self):
        return self.process.pid

    def ask(self, path, body=None):
        """Returns k6's response; None if k6 does not listen yet or has ended."""
        request = urllib.request.Request(f"http://{self.door}{path}", body and json.dumps(body).encode(),
                                         method="PATCH" if body else "GET")
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return json.load(answer)["data"]
        except (OSError, ValueError):
            return None

    def is_over(self):
        return self.process.poll() is not None

    def await_load(self):
        """Waits for the end of the setup; returns False if k6 ends before."""
        while not self.is_over():
            status = self.ask("/v1/status")
            if status and status["attributes"]["status"] >= RUNNING:
                return True
            time.sleep(0.25)
        return False

    def metrics(self):
        """Returns the current figures by metric: {"count": …} or {"p(95)": …}."""
        return {metric["id"]: metric["attributes"]["sample"] for metric in self.ask("/v1/metrics") or []}

    def stop(self):
        self.ask("/v1/status", {"data": {"type": "status", "id": "default", "attributes": {"stopped": True}}})

    def wait(self):
        return self.process.wait()

    def end(self):
        """Interrupts an abandoned run, and kills k6 after GOES_WITHIN seconds."""
        if self.is_over():
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(GOES_WITHIN)
        except subprocess.TimeoutExpired:
            pass
        finally:  # also after a second Ctrl-C
            self.process.kill()
            self.process.wait()

    def words(self):
        with open(self.log) as log:
            return said(log.read())
