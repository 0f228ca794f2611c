"""Runs an experiment or a benchmark: starts the processes of its variants, warms them up, and measures the variants in turns."""
import json
import os
import shutil
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace

from harness import ROOT, Problem, k6, metrics, say
from harness.breakpoint import highest
from harness.experiment import EACH_TURN, Process
from harness.process import Copy, Original, bench_jar, free_port, jar_of
from harness.system import FEW_CONNECTIONS, short

SMALL = ["-XX:ActiveProcessorCount=1", "-XX:MaxRAM=1g"]
ONE_CORE, OTHER_CORE = "0", "1"
SAMPLES_A_SECOND = 5
QUIET = 0.03  # share of their processor time that settled JVMs spend on compiling
AS_MANY_CLIENTS = 2  # of the first loads of a settling


@dataclass
class Running:
    """A variant that can receive load: the process that it calls, and the processes whose resources count."""

    variant: object
    service_process: object  # its meters are read
    url: str
    processes: list
    system: object


def run(experiment, system, after_round=lambda turns: None):
    """Returns the turns of each variant. Variants alternate (A B A B), so that a drift of the machine affects all variants."""
    for file, command in experiment.needs.items():
        if not os.path.exists(os.path.join(ROOT, file)):
            raise Problem(f"{experiment.name} needs {file}: run {command} first.")
    if experiment.templates:
        system.templates(experiment.templates)
    system.sign_in_all()
    shutil.rmtree(traces_of(system), ignore_errors=True)  # hundreds of MB that nothing reads
    os.makedirs(traces_of(system))
    turns = {variant.name: [] for variant in experiment.variants}
    if experiment.start == EACH_TURN:
        for number in range(experiment.load.rounds):
            for variant in experiment.variants:
                with started(experiment, system, [variant]) as (running,):
                    warm_up(experiment, running)
                    turns[variant.name].append(turn(experiment, running, number))
        return turns
    for _ in range(experiment.load.starts):
        with started(experiment, system, experiment.variants) as all_of:
            for running in all_of:
                warm_up(experiment, running)
            for number in range(experiment.load.rounds):
                for running in all_of:
                    turns[running.variant.name].append(turn(experiment, running, number))
                after_round(turns)
    add_ratios(experiment, turns)
    return turns


def add_ratios(experiment, turns):
    """Adds the ratio of each turn's processor time to that of its baseline in the same round."""
    for variant in experiment.variants:
        if experiment.baseline_of(variant):
            for figures, of_baseline in zip(turns[variant.name], turns[experiment.baseline_of(variant)]):
                figures["ratio"] = figures["cpu"] / of_baseline["cpu"]


def traces_of(system):
    return os.path.join(system.run, "variant-traces")


@contextmanager
def started(experiment, system, variants):
    """Starts the processes of the variants and waits until they are ready; the end of the block stops them."""
    say(f"  starting the processes of {', '.join(variant.name for variant in variants)}")
    copies = {}
    try:
        for name, process in processes_of(experiment, variants).items():
            copies[name] = start(system, process, name, experiment.load.one_core, copies)
        for copy in copies.values():
            copy.await_ready()
        yield [running_of(variant, copies, system) for variant in variants]
    finally:
        for copy in copies.values():
            copy.end()
        for copy in copies.values():
            copy.stop()


def processes_of(experiment, variants):
    """Returns the shared processes and those of each variant, by name, in the order of their start."""
    found = dict(experiment.processes)
    for variant in variants:
        if not variant.process:
            found[variant.name] = experiment.process_of(variant)
            if variant.behind_gateway:
                found[gateway_of(variant)] = Process("gateway", upstream=[variant.name])
    return found


def gateway_of(variant):
    return f"{variant.name}, its gateway"


def running_of(variant, copies, system):
    if variant.process:
        process = copies[variant.process]
        return Running(variant, process, process.url, [copies[name] for name in variant.measured or [variant.process]], system)
    processes = [copies[name] for name in (variant.name, gateway_of(variant)) if name in copies]
    return Running(variant, processes[0], processes[-1].url, processes, system)


