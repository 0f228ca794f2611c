"""Measures what an authenticator app adds to a sign-in: whole sign-ins by password alone, by password and code in one request, and
by password and code in two requests, in turn.

  RATE       (15) sign-ins a second
  DURATION   (18s) for each turn; a turn begins with a time step, and each member has three codes in it
  ROUNDS     (5) turns of each kind
  WARM       (120s) warm-up with 60 sign-ins a second by password
"""
import base64
import hashlib
import hmac
import json
import os
import time
import urllib.request

from harness import Problem, k6, say, setting
from harness.system import MEMBERS, System

STEP = 30  # seconds, RFC 6238
CODES = 3  # the codes of a member in a turn: of the step before, of the current and of the next one
STARTS_WITHIN = 3  # seconds of a step
WARM_RATE = 60  # sign-ins a second
WARM_TURNS = 4  # of each kind with codes
PASSWORD, AT_ONCE, BOTH = "password", "password and code in one request", "password and code in two requests"
WITHOUT_FACTORS = "delete from auth.recovery_code; delete from auth.factor; update auth.account set second_factor = false where second_factor"
FIGURES = ["rate", "requests", "parts", "cpu", "more_cpu", "p50", "p95", "more_p50"]


def call(system, token, path, body=None):
    request = urllib.request.Request(f"{system.url}/v1/auth/{path}", json.dumps(body or {}).encode(), {
        "Content-Type": "application/json", "Authorization": f"Bearer {token}"}, method="POST")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def code(secret, step):
    """Returns the code of a step (RFC 6238 with SHA-1 and six digits)."""
    digest = hmac.new(secret, step.to_bytes(8, "big"), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(int.from_bytes(digest[offset:offset + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06d}"


def with_app(system, member):
    """Sets up an authenticator app of a seed member."""
    token = system.sign_in(member)
    secret = base64.b32decode(call(system, token, "factors/totp")["secret"])
    call(system, token, "factors/totp/confirmation", {"code": code(secret, int(time.time()) // STEP)})
    return {"nickname": f"seed_{member}", "secret": secret.hex()}


def send(system, file, kind, rate, seconds, watched=()):
    return k6.run("second-factor.js", {"BASE_URL": system.url, "KIND": kind, "AT_ONCE": str(kind == AT_ONCE).lower(), "RATE": rate,
                                       "DURATION": f"{seconds}s", "MEMBERS": file, "STEP": int(time.time()) // STEP},
                  watched, accepted=(0,))


def turn(system, file, kind, watched):
    """Measures a kind at the begin of a step. The codes of earlier turns are forgotten."""
    system.sql("update auth.totp set last_step = 0")
    rate, seconds = setting("RATE", 15), setting("DURATION", 18)
    while time.time() % STEP > STARTS_WITHIN:
        time.sleep(0.1)
    finished = send(system, file, kind, rate, seconds, watched)
    took, number = finished.metrics["sign_in_time"], finished.metrics["iterations"]["count"]
    parts = {process.name: finished.cpu_ms[process] * 1000 / number for process in watched}
    return {"rate": rate, "requests": number, "cpu": sum(parts.values()), "parts": parts, "p50": took["med"], "p95": took["p(95)"]}


def check():
    """Raises a Problem if a member would need a further code."""
    signed_in, most = setting("RATE", 15) * setting("DURATION", 18), CODES * MEMBERS // 2
    if signed_in > most or setting("DURATION", 18) > STEP - STARTS_WITHIN - 4:
        raise Problem(f"RATE × DURATION is {signed_in}, and {most} sign-ins in {STEP - STARTS_WITHIN - 4} s are possible.")


def measure():
    """Returns the turns of all kinds. A turn with a code has the difference to the turn by password before it."""
    check()
    turns = {PASSWORD: [], AT_ONCE: [], BOTH: []}
    with System() as system:
        try:
            add_turns(system, turns)
        finally:
            system.sql(WITHOUT_FACTORS)  # other benchmarks sign in these members by password
    return turns


def add_turns(system, turns):
    watched = [system.services["gateway"], system.services["auth-service"], *system.stores.values()]
    half = MEMBERS // 2
    say("Setting up authenticator apps.")
    files = {PASSWORD: [{"nickname": f"seed_{member}", "secret": None} for member in range(half)],
             BOTH: [with_app(system, member) for member in range(half, MEMBERS)]}
    files[AT_ONCE] = files[BOTH]
    for kind, members in files.items():
        files[kind] = os.path.join(system.run, f"members-{kind.replace(' ', '-')}.json")
        with open(files[kind], "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            json.dump(members, file)
    say("Warming up.")
    send(system, files[PASSWORD], PASSWORD, WARM_RATE, setting("WARM", 120))
    for kind in (AT_ONCE, BOTH) * WARM_TURNS:
        turn(system, files[kind], kind, watched)
    for number in range(setting("ROUNDS", 5)):
        say(f"  round {number + 1}")
        alone, *others = (turn(system, files[kind], kind, watched) for kind in turns)
        for one in others:
            one |= {"more_cpu": one["cpu"] - alone["cpu"], "more_p50": one["p50"] - alone["p50"]}
        for kind, one in zip(turns, (alone, *others)):
            turns[kind].append(one)
