"""Runs k6: to its end with the processor time that other processes used meanwhile, or observed through k6's HTTP interface."""
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.request
from dataclasses import dataclass

from harness import ROOT, Problem
from harness.process import bound_to_this, free_port, machine_ms
from harness.retry import NO_RESPONSE

K6 = os.path.join(ROOT, "tools/k6")
RUNNING = 7  # value of k6's lib.ExecutionStatus; lower values are the setup, higher values the teardown
# Exit codes of k6, see https://grafana.com/docs/k6/latest/. Any other code is a defect of the script.
BROKEN_THRESHOLD, STOPPED = 99, 103
ENDS_WITHIN = 90  # seconds after an interruption, in which visits under way end and the script erases its members


def must_be_there():
    """Builds a missing k6; tools/k6 prints the reason if the build fails."""
    if subprocess.run([K6, "version"], stdout=subprocess.DEVNULL).returncode:
        raise Problem("k6 is not available.")


def version():
    return subprocess.run([K6, "version"], capture_output=True, text=True).stdout.split(" (")[0].strip()


def path_of(script):
    return os.path.join(ROOT, "k6", script)


def arguments(variables):
    return [part for name, value in variables.items() for part in ("-e", f"{name}={value}")]


@dataclass
class Finished:
    """A run that has ended: the metrics of its summary, its duration, and the processor time that was used meanwhile."""

    metrics: dict
    seconds: float
    cpu_ms: dict  # by watched process
    k6_ms: float
    others_ms: float  # of all other processes of the machine
    broken: bool = False  # whether a threshold is broken

    @property
    def requests(self):
        return self.metrics["http_reqs"]["count"]

    def cpu_of(self, processes):
        """Returns the processor time in µs that the processes used for one request."""
        return sum(self.cpu_ms[process] for process in processes) * 1000 / self.requests

    def shares(self):
        """Returns the share of all cores that each watched process, k6 and other processes used."""
        used = {**{process.name: ms for process, ms in self.cpu_ms.items()}, "k6": self.k6_ms, "others": self.others_ms}
        return {name: ms / 1000 / self.seconds / os.cpu_count() for name, ms in used.items()}


def run(script, variables, watched=(), accepted=(0, BROKEN_THRESHOLD), core=None, environment=None):
    """Runs a script of k6/, or the script at a path, to its end. A broken threshold is no Problem unless accepted excludes it,
    because the figures show it."""
    watched = dict.fromkeys(watched)  # each process once
    with tempfile.TemporaryDirectory() as work:
        summary = os.path.join(work, "summary.json")
        command = [*(["taskset", "-c", core] if core else []), K6, "run", "-q", "--no-color", "--address", "",
                   "--summary-export", summary, *arguments(variables), path_of(script)]
        before, machine, children, begun = cpu_ms(watched), machine_ms(), children_ms(), time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   preexec_fn=bound_to_this, env={**os.environ, **(environment or {})})
        try:
            output, _ = process.communicate()
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()
        seconds, after, k6_ms, machine = time.monotonic() - begun, cpu_ms(watched), children_ms() - children, machine_ms() - machine
        if process.returncode not in accepted or not os.path.exists(summary):
            raise Problem(f"k6/{os.path.basename(script)} failed: {reason(output)}")
        used = {process: after[process] - before[process] for process in watched}
        with open(summary) as file:
            return Finished(json.load(file)["metrics"], seconds, used, k6_ms,
                            max(0, machine - sum(used.values()) - k6_ms), process.returncode == BROKEN_THRESHOLD)


def cpu_ms(processes):
    return {process: process.cpu_ms() for process in processes}


def children_ms():
    times = os.times()
    return (times.children_user + times.children_system) * 1000


def phases(script, variables):
    """Returns the phases that the script declares; raises a Problem with k6's message if the script rejects its variables."""
    result = subprocess.run([K6, "inspect", *arguments(variables), script], capture_output=True, text=True)
    if result.returncode:
        raise Problem(reason(result.stderr))
    return json.loads(result.stdout)["ext"]["haru"]["phases"]


def reason(log):
    """Returns the first error in the log that k6 and not the script logged, without its stack trace."""
    found = re.search(r'level=error msg="((?:[^"\\]|\\.)*)"(?! source=console)', log)
    line = (found[1].replace(r"\n", "\n").replace(r"\"", '"') if found else log.strip() or "k6 wrote no output").splitlines()[0]
    return re.sub(r"^(?:GoError|Error|test aborted): ", "", line)


def errors(log):
    """Returns the distinct errors that the script logged: its first unexpected responses, those without a time-out (504) first."""
    with open(log) as file:
        found = re.findall(r'level=error msg="((?:[^"\\]|\\.)*)" source=console', file.read())
    return sorted(dict.fromkeys(text.replace(r"\"", '"') for text in found), key=lambda text: ": 504 " in text)


class Run:
    """A running k6, with the report of its dashboard."""

    def __init__(self, script, variables, directory):
        self.log = os.path.join(directory, "k6.log")
        self.address = f"127.0.0.1:{free_port()}"
        environment = {**os.environ, "K6_WEB_DASHBOARD": "true", "K6_WEB_DASHBOARD_HOST": "127.0.0.1",
                       "K6_WEB_DASHBOARD_PORT": "0", "K6_WEB_DASHBOARD_PERIOD": "5s",
                       "K6_WEB_DASHBOARD_EXPORT": os.path.join(directory, "report.html")}
        with open(self.log, "w") as log:
            # k6 runs in a separate session, so Ctrl-C reaches only this process, which interrupts k6 once.
            self.process = subprocess.Popen(
                [K6, "run", "--quiet", "--no-color", "--address", self.address, *arguments(variables), script],
                env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                preexec_fn=lambda: bound_to_this(signal.SIGINT))

    @property
    def pid(self):
        return self.process.pid

    def request(self, path, body=None):
        """Returns k6's response; None if k6 does not listen yet or has ended."""
        request = urllib.request.Request(f"http://{self.address}{path}", body and json.dumps(body).encode(),
                                         method="PATCH" if body else "GET")
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return json.load(answer)["data"]
        except NO_RESPONSE:
            return None

    def is_over(self):
        return self.process.poll() is not None

    def await_load(self):
        """Waits for the end of the setup; returns False if k6 ends before."""
        while not self.is_over():
            status = self.request("/v1/status")
            if status and status["attributes"]["status"] >= RUNNING:
                return True
            time.sleep(0.25)
        return False

    def metrics(self):
        """Returns the current figures by metric: {"count": …} or {"p(95)": …}."""
        return {metric["id"]: metric["attributes"]["sample"] for metric in self.request("/v1/metrics") or []}

    def stop(self):
        self.request("/v1/status", {"data": {"type": "status", "id": "default", "attributes": {"stopped": True}}})

    def wait(self):
        return self.process.wait()

    def end(self):
        """Interrupts an abandoned run, and kills k6 after ENDS_WITHIN seconds."""
        if self.is_over():
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            pass
        finally:  # also after a second Ctrl-C
            self.process.kill()
            self.process.wait()

    def failure(self):
        """Returns the reason why k6 failed."""
        with open(self.log) as log:
            return reason(log.read())