def start(system, process, name, small=False, copies=None):
    """Starts a process of the file as a copy of a service of the system, with the settings of the file."""
    port, management = free_port(), free_port()
    original = Original(system.run, process.service or "auth-service")
    variables = {name: value for name, value in original.environment.items() if name not in FEW_CONNECTIONS}
    # The runner polls readiness, and reads the meters if the figures need them.
    variables |= {"MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_INCLUDE": "*", "SERVER_PORT": str(port), **process.environment}
    for upstream in process.upstream:
        variables[f"{short(copies[upstream].service)}_URL"] = copies[upstream].url
    flags = SMALL if small else []
    if process.service:
        command = original.java_command(process.main, process.flags, process.class_cache, process.bench)
        directory = original.directory
        variables["MANAGEMENT_PORT"] = str(management)
    else:
        command = application(original, process)
        directory, management = ROOT, port
    if process.agent:
        flags = [*flags, f"-javaagent:{ROOT}/tracing/target/opentelemetry-javaagent.jar", f"-Dotel.javaagent.extensions={jar_of('tracing')}"]
        variables |= {"OTEL_SERVICE_NAME": process.service, "OTEL_JAVAAGENT_LOGGING": "application",
                      "HARU_TRACE_FILE": os.path.join(traces_of(system), f"{port}.jsonl")}
    arguments = [f"--{key}={str(value).lower() if isinstance(value, bool) else value}" for key, value in process.properties.items()]
    log = os.path.join(system.run, "log", f"variant-{''.join(c if c.isalnum() else '-' for c in name)}.log")
    copy = Copy(f"variant “{name}”", [command[0], *flags, *command[1:], *arguments], variables, directory, log, port, management)
    copy.service = process.service
    return copy


def application(original, process):
    """Returns the command of an application of the module bench, which has its own libraries and readiness endpoint."""
    libraries = os.path.join(os.path.dirname(bench_jar()), "lib", "*")
    flags = original.flags_without_cache() if process.flags is None else process.flags
    return [original.java, *flags, "-cp", f"{bench_jar()}:{libraries}", process.main]


def warm_up(experiment, running):
    """Warms up on all cores, because the compiler would need minutes on one core."""
    load = experiment.load
    if load.warm_up or load.warm_up_requests:
        say(f"  warming up {running.variant.name}")
    if load.settles:
        few = replace(running.variant, clients=AS_MANY_CLIENTS)
        # The measured load takes other paths through locks and pools; the JVM compiles a path after its first use.
        settle([lambda: send(experiment, replace(running, variant=few), load.duration), lambda: send(experiment, running, load.duration)],
               running.processes, load.warm_up)
    elif load.warm_up_requests:
        send(replace(experiment, load=replace(load, requests=load.warm_up_requests)), running, load.warm_up)
    elif load.warm_up:
        send(experiment, running, load.warm_up)
    if load.one_core:
        for process in running.processes:
            process.pin(ONE_CORE)


def settle(loads, watched, within, quiet=QUIET):
    """Repeats each load in turn until the compilers of the watched JVMs use less than the given share of their processor time.
    All loads together last at most the given number of seconds. The first load should use two clients: beside the threads of
    sixteen clients, a compiler gets so little processor time that it needs minutes."""
    end = time.monotonic() + within
    for load in loads:
        share = compiling(load, watched)
        while share >= quiet:
            if time.monotonic() > end:
                print(f"The JIT compilers still use {share:.0%} of a core after {within} s.", file=sys.stderr)
                return
            share = compiling(load, watched)


def compiling(load, watched):
    """Returns the largest share of its processor time that a watched JVM spends on compiling during a load."""
    before = [(process.cpu_ms(), process.compilers_ms()) for process in watched]
    load()
    after = [(process.cpu_ms(), process.compilers_ms()) for process in watched]
    return max((a[1] - b[1]) / (a[0] - b[0]) for b, a in zip(before, after))


def turn(experiment, running, number):
    """Measures a variant once; returns the figures."""
    figures = send(experiment, running, experiment.load.duration)
    process = running.service_process
    if getattr(process, "ready_after", None):
        figures |= {"ready": process.ready_after, "ready_cpu": process.cpu_when_ready / 1000}
    say(f"  {number + 1}/{experiment.load.rounds} {running.variant.name}: {figures['answered']:,.0f} answers/s, "
        f"p95 {figures['answer_p95']:,.0f} ms, refused {figures['refused']:.1f} %, failed {figures['failed']:.1f} %")
    return figures


def reset(experiment, system):
    """Restores the data, so that every turn begins with the same data."""
    for statement in experiment.reset.sql:
        system.sql(statement)
    if experiment.reset.redis:
        system.redis("FLUSHALL")


def send(experiment, running, seconds):
    """Restores the data and runs k6 once; returns the figures of that turn."""
    reset(experiment, running.system)
    variant, processes, system = running.variant, running.processes, running.system
    load = replace(experiment.load, clients=variant.clients or experiment.load.clients)
    plan = {"calls": [call_of(call, running) for call in variant.calls or load.calls], "scenario": scenario(load, seconds),
            "target": load.target, "path": variant.path}
    for process in processes:
        process.require_alive()
    switches = sum(process.switches() for process in processes)
    # Reads the meters only if a figure needs them, because each read costs the service processor time.
    watch = metrics.Watch({"service": running.service_process.management}, interval=1 / SAMPLES_A_SECOND, names=METERS) \
        if METERED.intersection(experiment.measure.figures) else None
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(plan, file)
        file.flush()
        try:
            finished = k6.run("experiment.js", {"URL": running.url, "LOAD": file.name, "TOKENS": system.tokens},
                              [*processes, *system.services.values(), system.stores["PostgreSQL"]],
                              core=OTHER_CORE if load.one_core else None)
        finally:
            samples = watch.end() if watch else []
    for process in processes:
        process.require_alive()
    figures = clients_figures(finished.metrics, experiment.measure.figures)
    figures |= {
        "cpu": finished.cpu_of(processes),
        "postgres": finished.cpu_of([system.stores["PostgreSQL"]]),
        "switches": (sum(process.switches() for process in processes) - switches) / finished.requests,
        "memory": sum(process.memory_mb() for process in processes),
        "others": finished.others_ms / (finished.seconds * 1000 * os.cpu_count()),
    }
    if len(processes) > 1:
        figures["parts"] = {getattr(process, "service", process.name): finished.cpu_of([process]) for process in processes}
    if watch:
        figures |= meters(samples, finished.requests)
    return figures


