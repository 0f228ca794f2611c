"""Runs load tests with k6's user journey against a running system: a scenario in several profiles.

  tools/load smoke | load | stress | spike | breakpoint | soak

Writes a directory for each run, .run/load/<time>-<profile>, with summary.md, result.json (the format of all
results), report.html, summary.json, metrics.json, k6.log, and latency.txt if the system is traced. Environment variables:

  BASE_URL     the gateway, http://127.0.0.1:8080
  RATE         visits a second; DURATION the length of the profile's main phase
  SAMPLED      the share of requests whose trace is recorded, 0 to 1: 0.1 if the system is traced, else 0
  PROMETHEUS   a Prometheus that scrapes the services; without it the load test reads the actuators of make run or of
  ACTUATORS    "gateway=http://10.0.0.1:9080 auth-service=…"
  TEMPO        the Tempo with the traces; without it the load test reads those of make run TRACING=1 in .run/trace

Exit code 0: all bounds held, or the breakpoint is found. 1: a bound is broken, or the budgets could not be checked; smoke reports the
budgets only. 2: invalid input, or no system. 130: interrupted.
"""
import datetime
import fcntl
import glob
import json
import os
import shutil
import time
from contextlib import contextmanager

from harness import RUN, Problem, breakpoint as breaking, k6, metrics, report, result, say, say_end, target, traces

RESULTS = os.path.join(RUN, "load")
UNFINISHED = ".unfinished"
JOURNEY = k6.path_of("journey.js")
SMOKE = "smoke"  # judges the responses only, because its times depend on the machine
PROFILES = (SMOKE, "load", "stress", "spike", "breakpoint", "soak")


def main(arguments):
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments else 2
    profile = arguments[0]
    if profile not in PROFILES:
        raise Problem(f"The profile {profile} does not exist; the profiles are {', '.join(PROFILES)}.")
    system = target.Target(os.environ.get("BASE_URL") or "http://127.0.0.1:8080", os.environ.get("ACTUATORS", ""))
    tempo, prometheus = os.environ.get("TEMPO"), os.environ.get("PROMETHEUS")
    own = target.run_directory_of(system.url, RUN)
    traced = bool(tempo) or (own is not None and target.is_traced(own))
    variables = {name: value for name in ("RATE", "DURATION") if (value := os.environ.get(name))}
    variables |= {"BASE_URL": system.url, "PROFILE": profile, "SAMPLED": sampled(traced)}
    k6.must_be_there()
    phases = k6.phases(JOURNEY, variables)
    system.must_be_up()
    prometheus = prometheus and metrics.Prometheus(prometheus)
    now = datetime.datetime.now()
    final = os.path.join(RESULTS, f"{now.strftime('%Y%m%d-%H%M%S')}-{profile}")
    with alone(), completed(final) as directory:
        run = follow(system, own, prometheus, variables, phases, directory)
        run |= {"profile": profile, "begun": now.strftime("%Y-%m-%d %H:%M:%S"), "url": system.url, "phases": phases,
                "command": " ".join([*(f"{name}={variables[name]}" for name in ("RATE", "DURATION") if name in variables),
                                     "make load", f"PROFILE={profile}"])}
        place = traces.Traces(tempo, os.path.join(own, "trace") if own else None) if traced else None
        if place:
            place.await_export(system)
        finish(run, place, bool(own), directory)
    with open(os.path.join(final, "summary.md")) as summary:
        print(summary.read())
    print(f"All results: {os.path.relpath(final)}")
    return run["status"]


def sampled(traced):
    given = os.environ.get("SAMPLED") or ("0.1" if traced else "0")
    try:
        if 0 <= float(given) <= 1:
            return given
    except ValueError:
        pass
    raise Problem(f"SAMPLED={given} is not a share: set a number from 0 to 1.")


