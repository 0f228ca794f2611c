"""Functions of the benchmarks beside a running system: copies of its services, signed-in members, and runs of k6."""
import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from lab.problem import Problem
from lab.process import ROOT, Copy, Original, free_port

RUN = os.path.abspath(os.environ.get("HARU_RUN_DIR", os.path.join(ROOT, ".run")))
K6 = os.path.join(ROOT, "tools", "k6")
GATEWAY = os.environ.get("BASE_URL", "http://127.0.0.1:8080")


THRESHOLD_MISSED = 99  # k6's exit code for a broken threshold; the table shows the broken thresholds


def main(function, *arguments):
    """Calls the function. A problem prints one line and exits with 2; a signal ends the started processes."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        function(*arguments)
    except Problem as problem:
        sys.exit(print(problem, file=sys.stderr) or 2)


def must_run(settings=""):
    """Refuses to measure without a running system; names the command that starts it."""
    if not os.path.exists(os.path.join(RUN, "pid", "gateway")):
        raise Problem(f"Nothing runs here: start {settings + ' ' if settings else ''}make run first.")


def k6(script, variables, accepted=(0, THRESHOLD_MISSED)):
    """Runs a script of k6/ with variables and returns the metrics of its summary."""
    with tempfile.TemporaryDirectory() as work:
        summary = os.path.join(work, "summary.json")
        given = [part for name, value in variables.items() for part in ("-e", f"{name}={value}")]
        run = subprocess.run([K6, "run", "-q", "--no-color", "--summary-export", summary, *given, os.path.join(ROOT, "k6", script)],
                             capture_output=True, text=True)
        if run.returncode not in accepted or not os.path.exists(summary):
            raise Problem(f"k6/{script} failed: {run.stderr.strip()[-500:] or 'k6 printed no reason'}")
        with open(summary) as file:
            return json.load(file)["metrics"]


def per_request(before, after, metrics):
    """The growth of each figure, divided by the number of requests."""
    return [(b - a) / metrics["http_reqs"]["count"] for a, b in zip(before, after)]


def copy(name, environment=None, main_class=None):
    """Starts a copy of a service of the running system, with the module bench on its class path, on separate ports."""
    original, port, management = Original(RUN, name), free_port(), free_port()
    command = original.java_command(main_class, None, class_cache=False, bench=True)
    variables = {**original.environment, "WARM_UP_ENABLED": "false", **(environment or {}),
                 "SERVER_PORT": str(port), "MANAGEMENT_PORT": str(management)}
    log = os.path.join(RUN, "log", f"bench-{name}-{port}.log")
    started = Copy(name, command, variables, original.directory, log, management, f"http://127.0.0.1:{port}")
    atexit.register(started.stop)
    started.await_ready()
    return started


def sign_in(member, gateway=GATEWAY):
    """Signs in a seed member, by number, and returns the access token."""
    body = json.dumps({"nickname": f"seed_{member}", "password": "password12345678"}).encode()
    request = urllib.request.Request(f"{gateway}/v1/auth/user/login", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)["token"]


def tokens(members=20, gateway=GATEWAY):
    """Returns a file with the tokens of the given number of seed members; the process deletes the file when it exits."""
    file = tempfile.NamedTemporaryFile("w", suffix=".json", delete=False)
    json.dump([sign_in(member, gateway) for member in range(members)], file)
    file.close()
    atexit.register(os.unlink, file.name)
    return file.name


def settle(loads, watched, within, quiet=0.03):
    """Repeats each load in turn until the compilers of the watched JVMs use less than the given share of their processor time.
    All loads together last at most the given number of seconds. The first load should use two clients: beside the threads of
    sixteen clients, a compiler gets so little processor time that it needs minutes."""
    end = time.monotonic() + within
    for load in loads:
        share = compiling(load, watched)
        while share >= quiet:
            if time.monotonic() > end:
                print(f"The JIT compilers still use {share:.0%} of a core after {within} s.", file=sys.stderr)
                return
            share = compiling(load, watched)


def compiling(load, watched):
    """Returns the largest share of its processor time that a watched JVM spends on compiling during a load."""
    before = [(process.cpu_ms(), process.compilers_ms()) for process in watched]
    load()
    after = [(process.cpu_ms(), process.compilers_ms()) for process in watched]
    return max((a[1] - b[1]) / (a[0] - b[0]) for b, a in zip(before, after))