def call_of(call, running):
    """Returns a call for k6, with the entity tag of a conditional call and the share of traced requests."""
    variant, values = running.variant, asdict(call)
    if call.conditional:
        request = urllib.request.Request(running.url + (call.path.replace("${path}", variant.path)), headers=call.headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            values["headers"] = {**call.headers, "If-None-Match": answer.headers["ETag"]}
    return {**values, "traced": variant.traced or call.traced or (0 if variant.agent else -1)}


def scenario(load, seconds):
    """Returns the scenario of k6 for a load."""
    if load.rate:
        return {"executor": "constant-arrival-rate", "rate": load.rate, "timeUnit": "1s", "duration": f"{seconds}s",
                "preAllocatedVUs": min(load.rate, 100), "maxVUs": 400}
    if load.requests:
        return {"executor": "shared-iterations", "vus": load.clients or 1, "iterations": load.requests, "maxDuration": "5m"}
    return {"executor": "constant-vus", "vus": load.clients, "duration": f"{seconds}s"}


OF_SERVED = {"mean": "avg", "p50": "med", "p95": "p(95)", "p99": "p(99)", "max": "max"}


def clients_figures(metrics, wanted):
    """Returns the figures of the clients. Latencies are those of expected responses; refusals and failures are only counted. A
    guard may refuse all requests of a flood, so only figures of served requests require a served request."""
    requests, all_times = metrics["http_reqs"]["count"], metrics["http_req_duration"]
    count = {name: metrics[name]["count"] if name in metrics else 0
             for name in ("unexpected_statuses", "refused_statuses", "dropped_iterations")}
    served = requests - count["unexpected_statuses"] - count["refused_statuses"]
    if not served and (not count["refused_statuses"] or {"over_target", *OF_SERVED}.intersection(wanted)):
        raise Problem(f"None of {requests} requests returned the expected status: {count['refused_statuses']} were refused, "
                      f"{count['unexpected_statuses']} got another status.")
    rate = metrics["http_reqs"]["rate"]
    return {
        "requests": requests,
        "rate": rate * served / requests, "answered": rate * (requests - count["unexpected_statuses"]) / requests,
        **{name: metrics["served"][statistic] if served else None for name, statistic in OF_SERVED.items()},
        "answer_p95": all_times["p(95)"],
        "over_target": 100 * metrics["over_target"]["value"] if "over_target" in metrics else None,
        "failed": 100 * count["unexpected_statuses"] / requests, "refused": 100 * count["refused_statuses"] / requests,
        "received": metrics["data_received"]["count"] / requests if "data_received" in metrics else None,
        "not_sent": 100 * count["dropped_iterations"] / (requests + count["dropped_iterations"]),
    }


# The metrics that these figures need, without the suffixes of counters and timers.
METERS = ("jvm_memory_used_bytes", "jvm_gc_pause_seconds", "jvm_gc_memory_allocated_bytes", "hikaricp_connections_active",
          "hikaricp_connections_pending", "hikaricp_connections_usage_seconds", "hikaricp_connections_acquire_seconds")
METERED = {"active", "pending", "heap", "in_use", "gc", "garbage", "usage", "acquire"}


def meters(samples, requests):
    """Returns the figures of the service's meters: the highest value of each gauge, the growth of each counter."""
    over = metrics.over(samples, samples[0]["at"], samples[-1]["at"])
    seconds, service = over.get("seconds", 1), over.get("service", {})

    def mean_ms(timer):
        return 1000 * service[f"{timer}_s"] / service[f"{timer}s"] if service.get(f"{timer}s") else 0

    return {
        "active": highest(service, "pool_active"), "pending": highest(service, "pool_waiting"), "heap": highest(service, "heap_mb"),
        "in_use": service.get("pool_usage_s", 0) / seconds, "gc": 1000 * service.get("gc_pause_s", 0) / seconds,
        "garbage": service.get("allocated_kb", 0) / requests, "usage": mean_ms("pool_usage"), "acquire": mean_ms("pool_acquire"),
    }
