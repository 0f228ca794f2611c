"""Reads and checks an experiment's file; a fault is a problem of one line."""
import difflib
import glob
import os
import tomllib
from dataclasses import MISSING, dataclass, field, fields, is_dataclass

from lab.figures import FIGURES
from lab.problem import Problem
from lab.process import ROOT

FILES = os.path.join(ROOT, "performance", "experiments")
SERVICES = ("gateway", "auth-service", "member-service", "schedule-service")
TOGETHER, EACH_TURN = "together", "each turn"


@dataclass(frozen=True)
class Call:
    """A request of the load; k6/experiment.js replaces placeholders in its path and body, such as ${member}."""

    path: str
    method: str = "GET"
    body: str = ""
    signed_in: bool = True
    expected: list = field(default_factory=lambda: [200])
    refused: list = field(default_factory=list)
    headers: dict = field(default_factory=dict)
    traced: float = 0.0  # share of requests whose trace is recorded


@dataclass(frozen=True)
class Load:
    """Clients without a pause, or a rate, or a number of requests from a number of clients."""

    calls: list[Call]
    rate: int | None = None
    clients: int | None = None
    requests: int | None = None
    duration: int = 5  # seconds
    warm_up: int = 10  # seconds
    rounds: int = 3
    target: float | None = None  # milliseconds
    one_core: bool = False  # the variant runs on one core, k6 on another


@dataclass(frozen=True)
class PublishedLoad:
    """The load of the published experiment, if it is known."""

    rate: int | None = None
    clients: int | None = None
    requests: int | None = None
    duration: int | None = None


@dataclass(frozen=True)
class Measure:
    figures: list
    compare: list


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
    class_cache: bool = False
    agent: bool = False
    bench: bool = True  # whether the module bench is on the class path


@dataclass(frozen=True)
class Variant:
    name: str
    path: str = ""
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
    name: str
    title: str
    published: str
    teaches: str
    haru: str
    process: Process
    load: Load
    measure: Measure
    variants: list[Variant]
    published_load: PublishedLoad = PublishedLoad()
    reset: Reset = Reset()
    templates: int = 0  # required templates, in thousands
    start: str = TOGETHER
    needs: dict = field(default_factory=dict)  # required files, and the command that creates each
    scaled: str = ""  # reason for differences to the published load, apart from its factor

    def process_of(self, variant):
        """Returns the common process with the changes of the variant."""
        common = Process(variant.service) if variant.service else self.process
        return Process(common.service, common.main, {**common.properties, **variant.properties},
                       common.flags if variant.flags is None else variant.flags,
                       common.class_cache or variant.class_cache, common.agent or variant.agent, common.bench)


def names():
    return sorted(os.path.basename(file).removesuffix(".toml") for file in glob.glob(os.path.join(FILES, "*.toml")))


def read(name):
    if name not in names():
        close = difflib.get_close_matches(name, names(), 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(names())}."
        raise Problem(f"The experiment “{name}” does not exist: {hint}")
    return read_file(os.path.join(FILES, f"{name}.toml"))


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
            close = difflib.get_close_matches(name, known, 1)
            raise Problem(f"{place} has no “{name}”"
                          + (f": did you mean {close[0]}?" if close else f"; it has {', '.join(known)}."))
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
    return required(kind, value, place)


def required(kind, value, place):
    kinds = getattr(kind, "__args__", (kind,))
    if isinstance(value, bool) and bool not in kinds or not isinstance(value, (*kinds, *([int] if float in kinds else []))):
        wanted = " or ".join(k.__name__ for k in kinds if k is not type(None))
        raise Problem(f"{place} is {value!r}, but must be {wanted}.")
    return value


def check(experiment, place):
    load, process = experiment.load, experiment.process
    ways = [way for way in ("rate", "clients", "requests") if getattr(load, way)]
    if len(ways) != 1 and ways != ["clients", "requests"]:
        raise Problem(f"{place}: load needs one of rate and clients, or clients and requests.")
    if bool(process.service) == bool(process.main) or process.service and process.service not in SERVICES:
        raise Problem(f"{place}: process needs a main class of the module bench, or a service of {', '.join(SERVICES)}.")
    if experiment.start not in (TOGETHER, EACH_TURN):
        raise Problem(f"{place}: start is “{TOGETHER}” or “{EACH_TURN}”, not “{experiment.start}”.")
    for variant in experiment.variants:
        if variant.service and variant.service not in SERVICES:
            raise Problem(f"{place}: variant “{variant.name}” names the unknown service “{variant.service}”.")
    if len(experiment.variants) < 2:
        raise Problem(f"{place}: a comparison needs two variants.")
    if len({variant.name for variant in experiment.variants}) < len(experiment.variants):
        raise Problem(f"{place}: two variants have the same name.")
    asked = [*experiment.measure.figures, *experiment.measure.compare,
             *(name for variant in experiment.variants for name in variant.published)]
    for name in asked:
        if name not in FIGURES:
            raise Problem(f"{place}: the figure “{name}” does not exist; the figures are {', '.join(FIGURES)}.")
    if load.target is None and "over_target" in asked:
        raise Problem(f"{place}: over_target needs load.target in ms.")
    if min(load.rounds, load.duration) < 1 or load.warm_up < 0:
        raise Problem(f"{place}: rounds and duration are at least 1, warm_up at least 0.")
