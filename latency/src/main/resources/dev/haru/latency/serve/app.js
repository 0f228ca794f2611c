/** The state of the page: the selected route and windows. It loads each part from the server again when its input changes. */

import { colour, draw, mark } from "./charts.js";
import { element, fill, link, spare, text } from "./tables.js";
import { change, clock, count, interval, local, millis, percent, period } from "./text.js";

const REFRESH_MILLIS = 5_000;
const find = (id) => document.getElementById(id);

let version = -1;
let state = null;
let route = null;
let shape = null;
let extent = null;
let timeline = null;
let isPressed = false;
const windows = { before: null, after: null };

/** The JSON of a query. Throws an error whose message is the reason in words. */
async function get(query, parameters = {}) {
  const present = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  let response;
  try {
    response = await fetch(`api/${query}?${new URLSearchParams(present)}`);
  } catch {
    throw new Error("The server of this page does not answer.");
  }
  const body = await response.json();
  if (!response.ok) {
    throw new Error(body.error);
  }
  return body;
}

/** The window that the tables show. Without a window, they show all requests. */
function selected() {
  return windows.after ?? windows.before;
}

function windowOf(window) {
  return window ? interval(window) : null;
}

async function refresh() {
  // A drag or an open trace must not lose its place.
  if (document.hidden || isPressed || find("trace").open) {
    return;
  }
  try {
    state = await get("state");
    showState();
    if (state.version !== version) {
      version = state.version;
      await loadRoutes();
      await loadRoute();
    }
  } catch (error) {
    find("problem").textContent = `${error.message} ${state?.read ? `The figures are of ${clock(Date.parse(state.read))}.` : ""}`;
  }
}

function showState() {
  const read = state.read && clock(Date.parse(state.read));
  find("source").textContent = `${state.source}: ${count(state.traces)} traces${read ? `, read at ${read}` : ""}. `
    + (state.version > 0 || state.problem ? "" : read ? "There is no request yet." : "The traces are being read.");
  find("problem").textContent = !state.problem ? ""
    : `${state.problem} ${read ? `The page shows the traces that were read until ${read}.` : ""}`;
  find("left").textContent = !state.leftUntil ? ""
    : `Traces from before ${clock(Date.parse(state.leftUntil))} have left: the page keeps the newest ${count(state.maximumTraces)} traces, `
      + `up to ${count(Math.round(state.maximumBytes / 2 ** 20))} MB.`;
  find("dropped").textContent = state.droppedNote;
}

async function loadRoutes() {
  const found = await get("routes");
  extent = found.routes.length ? { from: found.fromNanos / 1e6, to: found.toNanos / 1e6 } : null;
  if (!found.routes.some((one) => one.name === route)) {
    route = found.routes[0]?.name ?? null;
  }
  find("sampling").textContent = found.sampling;
  fill(find("routes"), "Most time in total first; times in ms" + (found.more ? `; ${count(found.more)} more routes are not listed` : ""),
    [text("route"), "requests", "p50", "p95", "p99"],
    found.routes.map((one) => ({
      key: one.name,
      cells: [text(link(one.name, one.name, "", () => selectRoute(one.name))), count(one.requests),
        millis(one.p50Nanos), millis(one.p95Nanos), millis(one.p99Nanos)],
    })), route);
}

function selectRoute(name) {
  route = name;
  shape = null;
  find("why").replaceChildren();
  find("routes").querySelectorAll("tr[aria-current]").forEach((row) => row.removeAttribute("aria-current"));
  find("routes").querySelectorAll("button.link").forEach((button) => {
    if (button.dataset.key === name) {
      button.closest("tr").setAttribute("aria-current", "true");
    }
  });
  run(loadRoute().then(() => {
    if (find("name").getBoundingClientRect().top > innerHeight) {
      find("name").scrollIntoView();
    }
  }));
}

/** Shows the reason if a part cannot be loaded. */
function run(loading) {
  loading.then(() => find("status").textContent = "", (error) => find("status").textContent = error.message);
}

async function loadRoute() {
  find("route").hidden = route === null;
  if (route === null) {
    return;
  }
  find("name").textContent = route;
  timeline = await get("timeline", { route });
  draw(timeline, windows, selectWindow);
  showSteps();
  await loadTables();
}

function showSteps() {
  find("colours").replaceChildren(...timeline.components.map((line, index) =>
    element("span", {}, swatch(index), `${line.service} ${line.component}`)));
  fill(find("steps"), `Steps of ${timeline.stepNanos / 1e9} s; times in ms`,
    [text("start"), "requests", "p50", "p95", "p99", ...timeline.components.map((line) => `${line.service} ${line.component}`)],
    timeline.startNanos.flatMap((start, step) => {
      const figures = timeline.figures[step];
      return figures ? [{
        cells: [text(clock(start / 1e6)), count(figures.requests), millis(figures.p50Nanos), millis(figures.p95Nanos), millis(figures.p99Nanos),
          ...timeline.components.map((line) => millis(line.meanNanos[step]))],
      }] : [];
    }));
}

