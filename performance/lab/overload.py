"""Throughput over users: the rows of tools/bench-overload, their results and their chart."""
import json
import os
import subprocess
import tempfile
import threading
import time
from datetime import datetime, timezone

from lab import chart, result
from lab.markdown import facts, filled, table
from lab.problem import Problem
from lab.process import ROOT, bound_to_this, machine_ms
from lab.system import System
from loadtest.processes import seconds_of, stores

USERS = [2, 5, 10, 20, 50, 100, 300, 1000]
CONNECTIONS = [8, 32, 128, 256, 512, 1000, 3000]
CURVES = {"sign-up": USERS, "sign-in": USERS, "create": CONNECTIONS, "list": CONNECTIONS, "first-page": CONNECTIONS}
ROWS = [*CURVES, "storm", "fairness", "recovery", "founding", "start"]
READS = 200  # reads a second, beside the storm
STORMS = [0, 100, 1000]
STORM_STEP = 60  # seconds: the first second, in which all users connect, is less than the slowest twentieth
OTHERS = 2  # sign-ins a second from other addresses, beside connections of one address
GREEDY = [0, 60]
RECOVERY_USERS, STORM_USERS, STORM_SECONDS, QUIET_SECONDS = 20, 1000, 60, 5
START_CONNECTIONS, START_STEPS, START_SECONDS = 256, 4, 8
FOUNDING_SECONDS, FOUNDING_STEP = 180, 10
WARM_UP = [("both", 20), ("list", 20), ("create", 10), ("first-page", 5)]  # seconds at 16 clients
# Without limits for each client, because every user comes from this machine. Services ignore unknown properties.
NO_LIMITS = {"WARM_UP_ENABLED": "true", "HARU_SCHEDULE_LIMIT": "100000000", "SIGN_UP_BUDGET_ENABLED": "false"}
RECORDED, COMMAND = "overload", "make bench NAME=overload"
CODES = {"sign-up": "sign-ups", "sign-in": "sign-ins", "create": "creates", "list": "lists", "first-page": "first pages"}


def say(text):
    print(text, flush=True)


def main(environment):
    """Measures the chosen rows; returns whether the result was recorded."""
    rows = chosen(environment.get("ROWS"), ROWS, "ROWS")
    steps = [int(number) for number in environment["USERS"].split(",")] if environment.get("USERS") else None
    seconds = int((environment.get("DURATION") or "20").removesuffix("s"))
    script = founding_script(environment) if "founding" in rows else None
    for command in (["build"], ["k6", "version"]):
        if subprocess.run([os.path.join(ROOT, "tools", command[0]), *command[1:]], stdout=subprocess.DEVNULL).returncode:
            raise Problem(f"tools/{' '.join(command)} failed.")
    measured = {}
    if script:  # the first row, because it needs a system that has just started
        with system() as started:
            measured["founding"] = Bench(started).founding(script)
    if "start" in rows:
        with system() as started:
            measured["start"] = Bench(started).start()
    others = [row for row in rows if row not in ("founding", "start")]
    if others:
        with system() as started:
            bench = Bench(started)
            bench.prepare()
            for row in others:
                measured[row] = bench.row(row, steps, seconds)
    if rows == ROWS and not steps and seconds >= 20:
        record(measured, seconds)
        return True
    say(json.dumps(measured, indent=1))
    return False


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


def system():
    say("Starting a system.")
    return System(NO_LIMITS)


