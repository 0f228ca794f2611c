"""Reads and checks the file of an experiment or of a benchmark, which is an experiment with a baseline. A fault is a Problem."""
import difflib
import functools
import glob
import io
import json
import os
import re
import subprocess
import tomllib
import zipfile
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace

from harness import ROOT, SERVICES, Problem
from harness.figures import FIGURES
from harness.process import bench_jar, jar_of, java_home

EXPERIMENTS = os.path.join(ROOT, "performance", "experiments")
BENCHMARKS = os.path.join(ROOT, "performance", "benchmarks")
TOGETHER, EACH_TURN = "together", "each turn"
# The environment variables that replace values of the load.
OVERRIDES = {"DURATION": "duration", "ROUNDS": "rounds", "WARM_UP": "warm_up", "WARM": "warm_up"}
METADATA = ("META-INF/spring-configuration-metadata.json", "META-INF/additional-spring-configuration-metadata.json")
# Prefixes of properties; the metadata describes only the prefix.
OPEN_ENDED = ("spring.jpa.properties.", "spring.datasource.hikari.data-source-properties.", "logging.level.")


@dataclass(frozen=True)
class Call:
    """A request of the load; k6/experiment.js replaces placeholders in its path and body, such as ${member}."""

    path: str
    method: str = "GET"
    body: str = ""
    signed_in: bool = True
    member: int | None = None  # the seed member that sends it; default: each in turn
    expected: list = field(default_factory=lambda: [200])
    refused: list = field(default_factory=list)
    headers: dict = field(default_factory=dict)
    traced: float = 0.0  # share of requests whose trace is recorded
    conditional: bool = False  # sends the entity tag that the path has before the turn
    deletes: bool = False  # deletes the created schedule by a second request


@dataclass(frozen=True)
class Load:
    """Clients without a pause, or a rate, or a number of requests from a number of clients."""

    calls: list[Call]
    rate: int | None = None
    clients: int | None = None
    requests: int | None = None
    duration: int = 5  # seconds
    warm_up: int = 10  # seconds; where the load settles, the most seconds
    warm_up_requests: int | None = None  # in place of warm_up: a busy machine serves too few requests in a fixed time
    settles: bool = False  # repeats the warm-up until the compilers of the JVMs are quiet
    rounds: int = 3
    starts: int = 1  # number of times that all processes start anew, each with all rounds
    target: float | None = None  # milliseconds
    one_core: bool = False  # the variant runs on one core, k6 on another

    def recorded(self):
        """Returns the values that a result names."""
        return {name: value for name in ("rate", "clients", "requests", "duration", "warm_up", "rounds", "starts")
                if (value := getattr(self, name)) is not None and not (name == "starts" and value == 1)}


@dataclass(frozen=True)
class PublishedLoad:
    """The load of the published experiment, if it is known."""

    rate: int | None = None
    clients: int | None = None
    requests: int | None = None
    duration: int | None = None


@dataclass(frozen=True)
class Measure:
    """The figures to record, and the figures that an experiment compares with its first variant."""

    figures: list
    compare: list = field(default_factory=list)


@dataclass(frozen=True)
class Reset:
    """The statements and the flush that restore the data before each turn."""

    sql: list = field(default_factory=list)
    redis: bool = False


@dataclass(frozen=True)
class Process:
    """A copy of a service, or an application of the module bench when it has a main class and no service."""

    service: str = ""
    main: str = ""
    properties: dict = field(default_factory=dict)
    flags: list | None = None
    environment: dict = field(default_factory=dict)
    upstream: list = field(default_factory=list)  # processes that it calls in place of those of the system
    class_cache: bool = False
    agent: bool = False
    bench: bool = True  # whether the module bench is on the class path