function swatch(index) {
  const made = element("i", { className: "swatch" });
  made.style.background = colour(`c${index}`);
  return made;
}

function selectWindow(from, to) {
  const name = document.querySelector("input[name=drag]:checked").value;
  setWindow(name, { from, to });
  // The next drag sets the other window.
  document.querySelector(`input[name=drag][value=${name === "before" ? "after" : "before"}]`).checked = true;
}

function setWindow(name, window) {
  windows[name] = window;
  find(`${name}-from`).value = window ? local(window.from) : "";
  find(`${name}-to`).value = window ? local(window.to) : "";
  shape = null;
  find("why").replaceChildren();
  mark(windows);
  run(loadTables());
}

function enteredWindow(name) {
  const [from, to] = ["from", "to"].map((end) => new Date(find(`${name}-${end}`).value).getTime());
  if (Number.isNaN(from) || Number.isNaN(to)) {
    return;
  }
  if (from >= to) {
    find("status").textContent = "The end of a window must be after its start.";
    return;
  }
  setWindow(name, { from, to });
}

async function loadTables() {
  const window = windowOf(selected());
  find("period").textContent = period(selected() ?? extent) + (selected() ? `, the window ${windows.after ? "After" : "Before"}` : ", all requests");
  find("why-question").textContent = windows.before && windows.after
    ? "Names the services that became slower in After, compared with Before."
    : "Names the services that make the slowest tenth of the requests slower than the rest. With both windows, After is compared with Before.";
  await Promise.all([showProfile(window), showShapes(window), showRequests(window), showComparison()]);
}

async function showProfile(window) {
  let profile;
  let whole;
  try {
    profile = await get("profile", { route, window });
    whole = (await get("routes", { window })).routes.find((one) => one.name === route) ?? profile.whole;
  } catch (error) {
    find("tiles").replaceChildren(element("p", { textContent: error.message }));
    find("route-sampling").textContent = "";
    fill(find("components"), error.message, [], []);
    return;
  }
  find("tiles").replaceChildren(...[["requests", count(profile.requests)], ["p50", `${millis(whole.p50Nanos)} ms`],
    ["p95", `${millis(whole.p95Nanos)} ms`], ["p99", `${millis(whole.p99Nanos)} ms`], ["mean", `${millis(whole.meanNanos)} ms`],
    ["failed", percent(whole.failedShare ?? profile.failedShare)]].map(([name, figure]) =>
    element("div", { className: "tile" }, element("b", { textContent: figure }), element("span", { textContent: name }))));
  find("route-sampling").textContent = profile.samplingNote;
  fill(find("components"),
    "Self time on the critical path; the means add up to the mean of a request. Of slow: the share in the slowest 5 %. The network includes the server queue."
      + (profile.sampled < profile.requests ? ` Figures of a uniform sample of ${count(profile.sampled)} requests.` : ""),
    [text("component"), "mean ms", "share", "of slow", spare("p50 ms"), "p99 ms", spare("calls")],
    profile.components.map((line) => ({
      cells: [text(named(line.component)), millis(line.meanNanos), percent(line.share), percent(line.slowShare),
        spare(millis(line.p50Nanos)), millis(line.p99Nanos), spare(line.calls ? line.calls.toFixed(2) : "")],
    })));
}

function label({ kind, detail }) {
  const name = { OWN: "own code", QUEUE: "server queue", POOL: "pool wait", HASH_WAIT: "hash wait", CACHE: "cache load",
    UNSEEN: "unseen call" }[kind] ?? kind.toLowerCase();
  return detail ? `${name} ${detail}` : name;
}

function named(component) {
  const index = timeline.components.findIndex((line) => line.service === component.service && line.component === label(component));
  const made = element("span", { textContent: `${component.service} ${label(component)}` });
  made.prepend(index < 0 ? "" : swatch(index));
  return made;
}

async function showShapes(window) {
  const shapes = await get("shapes", { route, window });
  fill(find("shapes"), "The most frequent first, at most 20; times in ms",
    [text("operations"), "requests", "share", spare("p50"), "p95", spare("mean")],
    shapes.map((one, index) => ({
      key: one.id,
      cells: [text(operations(one, index, shapes[0])),
        link(count(one.figures.requests), `shape ${one.id}`, `${count(one.figures.requests)} requests of shape ${index + 1}: list them`,
          () => selectShape(one.id, index)),
        percent(one.share), spare(millis(one.figures.p50Nanos)), millis(one.figures.p95Nanos), spare(millis(one.figures.meanNanos))],
    })), shape);
}

/** The operations of the most frequent shape, and of each other one the differences to it. */
function operations(one, index, first) {
  const key = (operation) => `${operation.service} ${operation.name}`;
  const counts = (of) => new Map(of.operations.map((operation) => [key(operation), operation.count]));
  const own = counts(one);
  const usual = counts(first);
  const differences = [...new Set([...own.keys(), ...usual.keys()])]
    .filter((name) => (own.get(name) ?? 0) !== (usual.get(name) ?? 0))
    .map((name) => `${own.get(name) ?? 0} × ${name} instead of ${usual.get(name) ?? 0}`);
  const lines = index && differences.length ? differences : one.operations.map((operation) => `${operation.count} × ${key(operation)}`);
  const title = index === 0 ? `the most frequent, ${lines.length} operations` : differences.length ? `${differences.length} differences` : "another order of calls";
  const made = element("details", {}, element("summary", { textContent: `${index + 1}: ${title}` }),
    element("ul", {}, ...lines.map((line) => element("li", { textContent: line }))));
  made.dataset.key = one.id;
  return made;
}