@contextmanager
def alone():
    """Prevents a second load test on the machine."""
    os.makedirs(RESULTS, mode=0o700, exist_ok=True)
    with open(os.path.join(RESULTS, "lock"), "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Problem("Another load test is running here. Wait until it ends.") from None
        yield


@contextmanager
def completed(final):
    """Yields a results directory that gets its final name when it is complete; it replaces the remains of killed runs."""
    for left in glob.glob(os.path.join(RESULTS, f"*{UNFINISHED}")):
        shutil.rmtree(left)
    os.mkdir(final + UNFINISHED)
    try:
        yield final + UNFINISHED
        os.rename(final + UNFINISHED, final)
    finally:
        shutil.rmtree(final + UNFINISHED, ignore_errors=True)


def follow(system, own, prometheus, variables, phases, directory):
    """Runs k6 and samples all other figures at the same time."""
    local = metrics.Local(own)
    steps = []
    run = k6.Run(JOURNEY, {**variables, "SUMMARY": os.path.join(directory, "summary.json")}, directory)
    local.watch("k6", run.pid)
    watch = metrics.Watch({} if prometheus else system.actuators, local)
    begin = time.time()  # too early, but right for a load that ends before it is observed
    try:
        say(f"Creating members, then {duration(phases)} of load. Ctrl-C cancels the test.")
        if run.await_load():
            begin = time.time()
            if variables["PROFILE"] == "breakpoint":
                steps = climb(run, begin, phases)
        code = run.wait()
    finally:
        run.end()
        samples = watch.end()
    if code not in (0, k6.BROKEN_THRESHOLD, k6.STOPPED) or not os.path.exists(os.path.join(directory, "summary.json")):
        say_end(run.log)
        raise Problem(f"k6 ended early: {run.failure()}")
    if prometheus:
        prometheus.fill(samples)
    return {"begin": begin, "steps": steps, "samples": samples, "code": code,
            "source": source(samples, prometheus)}


def duration(phases):
    total = round(sum(phase["rise"] + phase["hold"] for phase in phases))
    return f"{total // 60} min {total % 60} s"


def source(samples, prometheus):
    known = sorted({name for sample in samples for name in sample if name in target.SERVICES})
    if not known:
        return "No service published its figures: set their actuators in ACTUATORS, or a Prometheus in PROMETHEUS."
    return f"Figures of {', '.join(known)} by {'Prometheus' if prometheus else 'their actuators'}."


def climb(run, begin, phases):
    """Follows the steps until the breakpoint or the end; returns the steps."""
    steps, at, dropped = [], begin, 0
    for phase in phases:
        start, at = at, at + phase["rise"] + phase["hold"]
        while time.time() < at and not run.is_over():
            time.sleep(0.2)
        seen = run.metrics()
        if run.is_over():
            break
        so_far = seen.get("dropped_iterations", {}).get("count", 0)
        step = step_of(phase, start, at, seen, so_far - dropped)
        dropped = so_far
        if phase is phases[0]:
            continue  # the warm-up
        steps.append(step)
        say(f"  {phase['rate']:.0f} visits a second: " + (step.description() or "within bounds"))
        if breaking.break_of(steps):
            run.stop()
            break
    return steps


def step_of(phase, start, end, seen, dropped):
    def figure(metric, part, **tags):
        wanted = ",".join(f"{name}:{value}" for name, value in {**tags, "phase": phase["name"]}.items())
        return seen.get(f"{metric}{{{wanted}}}", {}).get(part) or 0

    return breaking.Step(
        rate=phase["rate"], begin=start, end=end, requests=int(figure("http_reqs", "count")),
        refused=int(figure("refused", "count")), failed=int(figure("unexpected_statuses", "count")), dropped=int(dropped),
        plain_p95=figure("http_req_duration", "p(95)", kind="plain"),
        hashing_p95=figure("http_req_duration", "p(95)", kind="hashing"))


def finish(run, place, shared, directory):
    """Writes the files that k6 does not write, and adds the verdict to the run."""
    with open(os.path.join(directory, "summary.json")) as file:
        run["metrics"] = json.load(file)["metrics"]
    main_phase, begin, end = window(run)
    run["window"] = main_phase
    run["resources"] = metrics.over(run["samples"], begin, end)
    one = result.of(f"load-{run['profile']}", report.turns(run), run["command"], {"phases": run["phases"]})
    result.dump(one, os.path.join(directory, "result.json"))
    run |= {"machine": one["machine"], "commit": one["commit"], "k6": k6.version()}
    run["shared"] = "k6 ran on the system's own cores." if shared else "The system ran elsewhere, or was not started by make run here."
    run["errors"] = k6.errors(os.path.join(directory, "k6.log"))
    run["traced"] = place is not None
    run["kept"], run["budgets"] = place.write(begin, directory) if place else (True, None)
    run["status"], run["verdict"] = verdict(run)
    with open(os.path.join(directory, "metrics.json"), "w") as file:
        json.dump({"source": run["source"], "window": {"phase": main_phase, "begin": begin, "end": end}, "over": run["resources"],
                   "samples": run["samples"]}, file, indent=1)
    report.write(os.path.join(directory, "summary.md"), run)


def window(run):
    """Returns the main phase: the longest, or the step at the breakpoint."""
    for step in run["steps"]:
        step.resources = metrics.over(run["samples"], step.begin, step.end)
    broken = breaking.break_of(run["steps"]) or (run["steps"][-1] if run["steps"] else None)
    if broken:
        return f"at {broken.rate:.0f} visits a second", broken.begin, broken.end
    at, found = run["begin"], None
    for phase in run["phases"]:
        begin, at = at + phase["rise"], at + phase["rise"] + phase["hold"]
        if not found or at - begin > found[2] - found[1]:
            found = (f"phase {phase['name']}", begin, at)
    return found


def verdict(run):
    if run["profile"] == "breakpoint":
        return found_breakpoint(run["steps"])
    broken = report.broken(run["metrics"])
    if broken:
        return 1, f"**{len(broken)} bounds are broken.**"
    if not run["kept"] and run["profile"] != SMOKE:
        return 1, f"**{run['budgets']}**"
    return 0, "**All bounds held.**"


def found_breakpoint(steps):
    broken = breaking.break_of(steps)
    if not broken:
        last = f"up to {steps[-1].rate:.0f} visits a second" if steps else "at all"
        return 1, f"**It did not give out** {last}: begin higher, with RATE."
    borne = [step for step in steps if step.begin < broken.begin]
    last = f"{borne[-1].rate:.0f} visits a second ({borne[-1].requests / (borne[-1].end - borne[-1].begin):.0f} requests) are borne, " \
        if borne else ""
    return 0, f"**{last}{broken.rate:.0f} are not:** {broken.description()}.\n\n" \
              f"What gave out: {breaking.bottleneck_of(broken, os.cpu_count())}"
