"""Measures throughput over users through the gateway, with clients that do not pause.

  make bench NAME=overload                     every row; about 25 minutes
  make bench NAME=overload ROWS=sign-up,list   some rows, not recorded
  DURATION=5 USERS=100,1000                    shorter or fewer steps, not recorded

Rows: sign-up, sign-in (over users); create, list, first-page (over connections); storm (200 reads a second beside sign-ups and
sign-ins); fairness (sign-ins from other addresses beside 60 connections of one address); recovery (before and after a minute of
1,000 users); founding (the founding sign-up script from the folder VECTORS, unchanged, for three minutes against a new system);
start (lists from the moment at which a system is up). A row is a variant of the result, and a step of it a turn.
"""
import os
import threading
import time

from harness import ROOT, Problem, k6, render, say, setting
from harness.render import facts, filled, rows as table
from harness.system import System

USERS = [2, 5, 10, 20, 50, 100, 300, 1000]
CONNECTIONS = [8, 32, 128, 256, 512, 1000, 3000]
READS = 200  # reads a second, beside the storm
OTHERS = 2  # sign-ins a second from other addresses, beside connections of one address
QUIET_SECONDS = 5  # before the last step of the recovery
CURVES = {"sign-up": USERS, "sign-in": USERS, "create": CONNECTIONS, "list": CONNECTIONS, "first-page": CONNECTIONS}
# The users of each step of a row, the call, the fewest seconds by users, and the constant rates beside it.
ROWS = {
    **{name: {"kind": name, "users": users} for name, users in CURVES.items()},
    # In the first second all users connect; in a minute, that is less than the slowest twentieth.
    "storm": {"kind": "both", "users": [0, 100, 1000], "fewest": {0: 60, 100: 60, 1000: 60}, "reads": READS},
    "fairness": {"kind": "sign-in", "users": [0, 60], "others": OTHERS},
    "recovery": {"kind": "both", "users": [20, 1000, 20], "fewest": {1000: 60}},
    "founding": {},
    "start": {"kind": "list", "users": [256] * 4, "seconds": 8},  # right after the start of a system
}
FOUNDING_SECONDS, FOUNDING_STEP = 180, 10
WARM_UP = [("both", 20), ("list", 20), ("create", 10), ("first-page", 5)]  # seconds at 16 clients
# Without limits for each client, because every user comes from this machine. Services ignore unknown properties.
NO_LIMITS = {"WARM_UP_ENABLED": "true", "HARU_SCHEDULE_LIMIT": "100000000", "SIGN_UP_BUDGET_ENABLED": "false"}
CODES = {"sign-up": "sign-ups", "sign-in": "sign-ins", "create": "creates", "list": "lists", "first-page": "first pages"}


def measure(environment):
    """Measures the chosen rows; returns the steps of each, the seconds of a step, and whether all rows are complete."""
    rows = chosen(environment.get("ROWS"), list(ROWS), "ROWS")
    users = [int(number) for number in environment["USERS"].split(",")] if environment.get("USERS") else None
    seconds, measured = setting("DURATION", 20), {}
    script = founding_script(environment) if "founding" in rows else None
    fresh = [[row] for row in ("founding", "start") if row in rows]  # each needs a system that has just started
    for together in (*fresh, [row for row in rows if row not in ("founding", "start")]):
        if together:
            with System(NO_LIMITS) as system:
                bench = Bench(system)
                if together not in fresh:
                    bench.prepare()
                for row in together:
                    measured[row] = bench.founding(script) if row == "founding" else bench.row(row, users, seconds)
    return {row: measured[row] for row in rows}, seconds, rows == list(ROWS) and not users and seconds >= 20


def chosen(text, known, name):
    given = [row.strip() for row in text.split(",")] if text else known
    for row in given:
        if row not in known:
            raise Problem(f"{name} has no “{row}”, only {', '.join(known)}.")
    return [row for row in known if row in given]


def founding_script(environment):
    folder = environment.get("VECTORS") or os.path.join(ROOT, "..", "shared", "vectors")
    script = os.path.abspath(os.path.join(folder, "founding-sign-up.js"))
    if not os.path.exists(script):
        raise Problem(f"{script} does not exist. Set the folder of the founding scripts with VECTORS=…, or omit the row with ROWS=….")
    return script