@dataclass(frozen=True)
class Variant:
    """A process of its own, or a shared process of the file, and the load that it receives."""

    name: str
    path: str = ""
    process: str = ""  # the shared process that receives the load
    measured: list = field(default_factory=list)  # the shared processes whose processor time counts; default: that process
    baseline: str = ""  # replaces the baseline of the file
    calls: list[Call] = field(default_factory=list)  # replace the calls of the load
    clients: int | None = None  # replaces the clients of the load
    service: str = ""  # replaces the common process
    properties: dict = field(default_factory=dict)
    flags: list | None = None
    class_cache: bool = False
    agent: bool = False
    traced: float = 0.0
    behind_gateway: bool = False
    published: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Experiment:
    """The content of a file."""

    name: str
    title: str
    load: Load
    measure: Measure
    variants: list[Variant]
    published: str = ""
    teaches: str = ""
    haru: str = ""
    process: Process = Process()
    processes: dict[str, Process] = field(default_factory=dict)  # shared by variants, in the order of their start
    whole_system: bool = False  # the variants are systems, not copies of a service
    baseline: str = ""  # the variant whose processor time is the unit of the figure “ratio”
    published_load: PublishedLoad = PublishedLoad()
    reset: Reset = Reset()
    templates: int = 0  # required templates, in thousands
    start: str = TOGETHER
    needs: dict = field(default_factory=dict)  # required files, and the command that creates each
    scaled: str = ""  # reason for differences to the published load, apart from its factor

    def process_of(self, variant):
        """Returns the common process with the changes of the variant."""
        common = Process(variant.service) if variant.service else self.process
        return replace(common, properties={**common.properties, **variant.properties},
                       flags=common.flags if variant.flags is None else variant.flags,
                       class_cache=common.class_cache or variant.class_cache, agent=common.agent or variant.agent)

    def baseline_of(self, variant):
        return variant.baseline or self.baseline


def names(folder=EXPERIMENTS):
    return sorted(os.path.basename(file).removesuffix(".toml") for file in glob.glob(os.path.join(folder, "*.toml")))


def closest(name, known, otherwise):
    """Returns a hint: the known name that resembles the given name, or the other text."""
    close = difflib.get_close_matches(name, known, 1)
    return f"did you mean {close[0]}?" if close else otherwise


def read(name, folder=EXPERIMENTS):
    known = names(folder)
    if name not in known:
        raise Problem(f"The experiment “{name}” does not exist: {closest(name, known, 'there are ' + ', '.join(known) + '.')}")
    return read_file(os.path.join(folder, f"{name}.toml"))


def overridden(experiment, environment):
    """Returns the experiment with the values of the environment, and these values as a part of a command."""
    given = {}
    for variable, name in OVERRIDES.items():
        value = environment.get(variable, "").removesuffix("s")
        if value and getattr(experiment.load, name) is not None:
            if not value.isdigit() or int(value) < 1:
                raise Problem(f"{variable}={value} is not valid: set a whole number from 1.")
            given[name] = int(value)
    return replace(experiment, load=replace(experiment.load, **given)), " ".join(f"{k.upper()}={v}" for k, v in given.items())


def read_file(file):
    place = os.path.relpath(file, ROOT)
    try:
        with open(file, "rb") as content:
            table = tomllib.load(content)
    except tomllib.TOMLDecodeError as e:
        raise Problem(f"{place} is not TOML: {e}") from None
    experiment = built(Experiment, {"name": os.path.basename(file).removesuffix(".toml"), **table}, place)
    check(experiment, place)
    return experiment


def built(kind, table, place):
    """Converts the table to the class; an unknown name is a problem."""
    known = {f.name: f for f in fields(kind)}
    for name in table:
        if name not in known:
            raise Problem(f"{place} has no “{name}”: {closest(name, known, 'it has ' + ', '.join(known) + '.')}")
    for name, f in known.items():
        if name not in table and f.default is MISSING and f.default_factory is MISSING:
            raise Problem(f"{place} has no “{name}”.")
    values = {}
    for name, value in table.items():
        values[name] = converted(known[name].type, value, f"{place}: {name}")
    return kind(**values)


def converted(kind, value, place):
    if is_dataclass(kind):
        return built(kind, required(dict, value, place), place)
    if getattr(kind, "__args__", None) and getattr(kind, "__origin__", None) is list:
        items = required(list, value, place)
        return [converted(kind.__args__[0], item, f"{place} {i + 1}") for i, item in enumerate(items)]
    if getattr(kind, "__args__", None) and getattr(kind, "__origin__", None) is dict:
        return {name: converted(kind.__args__[1], part, f"{place} {name}") for name, part in required(dict, value, place).items()}
    return required(kind, value, place)


def required(kind, value, place):
    kinds = getattr(kind, "__args__", (kind,))
    if isinstance(value, bool) and bool not in kinds or not isinstance(value, (*kinds, *([int] if float in kinds else []))):
        wanted = " or ".join(k.__name__ for k in kinds if k is not type(None))
        raise Problem(f"{place} is {value!r}, but must be {wanted}.")
    return value


