"""Measures starts: of each service on one core as in a pod, of a service with and without warm-up, and of a system with the agent."""
import glob
import hashlib
import http.client
import os
import shutil
import subprocess
import sys
import time

from harness import ROOT, RUN, SERVICES, Problem, k6, runner, say, setting
from harness.experiment import Process
from harness.process import Copy, Original, free_port, jar_of, java_home
from harness.system import System

WORK = os.path.join(RUN, "bench-start")
AGENT = os.path.join(ROOT, "tracing", "target", "opentelemetry-javaagent.jar")
HEAP = "-Xmx320m"  # half of a pod's 640 MiB
READS = {  # each path uses the upstream services and the database
    "gateway": "/v1/members/me",
    "auth-service": "/v1/auth/sessions",
    "member-service": "/v1/members/me",
    "schedule-service": "/v1/schedules",
}
UNPACKED = ["-jar", "service.jar"]
# Each way to start a service: its arguments, and whether it warms up.
WAYS = {"its jar": (None, False), "unpacked": (UNPACKED, False), "class cache": ("cache", False),
        "class cache, ready after its warm-up": ("cache", True)}


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def prepare(java):
    """Unpacks the jars and records the class caches, as a build of images does, if the jars are new."""
    files = [f"{ROOT}/platform/src/main/docker/jvm.options", AGENT, *map(jar_of, READS)]
    stamp = " ".join(f"{file} {digest(file)}" for file in files)  # the modification time of a jar is constant
    if os.path.exists(f"{WORK}/stamp") and open(f"{WORK}/stamp").read() == stamp:
        return
    say("Recording the class caches, as a build of images does (some minutes).")
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(f"{WORK}/caches")
    for service in READS:
        subprocess.run([java, "-XX:TieredStopAtLevel=1", "-Djarmode=tools", "-jar", jar_of(service), "extract",
                        "--application-filename", "service.jar", "--destination", f"{WORK}/app/{service}"],
                       check=True, stdout=subprocess.DEVNULL)
    shutil.copy(f"{ROOT}/platform/src/main/docker/jvm.options", f"{WORK}/app")
    os.makedirs(f"{WORK}/app/tracing")
    shutil.copy(AGENT, f"{WORK}/app/tracing")
    environment = {**os.environ, "HARU_IMAGES": f"{WORK}/app", "HARU_CACHES": f"{WORK}/caches", "HARU_RUN_DIR": f"{WORK}/run",
                   "WARM_UP_ENABLED": "true"}
    subprocess.run([java, "-XX:TieredStopAtLevel=1", "-jar", glob.glob(f"{ROOT}/local/target/local-*.jar")[0], "record"],
                   check=True, env=environment, stdout=sys.stderr)
    with open(f"{WORK}/stamp", "w") as file:
        file.write(stamp)


def start(system, java, service, arguments, warm_up, token):
    """Starts a service on one core, sends one request, and kills the service; returns the figures."""
    if arguments == "cache":
        # The JVM refuses to start if the class cache does not fit, so no figure is measured without the cache.
        arguments = ["-XX:AOTMode=on", f"-XX:AOTCache={WORK}/caches/{service}.aot", *UNPACKED]
    # The JVM stops reading an option file at the first word that is not an option, so the differing options follow the file.
    command = ["taskset", "-c", "0", java, f"@{WORK}/app/jvm.options", HEAP, *(arguments or ["-jar", jar_of(service)])]
    port, management = free_port(), free_port()
    environment = Original(system.run, service).environment | {
        "SERVER_PORT": str(port), "MANAGEMENT_PORT": str(management), "WARM_UP_ENABLED": str(warm_up).lower()}
    copy = Copy(service, command, environment, f"{WORK}/app/{service}", f"{WORK}/log", port, management)
    try:
        copy.await_ready(copy.is_ready if warm_up else copy.listens, pause=0.01)
        first = request_ms(port, READS[service], token)
        return {"ready": copy.ready_after, "ready_cpu": copy.cpu_when_ready / 1000, "first": first, "memory": copy.memory_mb("VmRSS")}
    finally:
        copy.child.kill()
        copy.child.wait()


