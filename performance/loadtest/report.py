"""Writes summary.md: the parameters, the results of the clients, the resources of the processes, and the conclusion."""
import os
import platform
import re
import subprocess

from loadtest.breakpoint import highest, mean
from loadtest.k6 import K6, ROOT

TIMES = re.compile(r"^http_req_duration\{name:(.+),phase:(.+)\}$")
ALLOWED_TO_OTHERS = 0.2  # cores
TOTALS = {"unexpected_statuses": "answers that should not have been", "refused": "refused with Retry-After",
          "dropped_iterations": "visits that k6 could not send"}


def said_by(*command):
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=20).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def machine():
    """Returns the properties of the machine that affect the figures."""
    model = ""
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), "")
    changed = " with changes" if said_by("git", "status", "--porcelain") else ""
    return {"cores": os.cpu_count(), "processor": model or platform.machine(), "system": platform.system(),
            "k6": said_by(K6, "version").split(" (")[0], "commit": said_by("git", "rev-parse", "--short", "HEAD") + changed}


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]


def count(metrics, name):
    return metrics.get(name, {}).get("values", {}).get("count", 0)


def bounds(metric):
    """Returns the thresholds of a metric that can break."""
    return [(bound, result["ok"]) for bound, result in metric.get("thresholds", {}).items() if ">=0" not in bound]


def broken(metrics):
    return [f"{name}: {bound}" for name, metric in metrics.items() for bound, ok in bounds(metric) if not ok]


def judged(metric):
    return ", ".join(f"{bound} {'held' if ok else '**broken**'}" for bound, ok in bounds(metric))


def of_phase(metrics, phase):
    """Returns the rows of a phase, one for each call, the most frequent first."""
    rows = []
    for key, metric in metrics.items():
        match = TIMES.match(key)
        if match and match[2] == phase:
            requests = count(metrics, f"http_reqs{{name:{match[1]},phase:{phase}}}")
            if requests:
                rows.append((requests, match[1], metric))
    return [(name, f"{requests:,}", *(f"{metric['values'][part]:.1f}" for part in ("med", "p(95)", "p(99)", "max")),
             judged(metric)) for requests, name, metric in sorted(rows, key=lambda row: -row[0])]


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


def strangers(figures):
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
             f"`{run['command']}` against {run['url']}; {here['cores']} cores, {here['processor']}, {here['k6']}, "
             f"commit {here['commit']}. {run['shared']}", ""]
    if found:
        lines += ["Broken: " + "; ".join(f"`{one}`" for one in found) + ".", ""]
    lines += table(["Over all", "", "bound"], [(text, f"{count(metrics, name):,}", judged(metrics.get(name, {})))
                                              for name, text in TOTALS.items()]) + [""]
    if run["steps"]:
        lines += ["## Steps", "", *steps(run["steps"]), ""]
    else:
        for phase in run["phases"]:
            rows = of_phase(metrics, phase["name"])
            if rows:
                lines += [f"## {phase['name']}: {phase['rate']:g} visits a second", "",
                          *table(["Call", "requests", "median ms", "p95 ms", "p99 ms", "max ms", "bound"], rows), ""]
    lines += [f"## Processes, {run['window']}", ""]
    lines += resources(run["resources"]) if run["resources"] else ["Nothing is known of them."]
    lines += ["", " ".join(filter(None, [run["source"], strangers(run["resources"])])), ""]
    if run["budgets"]:
        lines += [run["budgets"], ""]
    lines += ["`report.html` is k6's own, `metrics.json` what the processes said each five seconds"
              + (", `latency.txt` where the time of the main routes went." if run["traced"] else ".")]
    with open(file, "w") as text:
        text.write("\n".join(lines) + "\n")


def steps(all_of):
    return table(["visits/s", "requests/s", "p95 ms", "p95 ms, hashing", "refused", "failed", "not sent", "cores busy", "broken"],
                 [(f"{step.rate:.0f}", f"{step.requests / (step.end - step.begin):.0f}", f"{step.plain_p95:.0f}",
                   f"{step.hashing_p95:.0f}", step.refused, step.failed, step.dropped,
                   f"{step.resources['machine']['cores']:.2f}" if "machine" in step.resources else "",
                   ", ".join(step.reasons())) for step in all_of])
