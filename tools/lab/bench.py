"""What the benchmarks beside a running system share: copies of its services, and members who are signed in."""
import atexit
import json
import os
import sys
import tempfile
import time
import urllib.request

from lab.problem import Problem
from lab.process import ROOT, Copy, Original, free_port

RUN = os.path.abspath(os.environ.get("HARU_RUN_DIR", os.path.join(ROOT, ".run")))
GATEWAY = os.environ.get("BASE_URL", "http://127.0.0.1:8080")


def copy(name, environment=None, main_class=None):
    """A copy of a service of the running system, with the module bench on its class path, on ports of its own."""
    original, port, management = Original(RUN, name), free_port(), free_port()
    command = original.java_command(main_class, None, class_cache=False, bench=True)
    variables = {**original.environment, "WARM_UP_ENABLED": "false", **(environment or {}),
                 "SERVER_PORT": str(port), "MANAGEMENT_PORT": str(management)}
    log = os.path.join(RUN, "log", f"bench-{name}-{port}.log")
    started = Copy(name, command, variables, original.directory, log, management, f"http://127.0.0.1:{port}")
    atexit.register(started.stop)
    try:
        started.await_ready()
    except Problem as problem:
        sys.exit(print(problem, file=sys.stderr) or 2)
    return started


def sign_in(member, gateway=GATEWAY):
    """The token of a seed member, by its number."""
    body = json.dumps({"nickname": f"seed_{member}", "password": "password12345678"}).encode()
    request = urllib.request.Request(f"{gateway}/v1/auth/user/login", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)["token"]


def tokens(members=20, gateway=GATEWAY):
    """A file with the tokens of so many seed members; gone with the process."""
    file = tempfile.NamedTemporaryFile("w", suffix=".json", delete=False)
    json.dump([sign_in(member, gateway) for member in range(members)], file)
    file.close()
    atexit.register(os.unlink, file.name)
    return file.name


def settle(loads, watched, within, quiet=0.03):
    """Repeats one load of some seconds after the other, each until the watched JVMs' compilers use less than a share of their
    processor time; all of them together for no more than so many seconds. The first should be made by two clients: among the
    threads of sixteen a compiler gets so little of the cores that it is not done after minutes."""
    end = time.monotonic() + within
    for load in loads:
        share = compiling(load, watched)
        while share >= quiet:
            if time.monotonic() > end:
                print(f"The JIT compilers still use {share:.0%} of a core after {within} s.", file=sys.stderr)
                return
            share = compiling(load, watched)


def compiling(load, watched):
    """The largest share of its processor time that one of the watched JVMs spends on compiling during a load."""
    before = [(process.cpu_ms(), process.compilers_ms()) for process in watched]
    load()
    after = [(process.cpu_ms(), process.compilers_ms()) for process in watched]
    return max((a[1] - b[1]) / (a[0] - b[0]) for b, a in zip(before, after))
