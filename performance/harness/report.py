"""Writes summary.md: the parameters, the results of the clients, the resources of the processes, and the conclusion."""
import re

from harness.breakpoint import highest, mean
from harness.render import rows as table

TIMES = re.compile(r"^http_req_duration\{name:(.+),phase:(.+)\}$")
ALLOWED_TO_OTHERS = 0.2  # cores
LISTED_ERRORS = 5
PARTS = {"p50": "med", "p95": "p(95)", "p99": "p(99)", "max": "max"}
TOTALS = {"unexpected_statuses": "answers that should not have been", "refused": "refused with Retry-After",
          "dropped_iterations": "visits that k6 could not send"}


def count(metrics, name):
    return metrics.get(name, {}).get("values", {}).get("count", 0)


def bounds(metric):
    """Returns the thresholds of a metric that can break."""
    return [(bound, result["ok"]) for bound, result in metric.get("thresholds", {}).items() if ">=0" not in bound]


def broken(metrics):
    return [f"{name}: {bound}" for name, metric in metrics.items() for bound, ok in bounds(metric) if not ok]


def judged(metric):
    return ", ".join(f"{bound} {'held' if ok else '**broken**'}" for bound, ok in bounds(metric))


def calls(metrics):
    """Yields call, phase, number of requests and metric of each call in each phase, the most frequent first."""
    found = [(match[1], match[2], count(metrics, f"http_reqs{{name:{match[1]},phase:{match[2]}}}"), metric)
             for key, metric in metrics.items() if (match := TIMES.match(key))]
    return sorted((one for one in found if one[2]), key=lambda one: -one[2])


def turns(run):
    """Returns the turn of each call in each phase, and that of all requests, for the result."""
    of_calls = {f"{call}, {phase}": [{"requests": requests, **{name: metric["values"][part] for name, part in PARTS.items()}}]
                for call, phase, requests, metric in calls(run["metrics"])}
    return {"all requests": [{name: count(run["metrics"], name) for name in TOTALS}], **of_calls}


def of_phase(metrics, phase):
    """Returns the rows of a phase, one for each call."""
    return [(call, f"{requests:,}", *(f"{metric['values'][part]:.1f}" for part in PARTS.values()), judged(metric))
            for call, of_phase, requests, metric in calls(metrics) if of_phase == phase]


def resources(figures):
    """Returns a row for each process with the resources that it used and held."""
    rows = []
    for name, one in figures.items():
        if not isinstance(one, dict):
            continue
        pool = f"{mean(one, 'pool_active'):.1f}, {highest(one, 'pool_active'):.0f} of {highest(one, 'pool_max'):.0f}" \
            if "pool_max" in one else ""
        heap = f"{highest(one, 'heap_mb'):.0f}" if "heap_mb" in one else ""
        pauses = f"{one.get('gc_pauses', 0):.0f}, {1000 * one.get('gc_pause_s', 0):.0f}" if "heap_mb" in one else ""
        waiting = f"{highest(one, 'pool_waiting'):.0f}" if "pool_max" in one else ""
        rows.append((name, f"{one['cores']:.2f}" if "cores" in one else "", heap, pauses, pool, waiting))
    return table(["", "cores busy", "heap MB, at most", "GC pauses: number, ms", "connections: mean, at most", "waiting, at most"],
                 rows)


def other_programs(figures):
    """Describes the load on the cores by other processes, which affects the figures."""
    if "machine" not in figures or "gateway" not in figures:
        return ""
    known = sum(one["cores"] for name, one in figures.items() if isinstance(one, dict) and name != "machine" and "cores" in one)
    rest = figures["machine"]["cores"] - known
    return f"**Other programs kept {rest:.2f} cores busy: the times are theirs as well.**" if rest > ALLOWED_TO_OTHERS else ""


def write(file, run):
    """Writes the run, a dict of all results that tools/load has at the end."""
    metrics, here = run["metrics"], run["machine"]
    found = broken(metrics)
    lines = [f"# {run['profile']}, {run['begun']}", "", run["verdict"], "",
             f"`{run['command']}` against {run['url']}; {here['cores']} cores, {here['processor']}, {run['k6']}, "
             f"commit {run['commit']}. {run['shared']}", ""]
    if found:
        lines += ["Broken: " + "; ".join(f"`{one}`" for one in found) + ".", ""]
    if run["errors"]:
        lines += ["Unexpected responses, more of them in `k6.log`:", "", *(f"- `{error}`" for error in run["errors"][:LISTED_ERRORS]), ""]
    lines += [table(["Over all", "", "bound"], [(text, f"{count(metrics, name):,}", judged(metrics.get(name, {})))
                                              for name, text in TOTALS.items()]), ""]
    if run["steps"]:
        lines += ["## Steps", "", steps(run["steps"]), ""]
    else:
        for phase in run["phases"]:
            rows = of_phase(metrics, phase["name"])
            if rows:
                lines += [f"## {phase['name']}: {phase['rate']:g} visits a second", "",
                          table(["Call", "requests", "median ms", "p95 ms", "p99 ms", "max ms", "bound"], rows), ""]
    lines += [f"## Processes, {run['window']}", ""]
    lines.append(resources(run["resources"]) if run["resources"] else "The processes published no figures.")
    lines += ["", " ".join(filter(None, [run["source"], other_programs(run["resources"])])), ""]
    if run["budgets"]:
        lines += [run["budgets"], ""]
    lines += ["`report.html` is k6's own, `metrics.json` has the figures of the processes every five seconds"
              + (", `latency.txt` where the time of the main routes went." if run["traced"] else ".")]
    with open(file, "w") as text:
        text.write("\n".join(lines) + "\n")


def steps(all_of):
    return table(["visits/s", "requests/s", "p95 ms", "p95 ms, hashing", "refused", "failed", "not sent", "cores busy", "broken"],
                 [(f"{step.rate:.0f}", f"{step.requests / (step.end - step.begin):.0f}", f"{step.plain_p95:.0f}",
                   f"{step.hashing_p95:.0f}", step.refused, step.failed, step.dropped,
                   f"{step.resources['machine']['cores']:.2f}" if "machine" in step.resources else "",
                   ", ".join(step.reasons())) for step in all_of])