class Bench:
    """The rows, against one system."""

    def __init__(self, system):
        self.system = system
        self.processes = [*system.services.values(), *system.stores.values()]

    def prepare(self):
        self.system.templates(1)
        self.system.sign_in_all()
        for kind, seconds in WARM_UP:
            say(f"Warming up: {kind}")
            self.step(kind, 16, seconds)

    def row(self, name, users, seconds):
        """Measures the steps of a row; those of a curve get their ratio to the best step."""
        say(f"{name}:")
        row, measured = ROWS[name], []
        for number in users if users and name in CURVES else row["users"]:
            if not measured or name == "storm":
                self.system.sign_in_all()  # previous sign-ins have ended the oldest of 50 sessions, to which the tokens belong
            if name == "recovery" and len(measured) == 2:
                time.sleep(QUIET_SECONDS)
            measured.append(self.step(row["kind"], number, row.get("seconds") or max(seconds, row.get("fewest", {}).get(number, 0)),
                                      row.get("reads", 0), row.get("others", 0)))
        best = max(measured, key=lambda step: step["load"]["rate"])
        for step in measured if name in CURVES else ():
            step["load"]["of_best"] = ratio(step["load"]["rate"], best["load"]["rate"])
            step["refusals_cpu"] = refusals_cpu(step, best)
        return measured

    def step(self, kind, users, seconds, reads=0, others=0):
        """Runs k6 once; returns the figures of the clients and the share of the cores that each process used."""
        finished = k6.run("overload.js", {"URL": self.system.url, "KIND": kind, "USERS": users, "DURATION": seconds, "READS": reads,
                                          "OTHERS": others, "TOKENS": self.system.tokens}, self.processes)
        step = {"users": users, "seconds": seconds, "load": clients_figures(finished.metrics, "load", seconds), "cpu": finished.shares()}
        for name, rate in (("reads", reads), ("others", others)):
            if rate:
                step[name] = clients_figures(finished.metrics, name, seconds)
        beside = "".join(f"; {name} {sentence(step[name])}" for name in ("reads", "others") if name in step)
        say(f"  {users:5} users: {sentence(step['load'])}{beside}"
            + f"; cores {', '.join(f'{name} {share:.0%}' for name, share in step['cpu'].items())}")
        return step

    def founding(self, script):
        """Runs the founding script unchanged; counts the accounts in the database every ten seconds."""
        say("founding:")
        accounts, ended = [self.accounts()], threading.Event()
        begun = time.monotonic()

        def count():
            while not ended.wait(begun + FOUNDING_STEP * len(accounts) - time.monotonic()):
                accounts.append(self.accounts())

        watch = threading.Thread(target=count, daemon=True)
        watch.start()
        try:
            finished = k6.run(script, {}, self.processes, environment={"BASE_URL": self.system.url})
        finally:
            ended.set()
            watch.join()
        metrics = finished.metrics
        steps = FOUNDING_SECONDS // FOUNDING_STEP
        created = [after - before for before, after in zip(accounts, accounts[1:])][:steps]
        per_minute = [sum(created[start:start + 6]) / 60 for start in range(0, len(created), 6)]
        requests, created_201, duplicates = (metrics.get(name, {}).get("count", 0) for name in ("http_reqs", "created_201", "dup_409"))
        other = requests - created_201 - duplicates
        say(f"  created a second in each minute: {', '.join(f'{rate:.0f}' for rate in per_minute)}; "
            f"answers other than 201 and 409: {other:,} of {requests:,}")
        return [{"created": created_201, "duplicates": duplicates, "other": other, "requests": requests,
                 "p95": metrics["http_req_duration"]["p(95)"], "per_ten_seconds": created, "per_second": per_minute,
                 "cpu": finished.shares()}]

    def accounts(self):
        return int(self.system.sql("select count(*) from auth.account"))


def clients_figures(metrics, name, seconds):
    count = {part: metrics.get(f"{name}_{part}", {}).get("count", 0) for part in ("answered", "refused", "failed")}
    total, times = sum(count.values()), metrics.get(f"{name}_time", {})
    return {"rate": count["answered"] / seconds, "refused": ratio(count["refused"], total), "failed": ratio(count["failed"], total),
            "refusals": count["refused"] / seconds, "p50": times.get("med"), "p95": times.get("p(95)"), "max": times.get("max")}


