"""Starts the processes of a variant."""
import glob
import os

from lab.process import ROOT, Copy, Original, bench_jar, free_port
from lab.problem import Problem
from lab.spec import Process
from lab.system import OF_THE_SYSTEM_ALONE, RUN

# The runner polls readiness, and reads the meters if the figures need them.
ENVIRONMENT = {"MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_INCLUDE": "*"}
TRACES = os.path.join(RUN, "variant-traces")
SMALL = ["-XX:ActiveProcessorCount=1", "-XX:MaxRAM=1g"]


class Variant:
    """The processes of one variant: a copy of a service, or an application of the module bench, optionally behind a gateway."""

    def __init__(self, experiment, variant):
        self.spec = variant
        self.service = experiment.process_of(variant).service
        self.service_process = start(experiment.process_of(variant), variant.name, experiment.load.one_core)
        self.processes = [self.service_process]
        try:
            if variant.behind_gateway:
                url = {f"{self.service.removesuffix('-service').upper()}_URL": self.service_process.url}
                self.processes.append(start(Process("gateway"), f"{variant.name}, its gateway", environment=url))
        except BaseException:
            self.stop()
            raise

    @property
    def url(self):
        return self.processes[-1].url

    @property
    def actuator(self):
        return self.service_process.actuator

    def await_ready(self):
        for process in self.processes:
            process.await_ready()

    def pin(self, core):
        for process in self.processes:
            process.pin(core)

    def end(self):
        for process in self.processes:
            process.end()

    def stop(self):
        for process in self.processes:
            process.stop()


def start(process, name, small=False, environment=None):
    port, management = free_port(), free_port()
    original = Original(RUN, process.service or "auth-service")
    inherited = {name: value for name, value in original.environment.items() if name not in OF_THE_SYSTEM_ALONE}
    variables = {**inherited, **ENVIRONMENT, "SERVER_PORT": str(port), **(environment or {})}
    size = SMALL if small else []
    if process.service:
        command = original.java_command(process.main, process.flags, process.class_cache, process.bench)
        directory = original.directory
        variables["MANAGEMENT_PORT"] = str(management)
    else:
        command = application(original, process)
        directory, management = ROOT, port
    if process.agent:
        size = [*size, *agent()]
        variables |= {"OTEL_SERVICE_NAME": process.service, "OTEL_JAVAAGENT_LOGGING": "application",
                      "HARU_TRACE_FILE": os.path.join(TRACES, f"{port}.jsonl")}
    arguments = [f"--{key}={str(value).lower() if isinstance(value, bool) else value}" for key, value in process.properties.items()]
    log = os.path.join(RUN, "log", f"variant-{''.join(c if c.isalnum() else '-' for c in name)}.log")
    return Copy(f"variant “{name}”", [command[0], *size, *command[1:], *arguments], variables, directory, log, management,
                f"http://127.0.0.1:{port}")


def application(original, process):
    """Returns the command of an application of the module bench, which has its own libraries and readiness endpoint."""
    libraries = os.path.join(os.path.dirname(bench_jar()), "lib", "*")
    flags = original.flags_without_cache() if process.flags is None else process.flags
    return [original.java, *flags, "-cp", f"{bench_jar()}:{libraries}", process.main]


def agent():
    jars = glob.glob(os.path.join(ROOT, "tracing/target/tracing-*.jar"))
    if not jars:
        raise Problem("The tracing is not built: run make build.")
    return [f"-javaagent:{ROOT}/tracing/target/opentelemetry-javaagent.jar", f"-Dotel.javaagent.extensions={jars[0]}"]
