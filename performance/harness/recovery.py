"""Measures whether the time of a recovery request shows that an account has the address: known and unknown addresses in random order.

  PAIRS      (2000) requests for a known address, and as many for an unknown one
"""
import http.client
import json
import random
import statistics
import time
import urllib.parse

from harness import Problem, say, setting
from harness.system import System

FIGURES = ["requests", "p50", "p95", "ratio"]
WARM_UP = 300  # pairs
CLOSEST = 0.9  # ratio of the medians that the benchmark accepts, and its inverse
# Copies of a seed member with verified addresses. The benchmark signs in to none of them.
ACCOUNTS = """
    insert into auth.account (id, nickname, nickname_key, email, email_key, password_hash, version, created_at, verified_email,
                              verified_email_key, email_verified_at)
    select gen_random_uuid(), 'known_' || number, 'known_' || number, address, address, password_hash, 0, now(), address, address, now()
    from (select password_hash from auth.account where nickname = 'seed_0') seed,
         generate_series(0, {last}) number, lateral (select 'known' || number || '@example.org' as address) named"""


def request(connection, address):
    """Requests a recovery; returns its duration in ms."""
    begun = time.perf_counter()
    connection.request("POST", "/v1/auth/recovery", json.dumps({"email": address}), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    took = 1000 * (time.perf_counter() - begun)
    if answer.status != 202:
        raise Problem(f"A recovery got the status {answer.status}.")
    return took


def figures(times):
    return {"requests": len(times), "p50": statistics.median(times), "p95": statistics.quantiles(times, n=20)[-1]}


def measure():
    """Returns a turn of known and one of unknown addresses. Each address is requested once, since a second request does less."""
    pairs = setting("PAIRS", 2000)
    times = {"known address": [], "unknown address": []}
    with System() as system:
        say("Adding accounts.")
        system.sql(ACCOUNTS.format(last=WARM_UP + pairs - 1))
        connection = http.client.HTTPConnection(urllib.parse.urlparse(system.url).netloc, timeout=20)
        for number in range(WARM_UP + pairs):
            for kind in random.sample(list(times), 2):
                took = request(connection, f"{kind.split()[0]}{number}@example.org")
                if number >= WARM_UP:
                    times[kind].append(took)
        connection.close()
    turns = {kind: figures(of_kind) for kind, of_kind in times.items()}
    turns["known address"]["ratio"] = turns["known address"]["p50"] / turns["unknown address"]["p50"]
    return {kind: [turn] for kind, turn in turns.items()}


def differs(turns):
    """Returns whether the medians differ by more than a tenth."""
    return not CLOSEST <= turns["known address"][0]["ratio"] <= 1 / CLOSEST