class Bench:

    def __init__(self, system):
        self.system = system
        self.pids = {**system.pids(), **stores(system.run)}

    def prepare(self):
        self.system.templates(1)
        self.system.sign_in_all()
        for kind, seconds in WARM_UP:
            say(f"Warming up: {kind}")
            self.step(kind, 16, seconds)

    def row(self, name, steps, seconds):
        say(f"{name}:")
        if name == "storm":
            return [self.storm(users, max(seconds, STORM_STEP)) for users in STORMS]
        if name == "fairness":
            return [self.step("sign-in", users, seconds, others=OTHERS) for users in GREEDY]
        if name == "recovery":
            return self.recovery(seconds)
        self.system.sign_in_all()  # the previous row's sign-ins have ended the oldest of 50 sessions, to which the tokens belong
        measured = [self.step(name, users, seconds) for users in steps or CURVES[name]]
        best = max(measured, key=lambda step: step["load"]["rate"])
        for step in measured:
            step["load"]["of_best"] = ratio(step["load"]["rate"], best["load"]["rate"])
            step["refusals_cpu"] = refusals_cpu(step, best)
        return measured

    def start(self):
        """Lists schedules right after the start of the system; only the necessary sign-ins precede the lists."""
        say("start:")
        self.system.sign_in_all()
        return [self.step("list", START_CONNECTIONS, START_SECONDS) for _ in range(START_STEPS)]

    def storm(self, users, seconds):
        self.system.sign_in_all()  # for the same reason as before the curves
        return self.step("both", users, seconds, READS)

    def recovery(self, seconds):
        before = self.step("both", RECOVERY_USERS, seconds)
        storm = self.step("both", STORM_USERS, STORM_SECONDS)
        time.sleep(QUIET_SECONDS)
        return [before, storm, self.step("both", RECOVERY_USERS, seconds)]

    def step(self, kind, users, seconds, reads=0, others=0):
        """Runs k6 once; returns the figures of the clients and the share of the cores that each process used."""
        with tempfile.TemporaryDirectory() as work:
            summary = os.path.join(work, "summary.json")
            command = ["run", "-q", "--no-color", "--address", "", "--summary-export", summary, "-e", f"URL={self.system.url}",
                       "-e", f"KIND={kind}", "-e", f"USERS={users}", "-e", f"DURATION={seconds}", "-e", f"READS={reads}", "-e", f"OTHERS={others}",
                       "-e", f"TOKENS={self.system.tokens}", os.path.join(ROOT, "k6/overload.js")]
            wall, cpu = self.k6(command)
            with open(summary) as file:
                metrics = json.load(file)["metrics"]
        step = {"users": users, "seconds": seconds, "load": seen(metrics, "load", seconds), "cpu": shares(cpu, wall)}
        if reads:
            step["reads"] = seen(metrics, "reads", seconds)
        if others:
            step["others"] = seen(metrics, "others", seconds)
        beside = "".join(f"; {name} {sentence(step[name])}" for name in ("reads", "others") if name in step)
        say(f"  {users:5} users: {sentence(step['load'])}{beside}"
            + f"; cores {', '.join(f'{name} {share:.0%}' for name, share in step['cpu'].items())}")
        return step

    def k6(self, command, environment=None):
        """Runs k6; returns its duration and the seconds of processor time of each process."""
        before, machine, begun = self.cpu(), machine_ms(), time.monotonic()
        k6 = subprocess.Popen([os.path.join(ROOT, "tools/k6"), *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, preexec_fn=bound_to_this, env=environment)
        children = os.times()
        try:
            said, _ = k6.communicate()
        finally:
            if k6.poll() is None:
                k6.terminate()
                k6.wait()
        wall, after, now = time.monotonic() - begun, self.cpu(), os.times()
        if k6.returncode not in (0, 99):
            raise Problem(f"k6 failed: {(said.strip().splitlines() or ['no output'])[-1]}")
        cpu = {name: after[name] - before[name] for name in after}
        cpu["k6"] = now.children_user + now.children_system - children.children_user - children.children_system
        cpu["others"] = max(0.0, (machine_ms() - machine) / 1000 - sum(cpu.values()))
        return wall, cpu

    def cpu(self):
        return {name: seconds_of(pid) for name, pid in self.pids.items()}

    def founding(self, script):
        """Runs the founding script unchanged; counts the accounts in the database every ten seconds."""
        say("founding:")
        accounts, ended = [self.accounts()], threading.Event()
        begun = time.monotonic()

        def look():
            while not ended.wait(begun + FOUNDING_STEP * len(accounts) - time.monotonic()):
                accounts.append(self.accounts())

        watch = threading.Thread(target=look, daemon=True)
        watch.start()
        with tempfile.TemporaryDirectory() as work:
            summary = os.path.join(work, "summary.json")
            try:
                wall, cpu = self.k6(["run", "-q", "--no-color", "--address", "", "--summary-export", summary, script],
                                    {**os.environ, "BASE_URL": self.system.url})
            finally:
                ended.set()
                watch.join()
            with open(summary) as file:
                metrics = json.load(file)["metrics"]
        steps = FOUNDING_SECONDS // FOUNDING_STEP
        created = [after - before for before, after in zip(accounts, accounts[1:])][:steps]
        per_minute = [sum(created[start:start + 6]) / 60 for start in range(0, len(created), 6)]
        count = {name: metrics.get(name, {}).get("count", 0) for name in ("http_reqs", "created_201", "dup_409")}
        other = count["http_reqs"] - count["created_201"] - count["dup_409"]
        say(f"  created a second in each minute: {', '.join(f'{rate:.0f}' for rate in per_minute)}; "
            f"answers other than 201 and 409: {other:,} of {count['http_reqs']:,}")
        return {"created": count["created_201"], "duplicates": count["dup_409"], "other": other, "requests": count["http_reqs"],
                "p95": metrics["http_req_duration"]["p(95)"], "per_ten_seconds": created, "per_second": per_minute,
                "cpu": shares(cpu, wall)}

    def accounts(self):
        return int(self.system.sql("select count(*) from auth.account"))


def seen(metrics, name, seconds):
    count = {part: metrics.get(f"{name}_{part}", {}).get("count", 0) for part in ("answered", "refused", "failed")}
    total, times = sum(count.values()), metrics.get(f"{name}_time", {})
    return {"rate": count["answered"] / seconds, "refused": ratio(count["refused"], total), "failed": ratio(count["failed"], total),
            "refusals": count["refused"] / seconds, "p50": times.get("med"), "p95": times.get("p(95)"), "max": times.get("max")}


def sentence(figures):
    times = f"p50 {figures['p50']:,.0f}, p95 {figures['p95']:,.0f} ms" if figures["p95"] is not None else "none answered"
    return f"{figures['rate']:,.0f}/s, {times}, refused {figures['refused']:.1%}, failed {figures['failed']:.1%}"


def shares(cpu, wall):
    """Returns the share of all cores that each process used."""
    return {name: used / wall / os.cpu_count() for name, used in cpu.items()}


def refusals_cpu(step, best):
    """Returns an upper bound of the share of all cores that refusals used: the part beyond the best step's cost of the responses."""
    def used(one):
        return sum(share for name, share in one["cpu"].items() if name not in ("k6", "others"))
    if not step["load"]["refusals"] or not best["load"]["rate"]:
        return 0.0
    return max(0.0, used(step) - used(best) * step["load"]["rate"] / best["load"]["rate"])


def ratio(part, whole):
    return part / whole if whole else 0.0


def record(measured, seconds):
    recorded = {"recorded": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%MZ"), "commit": result.commit(),
                "command": COMMAND, "machine": result.machine(), "seconds": seconds, "rows": rounded(measured)}
    with open(result.file_of(RECORDED), "w") as file:
        json.dump(recorded, file, indent=1)
        file.write("\n")
    say(f"Recorded in performance/results/{RECORDED}.json.")


def read():
    """Returns the recorded result, or None."""
    if not os.path.exists(result.file_of(RECORDED)):
        return None
    with open(result.file_of(RECORDED)) as file:
        return json.load(file)


def drawn(recorded):
    curves = {name: [(step["users"], step["load"]["rate"]) for step in recorded["rows"][name]] for name in CURVES}
    return chart.curves("Throughput over users without a pause", [
        ("Sign-ups and sign-ins a second, over users", {CODES[name]: curves[name] for name in ("sign-up", "sign-in")}),
        ("Requests a second, over connections", {CODES[name]: curves[name] for name in ("create", "list", "first-page")}),
    ])


def section(recorded):
    rows, machine, founding = recorded["rows"], recorded["machine"], recorded["rows"]["founding"]
    rates = ", ".join(f"{rate:.0f}" for rate in founding["per_second"])
    first = ", ".join(f"{step['load']['rate']:,.0f}" for step in rows["start"])
    parts = [
        facts([("Load", "clients without a pause, through the gateway, rate limit off"), ("Step", f"{recorded['seconds']} s"),
               ("Command", f"`{COMMAND}`"), ("Recorded", f"{recorded['recorded'][:10]}, commit {recorded['commit']}"),
               ("Machine", f"{machine['cores']} cores ({machine['processor']}), JDK {machine['jdk']}, k6 on the same cores")]),
        "![Throughput over users](overload.svg)"]
    for names, head in ((("sign-up", "sign-in"), "Users"), (("create", "list", "first-page"), "Connections")):
        columns = [[head, *(f"{step['users']:,}" for step in rows[names[0]])]]
        for name in names:
            columns += [[f"{CODES[name]}/s", *(f"{step['load']['rate']:,.0f}" for step in rows[name])],
                        ["p95 ms", *(milliseconds(step["load"]["p95"]) for step in rows[name])],
                        ["refused", *(f"{step['load']['refused']:.1%}" for step in rows[name])],
                        ["CPU of refusals", *(f"{step['refusals_cpu']:.1%}" for step in rows[name])],
                        ["CPU of k6", *(f"{step['cpu']['k6']:.0%}" for step in rows[name])]]
        parts.append(table(columns))
    parts += [filled("""CPU is a share of all cores. The CPU of refusals is an upper bound: the processor time that the system used beyond
              the answers of this step, each at the cost of the best step."""),
              f"## {READS} reads a second beside sign-ups and sign-ins", steps_table(rows["storm"], "reads")]
    if "fairness" in rows:
        parts += [f"## {OTHERS} sign-ins a second from other addresses, beside connections of one address",
                  steps_table(rows["fairness"], "others")]
    parts += [f"## Before, during and {QUIET_SECONDS} s after a minute of {STORM_USERS:,} users", steps_table(rows["recovery"], "load"),
              "## After a start", table([
                  ["Load", "the founding sign-up script, 100 users, three minutes", f"{START_CONNECTIONS} connections that list schedules"],
                  ["Answers a second", f"{rates} in minutes 1 to {len(founding['per_second'])}",
                   f"{first} in the first {START_STEPS} × {START_SECONDS} s"],
                  ["Other answers than 201 and 409", f"{founding['other']:,} of {founding['requests']:,}", ""]])]
    return "\n\n".join(parts)


def steps_table(steps, name):
    return table([["Users", *(f"{step['users']:,}" for step in steps)], ["seconds", *(f"{step['seconds']}" for step in steps)], ["answered/s", *(f"{step[name]['rate']:,.0f}" for step in steps)],
                        ["p50 ms", *(milliseconds(step[name]["p50"]) for step in steps)],
                        ["p95 ms", *(milliseconds(step[name]["p95"]) for step in steps)],
                        ["refused", *(f"{step[name]['refused']:.1%}" for step in steps)]])


def milliseconds(value):
    return "" if value is None else f"{value:,.0f}"


def rounded(value):
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return result.rounded(value) if isinstance(value, float) else value