def sentence(figures):
    times = f"p50 {figures['p50']:,.0f}, p95 {figures['p95']:,.0f} ms" if figures["p95"] is not None else "none answered"
    return f"{figures['rate']:,.0f}/s, {times}, refused {figures['refused']:.1%}, failed {figures['failed']:.1%}"


def refusals_cpu(step, best):
    """Returns an upper bound of the share of all cores that refusals used: the part beyond the best step's cost of the responses."""
    def used(one):
        return sum(share for name, share in one["cpu"].items() if name not in ("k6", "others"))
    if not step["load"]["refusals"] or not best["load"]["rate"]:
        return 0.0
    return max(0.0, used(step) - used(best) * step["load"]["rate"] / best["load"]["rate"])


def ratio(part, whole):
    return part / whole if whole else 0.0


def drawn(recorded):
    """Returns the chart of the recorded result."""
    rows = rows_of(recorded)
    curves = {name: [(step["users"], step["load"]["rate"]) for step in rows[name]] for name in CURVES}
    return render.curves("Throughput over users without a pause", [
        ("Sign-ups and sign-ins a second, over users", {CODES[name]: curves[name] for name in ("sign-up", "sign-in")}),
        ("Requests a second, over connections", {CODES[name]: curves[name] for name in ("create", "list", "first-page")}),
    ])


def rows_of(recorded):
    return {variant["name"]: variant["turns"] for variant in recorded["variants"]}


def section(recorded):
    """Returns the page of the recorded result."""
    rows, machine = rows_of(recorded), recorded["machine"]
    (founding,) = rows["founding"]
    rates = ", ".join(f"{rate:.0f}" for rate in founding["per_second"])
    first = ", ".join(f"{step['load']['rate']:,.0f}" for step in rows["start"])
    parts = [
        facts([("Load", "clients without a pause, through the gateway, rate limit off"), ("Step", f"{recorded['load']['duration']} s"),
               ("Command", f"`{recorded['command']}`"), ("Recorded", f"{recorded['recorded'][:10]}, commit {recorded['commit']}"),
               ("Machine", f"{machine['cores']} cores ({machine['processor']}), JDK {machine['jdk']}, k6 on the same cores")]),
        "![Throughput over users](overload.svg)"]
    for names, head in ((("sign-up", "sign-in"), "Users"), (("create", "list", "first-page"), "Connections")):
        heads = [head, *(one for name in names for one in (f"{CODES[name]}/s", "p95 ms", "refused", "CPU of refusals", "CPU of k6"))]
        parts.append(table(heads, [[f"{steps[0]['users']:,}", *(cell for step in steps for cell in curve_cells(step))]
                                   for steps in zip(*(rows[name] for name in names))]))
    parts += [filled("""CPU is a share of all cores. The CPU of refusals is an upper bound: the processor time that the system used beyond
              the answers of this step, each at the cost of the best step."""),
              f"## {READS} reads a second beside sign-ups and sign-ins", steps_table(rows["storm"], "reads")]
    if "fairness" in rows:
        parts += [f"## {OTHERS} sign-ins a second from other addresses, beside connections of one address",
                  steps_table(rows["fairness"], "others")]
    parts += [f"## Before, during and {QUIET_SECONDS} s after a minute of 1,000 users", steps_table(rows["recovery"], "load"),
              "## After a start", table(("Load", "Answers a second", "Other answers than 201 and 409"), [
                  ("the founding sign-up script, 100 users, three minutes", f"{rates} in minutes 1 to {len(founding['per_second'])}",
                   f"{founding['other']:,} of {founding['requests']:,}"),
                  ("256 connections that list schedules", f"{first} in the first {len(rows['start'])} × 8 s", "")])]
    return "\n\n".join(parts)


def curve_cells(step):
    load = step["load"]
    return (f"{load['rate']:,.0f}", milliseconds(load.get("p95")), f"{load['refused']:.1%}", f"{step['refusals_cpu']:.1%}",
            f"{step['cpu']['k6']:.0%}")


def steps_table(steps, name):
    return table(("Users", "seconds", "answered/s", "p50 ms", "p95 ms", "refused"), [
        (f"{step['users']:,}", step["seconds"], f"{step[name]['rate']:,.0f}", milliseconds(step[name].get("p50")),
         milliseconds(step[name].get("p95")), f"{step[name]['refused']:.1%}") for step in steps])


def milliseconds(value):
    return "" if value is None else f"{value:,.0f}"
