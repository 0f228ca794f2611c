"""Computes the pods, connections and gigabytes that a number of members needs. The inputs are in performance/capacity.json; it names the
recorded results of the benchmarks that measure the costs.

tools/capacity MEMBERS…            prints the plan as a table
tools/capacity --values MEMBERS…   prints the chart's values for the last number of members
tools/capacity --write             writes the tables of docs/operations/capacity.md
"""
import argparse
import json
import math
import os

from harness import ROOT, SERVICES, Problem, result
from harness.render import rows as markdown, with_tables as with_each

INPUTS = os.path.join(ROOT, "performance/capacity.json")
PAGE = os.path.join(ROOT, "docs/operations/capacity.md")
PARTS = SERVICES + ("PostgreSQL", "Redis")
SECONDS_PER_DAY = 86400
RATE_LIMIT_SECONDS, RATE_LIMIT_BYTES = 60, 200  # lifetime of a request's counters in Redis, and their size
LEAST_REDIS_MB = 64


def read_inputs():
    """Returns the inputs, each cost with its median in the recorded result."""
    with open(INPUTS) as file:
        inputs = json.load(file)
    recorded = {name: result.Turns(result.read(name)) for name in {entry["benchmark"] for entry in inputs["cpuMicroseconds"]}}
    for entry in inputs["cpuMicroseconds"]:
        cost = recorded[entry["benchmark"]].median(entry["variant"], entry["figure"])
        if cost is None:
            raise Problem(f"performance/results/{entry['benchmark']}.json has no {entry['figure']} of “{entry['variant']}”.")
        entry["cost"] = round(cost)
    return inputs


def request_rates(inputs, members):
    """Returns the requests a second at the peak, by kind of request."""
    behaviour = inputs["behaviour"]
    active_at_peak = members * behaviour["activeShareOfMembers"] * behaviour["peakFactor"] / SECONDS_PER_DAY
    calls = active_at_peak * behaviour["callsPerActiveMember"]
    return {
        "any call": calls,
        "cache miss": calls * behaviour["cacheMissShare"],
        "sign-in": active_at_peak * behaviour["signInsPerActiveMember"],
    } | {kind: calls * share for kind, share in behaviour["callShares"].items()}


def cores_at_peak(inputs, rates):
    """Returns the processor time in seconds for each second, by part."""
    cores = dict.fromkeys(PARTS, 0.0)
    for entry in inputs["cpuMicroseconds"]:
        cores[entry["part"]] += rates[entry["request"]] * entry["cost"] / 1e6
    return cores


def connections(inputs, most_pods):
    """Returns the connections to one server when each service runs its maximum of pods and a roll-out adds some."""
    planning = inputs["planning"]
    pods = sum(most + planning["extraPodsInRollout"] for service, most in most_pods.items() if service != "gateway")
    return pods * planning["poolsPerPod"] * planning["poolSize"]


def max_connections(inputs, most_pods):
    needed = connections(inputs, most_pods) + inputs["planning"]["reservedConnections"]
    return math.ceil(needed / 50) * 50


def plan(inputs, members):
    planning = inputs["planning"]
    rates = request_rates(inputs, members)
    cores = cores_at_peak(inputs, rates)
    pods = {service: max(planning["fewestPods"], math.ceil(cores[service] / planning["podLoad"])) for service in SERVICES}
    most_pods = {service: max(2 * pods[service], 4) for service in SERVICES}
    row_bytes = {entry["row"]: entry["bytes"] for entry in inputs["diskBytes"]}
    disk = members * (inputs["behaviour"]["schedulesPerMember"] * row_bytes["schedule"] + row_bytes["member"]) / 1e9
    redis = f"{cores['Redis']:,.2f}"
    return {
        "members": members,
        "redis cores": redis if cores["Redis"] <= planning["redisCores"] else f"**{redis}: over the limit of one Redis**",
        "requests": rates["any call"],
        "sign-ins": rates["sign-in"],
        "cores": cores,
        "pods": pods,
        "most pods": most_pods,
        "memory": sum(pods[service] * planning["podMemoryMiB"][service] for service in SERVICES) * 2**20 / 1e9,
        "connections": connections(inputs, most_pods),
        "max_connections": max_connections(inputs, most_pods),
        "postgresql cores": max(1, math.ceil(cores["PostgreSQL"] / planning["postgresqlLoad"])),
        "disk": disk,
        "postgresql memory": max(planning["postgresqlLeastMemoryGB"], math.ceil(disk * planning["rowsInMemoryShare"])),
        "redis memory": max(LEAST_REDIS_MB, rates["any call"] * RATE_LIMIT_SECONDS * RATE_LIMIT_BYTES / 1e6),
    }


def plan_table(inputs, plans):
    """Returns the table of the plans, from the heads and cells of the inputs."""
    return markdown(["members"] + [f"{p['members']:,}" for p in plans],
                    [[filled(head, inputs)] + [filled(cell, p) for p in plans] for head, cell in inputs["planTable"].items()])


def assumption_table(inputs):
    kinds = ", ".join(f"{share:.0%} {kind}" for kind, share in inputs["behaviour"]["callShares"].items())
    return markdown(["Assumption", "Value"],
                    [[head, filled(cell, {**inputs, "kinds": kinds})] for head, cell in inputs["assumptionTable"].items()])


def filled(text, values):
    """Fills the values into a text, with a space before each percent sign."""
    return text.format(**values).replace("%", " %")


def cost_table(inputs):
    requests = list(dict.fromkeys(entry["request"] for entry in inputs["cpuMicroseconds"]))
    costs = {(entry["request"], entry["part"]): f"{entry['cost']:,}" for entry in inputs["cpuMicroseconds"]}
    return markdown(["Processor time, µs"] + list(PARTS),
                    [[request] + [costs.get((request, part), "") for part in PARTS] for request in requests])


def tables(inputs):
    """Returns the tables of the page, by the name in their markers."""
    return {
        "assumptions": assumption_table(inputs),
        "costs": cost_table(inputs),
        "plan": plan_table(inputs, [plan(inputs, members) for members in inputs["members"]]),
    }


def with_tables(text, inputs):
    """Returns the page with its tables replaced."""
    return with_each(text, tables(inputs), "make capacity WRITE=1")


def chart_values(inputs, p):
    """Returns the values for Helm that depend on the number of members."""
    lines = [f"# For {p['members']:,} members: make capacity MEMBERS={p['members']} VALUES=1"]
    for service in SERVICES:
        lines += [
            f"{service}:",
            "  autoscaling:",
            "    enabled: true",
            f"    min: {p['pods'][service]}",
            f"    max: {p['most pods'][service]}",
        ]
        if service != "gateway":
            lines.append(f"  pool: {inputs['planning']['poolSize']}")
    return "\n".join(lines)


def main(arguments):
    parser = argparse.ArgumentParser("tools/capacity", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("members", nargs="*", type=lambda text: int(text.replace("_", "")))
    parser.add_argument("--values", action="store_true", help="print the chart's values instead of the table")
    parser.add_argument("--write", action="store_true", help="write the tables of docs/operations/capacity.md")
    given, inputs = parser.parse_args(arguments), read_inputs()
    if given.write:
        with open(PAGE) as file:
            text = with_tables(file.read(), inputs)
        with open(PAGE, "w") as file:
            file.write(text)
        return
    if min(given.members, default=0) < 1:
        parser.error("members: give at least one number, each from 1")
    plans = [plan(inputs, members) for members in given.members]
    print(chart_values(inputs, plans[-1]) if given.values else plan_table(inputs, plans))