function selectShape(id, index) {
  shape = id;
  find("shape-filter").firstElementChild.textContent = `Only requests of shape ${index + 1}.`;
  run(showRequests(windowOf(selected())).then(() => find("requests-title").scrollIntoView()));
}

async function showRequests(window) {
  find("shape-filter").hidden = shape === null;
  const requests = await get("requests", { route, window, shape });
  fill(find("requests"), `The slowest first, at most 50. A trace opens its waterfall.`,
    [text("start"), text("trace"), "ms", text("largest component"), "ms of it"],
    requests.map((one) => ({
      cells: [text(clock(one.startNanos / 1e6), "whole"),
        text(link(one.trace.slice(0, 8), one.trace, `Trace ${one.trace}`, () => run(showTrace(one.trace))), "whole"),
        { className: one.failed ? "failed" : "", content: millis(one.durationNanos) + (one.failed ? " failed" : "") },
        text(one.component), millis(one.componentNanos)],
    })));
}

async function showComparison() {
  const isComplete = Boolean(windows.before && windows.after);
  find("comparison").hidden = !isComplete;
  if (!isComplete) {
    return;
  }
  fill(find("diff"), "", [], []);
  find("comparison-sampling").textContent = "";
  try {
    const [diff] = await get("diff", { route, before: interval(windows.before), after: interval(windows.after) });
    find("comparison-note").textContent = `${count(diff.before)} requests before (${period(windows.before)}), ${count(diff.after)} after `
      + `(${period(windows.after)}). Changes beyond chance of more than ${millis(diff.thresholdNanos)} ms count.`;
    find("comparison-sampling").textContent = diff.samplingNote;
    fill(find("diff"), "The largest change first; times in ms. All intervals together have 95 % confidence.",
      [text("what"), spare("before"), "after", "change", spare("interval"), text("")],
      [...diff.whole, ...diff.components].map((one) => ({
        cells: [text(one.what), spare(millis(one.before)), millis(one.after), change(one.difference ?? one.after - one.before),
          spare(`${change(one.interval.low)} to ${change(one.interval.high)}`),
          text(one.verdict === "SAME" ? "" : one.verdict.toLowerCase(), one.verdict.toLowerCase())],
      })).concat(diff.calls.map((one) => ({
        cells: [text(`calls: ${one.what}`), spare(one.before.toFixed(2)), one.after.toFixed(2), (one.after - one.before).toFixed(2),
          spare(""), text(one.after > one.before ? "more often" : "less often")],
      }))));
  } catch (error) {
    find("comparison-note").textContent = error.message;
  }
}

async function showWhy(ofRoute) {
  const isComparison = windows.before && windows.after;
  const diagnosis = await get("why", {
    route: ofRoute ? route : null,
    window: isComparison ? null : windowOf(selected()),
    before: isComparison ? interval(windows.before) : null,
    after: isComparison ? interval(windows.after) : null,
  });
  find("why").replaceChildren(element("p", { textContent: `${ofRoute ? route : "All routes"}: ${diagnosis.conclusion}` }),
    element("ol", {}, ...diagnosis.suspects.map((suspect) => element("li", {},
      element("b", { textContent: `${suspect.service} ${suspect.component}` }),
      `, longer by ${suspect.low.toFixed(1)} to ${suspect.high.toFixed(1)} ms. ${suspect.evidence}`))),
    element("p", { className: "note", textContent: diagnosis.samplingNote }));
}

async function showTrace(id) {
  const { html } = await get("waterfall", { id });
  find("trace-title").textContent = `Trace ${id}`;
  find("trace-json").href = `api/trace?id=${id}`;
  find("waterfall").innerHTML = html; // escaped by the server, as the page of latency show
  find("trace").showModal();
}

for (const name of ["before", "after"]) {
  find(`${name}-from`).addEventListener("change", () => enteredWindow(name));
  find(`${name}-to`).addEventListener("change", () => enteredWindow(name));
  find(`${name}-clear`).addEventListener("click", () => setWindow(name, null));
}
find("why-route").addEventListener("click", () => run(showWhy(true)));
find("why-all").addEventListener("click", () => run(showWhy(false)));
find("shape-clear").addEventListener("click", () => {
  shape = null;
  run(showRequests(windowOf(selected())));
});
document.addEventListener("visibilitychange", refresh);
document.addEventListener("pointerdown", () => isPressed = true);
document.addEventListener("pointerup", () => isPressed = false);
document.addEventListener("pointercancel", () => isPressed = false);

async function keepFresh() {
  await refresh();
  setTimeout(keepFresh, REFRESH_MILLIS);
}
keepFresh();
