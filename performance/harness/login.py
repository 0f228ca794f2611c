"""Measures each kind of sign-in: the processor time of each process for a request, and the latency.

  KINDS      some of right, wrong, unknown, challenged, challenged-unknown, blocked; default: all in this order
  RATE       (60) sign-ins a second of the kind right; wrong and unknown use 20, below the limit for a challenge
  REFUSALS   (400, blocked 2000) refusals a second
  DURATION   (30s) for each kind
  WARM       (120s) warm-up with 110 sign-ins a second: the JVMs compile for tens of thousands of calls
"""
import os
import random
import time

from harness import Problem, k6, say, setting
from harness.system import System

KINDS = "right wrong unknown challenged challenged-unknown blocked"
BLOCKED_ADDRESS = "192.0.2.66"  # k6/login.js sends it
BLOCKED_SECONDS = 600
WARM_RATE = 110  # sign-ins a second
FIGURES = ["rate", "requests", "parts", "cpu", "p50", "p95"]


def rate(kind):
    """Returns requests a second. A nearly idle process spends its time on wake-ups, so cheap kinds have a high rate."""
    if kind in ("wrong", "unknown"):
        return 20
    if kind.startswith("challenged"):
        return setting("REFUSALS", 400)
    return setting("REFUSALS", 2000) if kind == "blocked" else setting("RATE", 60)


def send(system, kind, per_second, seconds, watched=(), **more):
    return k6.run("login.js", {"BASE_URL": system.url, "KIND": kind, "RATE": per_second, "DURATION": f"{seconds}s",
                               "RUN": random.randrange(1 << 15)}, watched, **more)


def turn(system, kind, watched):
    """Measures a kind; an unexpected status is a Problem."""
    try:
        finished = send(system, kind, rate(kind), setting("DURATION", 30), watched, accepted=(0,))
    except Problem as problem:
        raise Problem(f"A sign-in of the kind {kind} got an unexpected status: {problem}") from None
    took = finished.metrics["http_req_duration"]
    return {"rate": rate(kind), "requests": finished.requests, "cpu": finished.cpu_of(watched),
            "parts": {process.name: finished.cpu_of([process]) for process in watched}, "p50": took["med"], "p95": took["p(95)"]}


def block(system):
    until = int((time.time() + BLOCKED_SECONDS) * 1000)
    system.redis(f"ZADD haru:login-guard:blocked {until} {BLOCKED_ADDRESS}")


def measure():
    """Returns the turns of each kind, against a system with rate limits, because their counts in Redis are a part of the cost."""
    kinds = (os.environ.get("KINDS") or KINDS).split()
    turns = {kind: [] for kind in kinds}
    with System({"RATE_LIMIT_ENABLED": "true"}) as system:
        watched = [system.services["gateway"], system.services["auth-service"], *system.stores.values()]
        send(system, "right", WARM_RATE, setting("WARM", 120))
        block(system)
        for kind in kinds:
            say(f"  {kind}")
            turns[kind].append(turn(system, kind, watched))
    return turns
