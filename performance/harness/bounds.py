"""Measures the cost of hostile values: the processor time of a service for one request, as a ratio to the ordinary 400 of the same
endpoint (or to its ordinary response). Calls the services directly, without the gateway. The result has the most expensive value of
each endpoint, and each value above the limit of five times the ordinary request.

  SERVICE    the services to measure; default: all
"""
import glob
import http.client
import json
import os
import time
import tomllib

from harness import ROOT, SERVICES, Problem, say
from harness.system import System, short

FIGURES = ["ordinary", "cpu", "ratio"]
LIMIT = 5  # times the ordinary request
SECONDS = 0.25  # of requests for each value
FEWEST = 20  # requests for each value
WARM_UP = 300
UUID = "019aa5a1-0000-7000-8000-00000000ffff"
# Ends or changes the caller; a benchmark repeats requests.
NOT_REPEATED = {("POST", "/v1/auth/user/logout"), ("DELETE", "/v1/auth/sessions"), ("DELETE", "/v1/auth/user")}


def equal_hashes(count):
    """Returns strings with equal String.hashCode."""
    all_ = [""]
    while len(all_) < count:
        all_ = [one + end for one in all_ for end in ("Aa", "BB")]
    return all_[:count]


with open(os.path.join(os.path.dirname(__file__), "bounds.toml"), "rb") as file:
    VALUES = tomllib.load(file)


def value_of(parts):
    """Returns the bytes of a value: text, or hexadecimal bytes, repeated between a begin and an end."""
    repeated = bytes.fromhex(parts["bytes"]) if "bytes" in parts else parts["repeated"].encode()
    return parts.get("begin", "").encode() + repeated * parts.get("times", 1) + parts.get("end", "").encode()


BODIES, URLS, HEADERS = ({name: value_of(parts) for name, parts in VALUES[kind].items()} for kind in ("body", "url", "header"))
BODIES["keys of equal hash"] = json.dumps(dict.fromkeys(equal_hashes(1_000), 1)).encode()


class Service:
    """A service of the system, and the requests to it."""

    def __init__(self, process, port, token):
        self.name, self.pid, self.port = process.name, process.pid, port
        self.headers = {"Authorization": f"Bearer {token}"}
        self.connection = None

    def cpu(self):
        """Returns the processor time in nanoseconds of all live threads."""
        used = 0
        for file in glob.glob(f"/proc/{self.pid}/task/*/schedstat"):
            try:
                with open(file) as stat:
                    used += int(stat.read().split()[0])
            except OSError:
                pass  # the thread has ended
        return used

    def send(self, method, target, headers, body):
        for _ in range(2):
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            try:
                self.connection.putrequest(method, target, skip_accept_encoding=True)
                for name, value in headers.items():
                    self.connection.putheader(name, value)
                if body is not None:
                    self.connection.putheader("Content-Type", "application/json")
                    self.connection.putheader("Content-Length", str(len(body)))
                self.connection.endheaders(body)
                answer = self.connection.getresponse()
                answer.read()
                if answer.will_close:
                    self.close()
                return answer.status
            except (ConnectionError, http.client.HTTPException):
                self.close()
        return 0

    def close(self):
        self.connection.close()
        self.connection = None

    def cost(self, seconds, *request):
        """Returns the microseconds of processor time for one such request, and its status."""
        before, end, sent, status = self.cpu(), time.monotonic() + seconds, 0, 0
        while sent < FEWEST or time.monotonic() < end:
            status = self.send(*request)
            sent += 1
        return (self.cpu() - before) / sent / 1000, status

    def document(self):
        """Returns the OpenAPI document of the service, or the committed one if the service does not show it."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", "/v3/api-docs", headers=self.headers)
        with open(os.path.join(ROOT, "docs", "api", self.name + ".json")) as kept:
            answer = connection.getresponse()
            return json.load(answer) if answer.status == 200 else json.load(kept)


def places(schema, document, before="", after="", depth=0):
    """Yields the JSON around each place of the body: the whole, each field and each element."""
    yield before, after
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    if depth < 5:
        for name, part in schema.get("properties", {}).items():
            yield from places(part, document, before + '{"' + name + '":', "}" + after, depth + 1)
        if "items" in schema:
            yield from places(schema["items"], document, before + "[", "]" + after, depth + 1)


def requests(method, path, operation, document, headers):
    """Yields a description and the request of each hostile value."""
    target = path
    ids = [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "path"]
    for name in ids:
        target = target.replace("{" + name + "}", UUID)
    content = operation.get("requestBody", {}).get("content", {})
    body = b"{}" if content else None
    yield "ordinary", (method, target, headers, body)
    for media in list(content.values())[:1]:
        for before, after in places(media["schema"], document):
            for name, value in BODIES.items():
                yield f"{before}<{name}>{after}", (method, target, headers, before.encode() + value + after.encode())
    for parameter in operation.get("parameters", []):
        for name, value in ((name, value.decode()) for name, value in URLS.items()):
            what = f"{parameter['name']} = <{name}>"
            if parameter["in"] == "query":
                yield what, (method, f"{target}?{parameter['name']}={value}", headers, body)
            if parameter["in"] == "path":
                yield what, (method, path.replace("{" + parameter["name"] + "}", value), headers, body)
    yield "1,001 parameters", (method, target + "?" + "a=1&" * 1_001, headers, body)
    for header in VALUES["headers"]:
        for name, value in HEADERS.items():
            yield f"{header}: <{name}>", (method, target, {**headers, header: value}, body)


def turns_of(service):
    """Yields the endpoint with each of its most expensive values, and the figures."""
    document = service.document()
    for path, operations in sorted(document["paths"].items()):
        for method, operation in operations.items():
            if (method.upper(), path) in NOT_REPEATED:
                continue
            each = dict(requests(method.upper(), path, operation, document, service.headers))
            ordinary = each.pop("ordinary")
            for _ in range(WARM_UP):
                service.send(*ordinary)
            for request in each.values():
                for _ in range(3):
                    service.send(*request)
            base, base_status = service.cost(SECONDS, *ordinary)
            costs = {value: service.cost(SECONDS, *request) for value, request in each.items()}
            highest_first = sorted(costs.items(), key=lambda cost: -cost[1][0])
            for value, (cost, status) in [cost for cost in highest_first if cost[1][0] > LIMIT * base] or highest_first[:1]:
                say(f"  {method.upper()} {path} ({base_status}): {value} ({status}), {cost / base:.1f} times")
                yield f"{method.upper()} {path} ({base_status}): {value} ({status})", {"ordinary": base, "cpu": cost, "ratio": cost / base}


def measure():
    """Returns the turn of each most expensive value."""
    names = (os.environ.get("SERVICE") or " ".join(SERVICES[1:])).split()
    for name in names:
        if name not in SERVICES[1:]:
            raise Problem(f"SERVICE={name} is not one of {', '.join(SERVICES[1:])}.")
    with System() as system:
        token = system.sign_in(0)
        return {name: [figures] for service in names
                for name, figures in turns_of(Service(system.services[service], system.ports[short(service)], token))}


def above(turns):
    """Returns the number of values above the limit."""
    return sum(figures["ratio"] > LIMIT for (figures,) in turns.values())
