"""Finds the breakpoint of a system under a rising load, and its bottleneck."""
from dataclasses import dataclass, field

# A step is broken if it exceeds one of these bounds. The bounds are several times those of docs/operations/testing.md, because a breakpoint
# is the limit of the system's capacity. The system misses its objectives at a lower load.
PLAIN_P95 = 250.0  # ms; five times the objective
HASHING_P95 = 2000.0  # ms; twice the objective. Above it the queue for the cores grows until the step ends
NOT_SERVED = 0.01  # share of requests that are refused or fail
NOT_SENT = 0.01  # share of visits that k6 drops because it has no free virtual user
BY_FAR = 2  # times the bound; such a step needs no second step as confirmation

NEARLY_ALL = 0.9  # share of the machine's cores, of the connection pool, or of the threads
K6_IS_LARGE = 0.25  # share of the machine's processor time
OTHERS_ARE_MANY = 0.2
FEW = 0.005  # share of the requests; fewer do not explain a broken step


@dataclass
class Step:
    """The results of the clients at one rate, which is held for some seconds."""

    rate: float  # visits a second
    begin: float
    end: float
    requests: int = 0
    refused: int = 0
    failed: int = 0
    dropped: int = 0
    plain_p95: float = 0.0  # ms
    hashing_p95: float = 0.0
    resources: dict = field(default_factory=dict)

    def excesses(self):
        """Returns the ratio of each figure to its bound, by reason; a ratio above 1 breaks the bound."""
        requests = max(1, self.requests)
        visits = max(1.0, self.rate * (self.end - self.begin))
        return {"plain": self.plain_p95 / PLAIN_P95, "hashing": self.hashing_p95 / HASHING_P95,
                "not served": (self.refused + self.failed) / requests / NOT_SERVED,
                "not sent": self.dropped / visits / NOT_SENT}

    def reasons(self):
        """Returns the broken bounds, the worst first."""
        return [name for name, times in sorted(self.excesses().items(), key=lambda item: -item[1]) if times > 1]

    def is_broken(self):
        return bool(self.reasons())

    def is_broken_by_far(self):
        return max(self.excesses().values()) > BY_FAR

    def description(self):
        """Describes the broken bounds."""
        texts = {
            "plain": f"95 % of the calls that hash nothing took up to {self.plain_p95:.0f} ms (bound {PLAIN_P95:.0f})",
            "hashing": f"95 % of the sign-ins took up to {self.hashing_p95:.0f} ms (bound {HASHING_P95:.0f})",
            "not served": f"{self.refused} of {self.requests} requests were refused and {self.failed} failed"
                           f" (bound {NOT_SERVED:.0%})",
            "not sent": f"k6 dropped {self.dropped} visits because no client was free (bound {NOT_SENT:.0%})",
        }
        return "; ".join(texts[reason] for reason in self.reasons())


def break_of(steps):
    """Returns the first step of a confirmed break: broken by far, or followed by another broken step; else None."""
    for first, second in zip(steps, [*steps[1:], None]):
        if first.is_broken() and (first.is_broken_by_far() or (second and second.is_broken())):
            return first
    return None


def bottleneck_of(step, cores):
    """Describes the bottleneck of a broken step in one sentence; a refusing component precedes a slow component."""
    resources = step.resources
    requests = max(1, step.requests)
    gateway, auth = resources.get("gateway", {}), resources.get("auth-service", {})
    first = step.reasons()[0]
    if first == "not served" and gateway.get("rate_limited", 0) > FEW * requests:
        return (f"The gateway's rate limit: it refused {gateway['rate_limited']:.0f} requests, because all of them come from one "
                "address. Start the system with RATE_LIMIT_ENABLED=false to go on.")
    if first == "not served" and hashes_refused(gateway, auth) > FEW * requests or \
            first == "hashing" and mean(auth, "hashes_waiting") > 1:
        return f"The hash governor of auth-service: {hashing(gateway, auth)}{machine(resources, cores)}"
    used = busy(resources, cores)
    if used and used["share"] >= NEARLY_ALL:
        return f"The processor: {used['text']}.{used['note']}"
    processes = [(service, figures) for service, figures in resources.items() if isinstance(figures, dict)]
    for service, figures in processes:
        if highest(figures, "pool_waiting") >= 1 and nearly_all(figures, "pool_active", "pool_max"):
            return (f"The connection pool of {service}: {mean(figures, 'pool_active'):.1f} of {highest(figures, 'pool_max'):.0f} in "
                    f"use, up to {highest(figures, 'pool_waiting'):.0f} waiting, while the processor had room.")
    for service, figures in processes:
        if highest(figures, "threads_max") and nearly_all(figures, "threads_busy", "threads_max"):
            return (f"The server threads of {service}: {mean(figures, 'threads_busy'):.0f} of {highest(figures, 'threads_max'):.0f} "
                    "busy, while the processor had room: they wait for an upstream service or the database.")
    if "not sent" in step.reasons():
        return "k6 itself: it had no clients left, while the system had room; it needs more of them (maxVUs in k6/lib/shapes.js)."
    return "None of what is measured here: " + (used["text"] if used else "nothing of the processor is known") + "."


def busy(resources, cores):
    """Describes the machine's processor time by process; None if it is unknown."""
    if "machine" not in resources:
        return None
    total = resources["machine"]["cores"]
    parts = sorted(((figures["cores"], name) for name, figures in resources.items()
                    if isinstance(figures, dict) and name != "machine" and "cores" in figures), reverse=True)
    system = [part for part in parts if part[1] != "k6"]
    text = f"{total:.2f} of {cores} cores were busy, " + ", ".join(f"{name} {used:.2f}" for used, name in parts if used >= 0.01)
    rest = total - sum(used for used, _ in parts)
    if rest > 0.1 * total:
        text += f", others {rest:.2f}"
    k6 = resources.get("k6", {}).get("cores", 0)
    note = f" Most of it went to {system[0][1]}." if system else ""
    if rest > OTHERS_ARE_MANY * total:
        note += f" Other programs used {rest / total:.0%} of the processor time; the result includes them."
    if k6 > K6_IS_LARGE * total:
        note += f" k6 took {k6 / total:.0%} of it itself: from another machine the system bears more."
    return {"share": total / cores, "text": text, "note": note}


def machine(resources, cores):
    used = busy(resources, cores)
    return f" {used['text'][0].upper()}{used['text'][1:]}." if used else ""


def hashing(gateway, auth):
    text = f"{mean(auth, 'hashes_running'):.1f} of {highest(auth, 'hashes_max'):.0f} hashes under way, up to " \
           f"{highest(auth, 'hashes_waiting'):.0f} waiting"
    if auth.get("hashes"):
        text += f", each {1000 * auth['hash_s'] / auth['hashes']:.0f} ms"
    if hashes_refused(gateway, auth):
        text += f", {hashes_refused(gateway, auth):.0f} refused"
    return text + "."


def hashes_refused(gateway, auth):
    return gateway.get("sign_ins_refused", 0) + auth.get("hashes_refused", 0)


def nearly_all(figures, used, limit):
    return mean(figures, used) >= NEARLY_ALL * highest(figures, limit)


def mean(figures, name):
    return figures.get(name, {}).get("mean", 0)


def highest(figures, name):
    return figures.get(name, {}).get("max", 0)
