"""The figures that an experiment can measure: table head, decimals, and whether a higher value is better."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    head: str
    decimals: int
    more_is_better: bool = False


FIGURES = {
    # Figures of the clients.
    "rate": Figure("served/s", 1, True),
    "answered": Figure("answers/s, refusals too", 0, True),
    "answer_p95": Figure("p95 of all answers, ms", 1),
    "mean": Figure("mean ms", 1),
    "p50": Figure("p50 ms", 1),
    "p95": Figure("p95 ms", 1),
    "p99": Figure("p99 ms", 1),
    "max": Figure("max ms", 0),
    "over_target": Figure("over the target, %", 2),
    "refused": Figure("refused, %", 1),
    "failed": Figure("failed, %", 2),
    "not_sent": Figure("not sent by k6, %", 1),
    # Figures of the resources that the processes use for a request.
    "cpu": Figure("CPU µs", 0),
    "postgres": Figure("PostgreSQL CPU µs", 0),
    "switches": Figure("switches per request", 1),
    "garbage": Figure("garbage KB per request", 0),
    # Figures of the resources that the processes hold.
    "heap": Figure("peak heap MB", 0),
    "gc": Figure("GC pauses, ms per s", 1),
    "memory": Figure("memory MB", 0),
    "in_use": Figure("connections in use, mean", 2),
    "active": Figure("at most", 0),
    "pending": Figure("waited for, at most", 0),
    "acquire": Figure("wait for a connection, ms", 2),
    "usage": Figure("use of a connection, ms", 2),
    # Figures of a start.
    "ready": Figure("ready after s", 1),
    "ready_cpu": Figure("CPU s until ready", 1),
}


def shown(name, value):
    """Formats a value; above a hundred it has no decimals."""
    if value is None:
        return ""
    decimals = min(FIGURES[name].decimals, 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 3)
    return f"{value:,.{decimals}f}"
