"""Runs one benchmark, prints its figures, and writes them to performance/results; see the list below.

  bounds                  cost of hostile values against ordinary refusals; SERVICE=auth-service
  calendar                cost of lists, changes and feeds of a calendar, against one schedule and lists without series
  cold                    cost of an identity look-up without any cache, over all services
  create                  400 new schedules a second for members with 1,000 schedules; DURATION=1m
  create-cpu              cost of a new schedule against a constant answer and pgbench
  flood                   latency of signed-in members in a flood of sign-ins; FLOOD=400 a second, PHASE=30s
  hash                    cost of a password hash in each implementation; starts no system
  identity                cost of an identity look-up against a constant answer
  login                   cost of each kind of sign-in; KINDS="right wrong", RATE=60, REFUSALS=400, WARM=120s
  overload                throughput over 2 to 3,000 users without a pause; ROWS=sign-up,list, USERS=100,300, DURATION=20
  recovery                time of recoveries of known and of unknown addresses; PAIRS=2000
  reports                 cost of a cached report against a computed report
  second-factor           cost of a sign-in with an authenticator app against one by password; RATE=15, DURATION=18s, ROUNDS=5
  sign-ups-and-schedules  statuses under a load of both; DURATION=1m
  start                   start of each service on one core: jar, unpacked, class cache; TURNS=1
  templates               cost of the cached first page against a constant answer
  template-plans          time and buffers of each query of the lists; SIZES="1 10 100"
  template-refresh        duration of a ranking refresh, and latency of reads beside it; SIZE=10
  tracing                 cost of tracing: no agent, 0, 5 and 100 %
  tracing-start           cost of a start with and without a class cache, each with and without the agent
  warm-up                 first requests of a service with and without warm-up; TURNS=3, SETTLING=20000
  what-if                 predictions of latency what-if against delays and removed calls; ROUNDS=1000, WARM_UP=90, HOP=1, DELAY=5

A benchmark starts and stops a separate system on free ports; create and sign-ups-and-schedules call the system at BASE_URL if it is
set. Costs are processor time of a request. Those of calendar, cold, create-cpu, identity, reports, templates and tracing are files in
performance/benchmarks, with DURATION, ROUNDS and WARM_UP. Nothing else should run on the machine.
"""
import os
import re
import shlex
import subprocess
import sys

from harness import (ROOT, Problem, bounds, calendars, experiment, k6, login, overload, page, pgbench, recovery, result, runner, say,
                     second_factor, starts, templates, what_if)
from harness.system import System, own_or_at, require_programs

VARIABLES = ("BASE_URL", "DELAY", "HOP", "SERVICE", "FLOOD", "PHASE", "KINDS", "RATE", "REFUSALS", "ROWS", "USERS", "TURNS", "SETTLING",
             "SIZES", "SIZE", "PAIRS", *experiment.OVERRIDES)
START_FIGURES = ["ready", "ready_cpu", "first", "memory"]
WARM_UP_FIGURES = ["ready", "first_p95", "steady_p95", "first_ratio", "first_known_p95", "steady_known_p95", "first_known_ratio"]
HASH_LOG = os.path.join(ROOT, "target", "bench-hash.log")


def tool(*command):
    """Runs a command of tools/ and exits with 2 if it fails; the command has printed the reason."""
    if subprocess.run([os.path.join(ROOT, "tools", command[0]), *command[1:]], stdout=sys.stderr).returncode:
        sys.exit(2)


def prepare():
    """Builds the services and k6, if necessary."""
    require_programs()
    tool("build")
    tool("k6", "version")


def finish(name, turns, figures, load=None, recorded=True, file_name=None):
    """Prints and writes the result, and renews the pages."""
    given = " ".join(f"{variable}={shlex.quote(os.environ[variable])}" for variable in VARIABLES if os.environ.get(variable))
    one = result.of(file_name or name, turns, f"make bench NAME={name} {given}".strip(), load)
    file = result.write(one, recorded)
    if figures:
        print(result.Turns(one).table(figures), flush=True)
    page.write()
    say(f"The result is in {os.path.relpath(file, ROOT)}.")


def from_file(name, file_name=None, hook=None, measure=None):
    """Runs the benchmark of a file. A hook returns the function that is called after each round."""
    one = experiment.overridden(experiment.read(file_name or name, experiment.BENCHMARKS), os.environ)[0]
    experiment.check_settings(one)
    if measure:
        turns = measure(one)
    else:
        with System() as system:
            turns = runner.run(one, system, hook(one, system).after_round if hook else lambda turns: None)
    finish(name, turns, one.measure.figures, one.load.recorded(), file_name=file_name)


def from_script(name, script, url, environment):
    """Runs a script of k6 and records its calls; returns 1 if a threshold is broken. The environment may have secrets."""
    say(f"Running k6/{script}.")
    finished = k6.run(script, {"BASE_URL": url}, environment=environment)
    finish(name, calls(finished.metrics), ["requests", "rate", "p50", "p95", "max", "failed", "refused"])
    if finished.broken:
        say(f"A threshold of k6/{script} is broken.")
    return int(finished.broken)