def request_ms(port, path, token):
    """Returns the duration of one request on a new connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    begun = time.perf_counter()
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    answer.read()
    if answer.status != 200:
        raise Problem(f"GET {path} returned {answer.status}.")
    return (time.perf_counter() - begun) * 1000


def services():
    """Measures each service in each way, TURNS (1) times; with 0 only records the class caches."""
    java, turns = os.path.join(java_home(), "bin", "java"), {}
    prepare(java)
    if not setting("TURNS", 1):
        return {}
    with System() as system:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the benchmark leaves the one core to the service
        token = system.sign_in(0)
        for _ in range(setting("TURNS", 1)):
            for service in READS:
                for way, (arguments, warm_up) in WAYS.items():
                    say(f"  {service}, {way}")
                    turns.setdefault(f"{service}, {way}", []).append(start(system, java, service, arguments, warm_up, token))
    return turns


def warm_up():
    """Measures the first hundred requests of a ready member-service against its steady latency, with and without warm-up, TURNS (3)
    times, with SETTLING (20000) requests between the first hundred and the steady requests."""
    turns = {"with warm-up": [], "without warm-up": []}
    with System() as system:
        for _ in range(setting("TURNS", 3)):
            for variant, figures in turns.items():
                say(f"  {variant}")
                figures.append(first_requests(system, variant == "with warm-up"))
    return turns


def first_requests(system, warms_up):
    process = Process("member-service", class_cache=True, bench=False, properties={"haru.warm-up.enabled": warms_up})
    service = runner.start(system, process, "warm-up")
    try:
        service.await_ready()
        metrics = k6.run("warm-up.js", {"BASE_URL": system.url, "MEMBER_URL": service.url, "SETTLING": setting("SETTLING", 20000)},
                         accepted=(0,)).metrics
    finally:
        service.stop()
    p95 = {f"{name}_p95": metrics[name]["p(95)"] for name in ("first", "steady", "first_known", "steady_known")}
    return {"ready": service.ready_after, **p95, "first_ratio": p95["first_p95"] / p95["steady_p95"],
            "first_known_ratio": p95["first_known_p95"] / p95["steady_known_p95"]}


def tracing():
    """Measures the processor time of each service until the system is up, ROUNDS (4) times: with and without a class cache, each with
    and without the agent."""
    uncached, traced = {"JAVA_TOOL_OPTIONS": "-XX:AOTMode=off"}, {"TRACING": "1"}
    kinds = {"class cache": {}, "no class cache": uncached, "agent, class cache": traced,
             "agent, no class cache": {**uncached, **traced}}
    common = {"WARM_UP_ENABLED": "true"}
    with System(common):
        pass
    turns = {kind: [] for kind in kinds}
    for _ in range(setting("ROUNDS", 4)):
        for kind, settings in kinds.items():
            say(f"  {kind}")
            with System({**common, **settings}) as system:
                seconds = {name: system.services[name].cpu_ms() / 1000 for name in SERVICES}
                turns[kind].append({"ready": system.up_after, "ready_cpu_parts": seconds, "ready_cpu": sum(seconds.values())})
    return turns


def tracing_requests(experiment):
    """Returns the turns of a system without the agent and of a system with it, at several shares of traced requests."""
    unlimited = {"HARU_SCHEDULE_LIMIT": "1000000"}
    with System(unlimited) as plain, System({**unlimited, "TRACING": "1"}, run=os.path.join(ROOT, ".run", "experiment-traced")) as traced:
        for system in (plain, traced):
            system.sign_in_all()
        kinds = {variant.name: whole(variant, traced if variant.agent else plain) for variant in experiment.variants}
        for name in (experiment.variants[0].name, experiment.variants[-1].name):
            say(f"  warming up {name}")
            runner.send(experiment, kinds[name], experiment.load.warm_up)
        turns = {name: [] for name in kinds}
        for number in range(experiment.load.rounds):
            # The order reverses each round, and a first run is discarded: after a switch, the processor's caches hold the other system.
            for name, running in list(kinds.items())[::-1 if number % 2 else 1]:
                runner.send(experiment, running, 3)
                figures = runner.turn(experiment, running, number)
                memory = {process.name: process.memory_mb("VmRSS") for process in running.processes}
                turns[name].append({**figures, "memory": sum(memory.values()), "memory_parts": memory})
    runner.add_ratios(experiment, turns)
    return turns


def whole(variant, system):
    """Returns a variant that is a whole system."""
    return runner.Running(variant, system.services["gateway"], system.url, list(system.services.values()), system)