def check(experiment, place):
    """Raises a Problem if values of the file do not fit each other."""
    load, variants = experiment.load, experiment.variants
    for name in () if experiment.baseline else ("published", "teaches", "haru"):
        if not getattr(experiment, name):
            raise Problem(f"{place} has no “{name}”.")
    ways = [way for way in ("rate", "clients", "requests") if getattr(load, way)]
    if len(ways) != 1 and ways != ["clients", "requests"]:
        raise Problem(f"{place}: load needs one of rate and clients, or clients and requests.")
    own = [experiment.process] if not experiment.whole_system and any(not variant.process for variant in variants) else []
    for process in [*own, *experiment.processes.values()]:
        if not (process.service or process.main) or process.service and process.service not in SERVICES:
            raise Problem(f"{place}: process needs a main class of the module bench, or a service of {', '.join(SERVICES)}.")
    known = list(experiment.processes)
    for number, process in enumerate(experiment.processes.values()):
        require_names(process.upstream, known[:number], f"{place}: upstream")
    if experiment.start not in (TOGETHER, EACH_TURN):
        raise Problem(f"{place}: start is “{TOGETHER}” or “{EACH_TURN}”, not “{experiment.start}”.")
    if len(variants) < 2:
        raise Problem(f"{place}: a comparison needs two variants.")
    if len({variant.name for variant in variants}) < len(variants):
        raise Problem(f"{place}: two variants have the same name.")
    for variant in variants:
        of_variant = f"{place}: variant “{variant.name}”"
        require_names([variant.service] if variant.service else [], SERVICES, of_variant)
        require_names([*filter(None, [variant.process]), *variant.measured], known, of_variant)
        require_names(filter(None, [experiment.baseline_of(variant)]), [one.name for one in variants], of_variant)
    used = [*experiment.measure.figures, *experiment.measure.compare, *(name for variant in variants for name in variant.published)]
    for name in used:
        if name not in FIGURES:
            raise Problem(f"{place}: the figure “{name}” does not exist; the figures are {', '.join(FIGURES)}.")
    if load.target is None and "over_target" in used:
        raise Problem(f"{place}: over_target needs load.target in ms.")
    if min(load.rounds, load.duration, load.starts) < 1 or load.warm_up < 0:
        raise Problem(f"{place}: rounds, duration and starts are at least 1, warm_up at least 0.")


def require_names(used, known, place):
    for name in used:
        if name not in known:
            raise Problem(f"{place} names “{name}”, which is none of {', '.join(known)}.")


def check_settings(experiment):
    """Raises a Problem for a property that the metadata of the jars does not have, or a flag that the JVM does not accept."""
    own = [(variant.name, experiment.process_of(variant)) for variant in experiment.variants if not variant.process]
    for name, process in [*(() if experiment.whole_system else own), *experiment.processes.items()]:
        for one in process.properties:
            check_property(process.service, name, one)
        if process.flags:
            check_flags(name, process.flags)


def check_property(service, variant, name):
    known = properties_of(service)
    if name not in known and not name.startswith(OPEN_ENDED):
        raise Problem(f"Variant “{variant}”: {service or 'the module bench'} has no property {name}; {closest(name, known, '')}")


@functools.cache
def properties_of(service):
    """Returns the properties of a service and the module bench, or of the module alone without a service."""
    with zipfile.ZipFile(bench_jar()) as jar:
        found = set(metadata_in(jar))
    if service:
        with zipfile.ZipFile(jar_of(service)) as jar:
            found |= set(metadata_in(jar))
            for inner in jar.namelist():
                if inner.startswith("BOOT-INF/lib/") and inner.endswith(".jar"):
                    found |= set(metadata_in(zipfile.ZipFile(io.BytesIO(jar.read(inner)))))
    return sorted(found)


def metadata_in(jar):
    """Yields the names of the properties that the metadata files of a jar describe."""
    for entry in jar.namelist():
        if entry.endswith(METADATA):
            for one in json.loads(jar.read(entry)).get("properties", []):
                yield one["name"]


def check_flags(variant, flags):
    run = subprocess.run([os.path.join(java_home(), "bin/java"), *flags, "-version"], capture_output=True, text=True)
    if run.returncode:
        message = re.sub(r"\s+", " ", (run.stdout + run.stderr).strip().splitlines()[0])
        raise Problem(f"Variant “{variant}”: the JVM does not know a flag of {' '.join(flags)}: {message}")