def calls(metrics):
    """Returns the turn of all requests, and that of each call for which the script keeps a metric."""
    requests = metrics["http_reqs"]["count"]
    share = {name: 100 * sum(metrics.get(one, {}).get("count", 0) for one in counters) / requests
             for name, counters in {"failed": ["unexpected_statuses"], "refused": ["refused", "logins_refused"]}.items()}
    turns = {"all requests": [{"requests": requests, "rate": metrics["http_reqs"]["rate"], **share,
                               **latency(metrics["http_req_duration"])}]}
    for key, metric in metrics.items():
        tags = re.fullmatch(r"http_req_duration\{(.+)\}", key)
        if tags and "expected_response" not in key:
            turns[tags[1]] = [latency(metric)]
    return turns


def latency(metric):
    return {name: metric.get(part) for name, part in runner.OF_SERVED.items()}


def at_target(name, script, settings):
    """Runs a script against the system at BASE_URL, or one with its own data, because the script adds members or schedules."""
    with own_or_at(os.environ.get("BASE_URL"), settings, os.path.join(ROOT, ".run", name)) as url:
        return from_script(name, script, url, {"DURATION": "1m", **os.environ})


def flood():
    with System({}) as system:
        return from_script("flood", "login-flood.js", system.url, {
            "AUTH_URL": system.url_of("auth-service"), "CREDENTIAL": f"member-service:{system.secrets['service.member-service']}"})


def hashes():
    """Runs the benchmark of auth-service's tests, which logs a table; see decision 009."""
    os.makedirs(os.path.dirname(HASH_LOG), exist_ok=True)
    with open(HASH_LOG, "w") as log:
        status = subprocess.run([
            os.path.join(ROOT, "tools/mvn"), "-B", "-ntp", "-pl", "platform,auth-service", "-Dtest=HashBenchmark",
            "-Dsurefire.failIfNoSpecifiedTests=false", "-Djacoco.skip", "-Dtest.jvm=-Xmx1g --enable-native-access=ALL-UNNAMED",
            f"-Dharu.bench.library={ROOT}/.run/lib/libargon2.so", "test-compile", "surefire:test"],
            stdout=log, stderr=log, cwd=ROOT).returncode
    if status:
        raise Problem(f"The benchmark failed: see {os.path.relpath(HASH_LOG, ROOT)}.")
    with open(HASH_LOG) as log:
        finish("hash", hash_turns(log.read()), ["cpu"])


def hash_turns(log):
    """Returns the turns of the rows of the logged table."""
    rows = re.findall(r"^\| (.+?) \| (.+?) \| ([\d.]+) \|$", log, re.M)
    return {f"{implementation}, {cost}": [{"cpu": 1000 * float(ms)}] for implementation, cost, ms in rows}


def hostile_values():
    turns = bounds.measure()
    finish("bounds", turns, bounds.FIGURES)
    print(f"\n{bounds.above(turns)} values above the limit.")
    return 1 if bounds.above(turns) else 0


def throughput():
    turns, seconds, complete = overload.measure(os.environ)
    finish("overload", turns, (), {"duration": seconds}, recorded=complete)


def measured(name, measure, figures):
    """Runs a benchmark that returns its turns."""
    turns = measure()
    if turns:
        finish(name, turns, figures)


def recoveries():
    turns = recovery.measure()
    finish("recovery", turns, recovery.FIGURES)
    return int(recovery.differs(turns))


def predictions():
    turns, holds = what_if.measure()
    finish("what-if", turns, what_if.FIGURES)
    return 0 if holds else 1


BENCHMARKS = {
    "bounds": hostile_values,
    "calendar": lambda: from_file("calendar", measure=calendars.measure),
    "cold": lambda: from_file("cold"),
    "create": lambda: at_target("create", "create.js", {"HARU_SCHEDULE_LIMIT": "1000000"}),
    "create-cpu": lambda: from_file("create-cpu", hook=pgbench.Statements),
    "flood": flood,
    "hash": hashes,
    "identity": lambda: from_file("identity"),
    "login": lambda: measured("login", login.measure, login.FIGURES),
    "overload": throughput,
    "recovery": recoveries,
    "reports": lambda: from_file("reports"),
    "second-factor": lambda: measured("second-factor", second_factor.measure, second_factor.FIGURES),
    "sign-ups-and-schedules": lambda: at_target("sign-ups-and-schedules", "sign-ups-and-schedules.js",
                                                {"RATE_LIMIT_ENABLED": "true", "SCHEDULES": "5"}),
    "start": lambda: measured("start", starts.services, START_FIGURES),
    "templates": lambda: from_file("templates"),
    "template-plans": lambda: measured("template-plans", templates.plans, ["plan_ms", "buffers", "scans"]),
    "template-refresh": lambda: measured("template-refresh", templates.refresh, templates.FIGURES),
    "tracing": lambda: from_file("tracing", "tracing-requests", measure=starts.tracing_requests),
    "tracing-start": lambda: measured("tracing-start", starts.tracing, ["ready_cpu_parts", "ready_cpu", "ready"]),
    "warm-up": lambda: measured("warm-up", starts.warm_up, WARM_UP_FIGURES),
    "what-if": predictions,
}


def main(arguments):
    """Runs the named benchmark; without a name, or with list, prints the list."""
    name = arguments[0] if arguments else "list"
    if name == "list":
        print("\n".join(line[2:] for line in __doc__.splitlines() if line.startswith("  ")))
        return 0
    if name not in BENCHMARKS:
        raise Problem(f"There is no benchmark “{name}”: make bench NAME=list describes them.")
    if name != "hash":
        prepare()
    return BENCHMARKS[name]()
