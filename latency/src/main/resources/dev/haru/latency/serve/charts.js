/** The two charts of a route: percentiles, and components as stacked bars. Times are in milliseconds, the axis in seconds. */
/* global uPlot */

const PERCENTILES = [["p50", "p50Nanos", []], ["p95", "p95Nanos", [6, 3]], ["p99", "p99Nanos", [2, 3]]];
const HEIGHT = 210;
const SHORTEST_DRAG = 4;

let charts = [];
let shown = null;

export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/**
 * Draws a timeline again. The windows, by name, have ends in milliseconds since 1970.
 * select(from, to) takes the ends of a drag or of a clicked step, in milliseconds since 1970.
 */
export function draw(timeline, windows, select) {
  charts.forEach((chart) => chart.destroy());
  shown = { timeline, windows, select };
  const times = timeline.startNanos.map((nanos) => nanos / 1e9);
  charts = [
    chart("times", [times, ...PERCENTILES.map(([, key]) => timeline.figures.map((step) => step && step[key] / 1e6))],
      PERCENTILES.map(([label, , dash]) => ({ label: `${label} ms`, stroke: () => colour(label), width: 2, dash, value,
        points: { show: true, size: 5, fill: () => colour(label) } })),
      { distr: 3 }),
    chart("parts", [times, ...stacked(timeline)], bars(timeline), { range: (_, low, high) => [0, high * 1.05 || 1] }),
  ];
}

/** Draws the windows again. */
export function mark(windows) {
  shown.windows = windows;
  charts.forEach((chart) => chart.redraw(false));
}

export function redraw() {
  if (shown) {
    draw(shown.timeline, shown.windows, shown.select);
  }
}

function chart(id, data, series, y) {
  const [times] = data;
  const step = shown.timeline.stepNanos / 1e9;
  const target = document.getElementById(id);
  const axis = { stroke: () => colour("soft"), grid: { stroke: () => colour("line"), width: 1 }, ticks: { stroke: () => colour("line") } };
  let dragged = false;
  const made = new uPlot({
    width: target.clientWidth, height: HEIGHT,
    scales: { x: { time: true, range: () => [times[0] - step / 2, times.at(-1) + step * 1.5] }, y },
    axes: [{ ...axis }, { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => tick === null ? "" : `${Number(tick.toPrecision(4))}`) }],
    series: [{ value: (_, time) => time === null ? "–" : new Date(time * 1000).toLocaleTimeString() }, ...series],
    legend: { show: id === "times" },
    cursor: { sync: { key: "time", filters: { pub: isMove } }, drag: { x: true, y: false, setScale: false }, points: { show: false } },
    hooks: {
      drawClear: [paintWindows],
      setSelect: [(self) => {
        const { left, width } = self.select;
        if (width >= SHORTEST_DRAG) {
          dragged = true;
          shown.select(...[left, left + width].map((place) => Math.round(self.posToVal(place, "x")) * 1000));
          self.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
        }
      }],
    },
  }, data, target);
  made.over.addEventListener("click", () => {
    const place = made.cursor.idx;
    if (!dragged && place !== null && shown.timeline.figures[place]) {
      const from = shown.timeline.startNanos[place] / 1e6;
      shown.select(from, from + shown.timeline.stepNanos / 1e6);
    }
    dragged = false;
  });
  // The table of figures has the same content.
  target.querySelector(".u-legend")?.setAttribute("aria-hidden", "true");
  const canvas = target.querySelector("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", id === "times"
    ? "Line chart of p50, p95 and p99 over time. The table below the charts has its figures."
    : "Stacked bar chart of the components over time. The table below the charts has its figures.");
  return made;
}

/** Whether an event of one chart is passed to the other. A drag selects a window once. */
function isMove(type) {
  return type === "mousemove" || type === "mouseleave";
}

function value(_, millis) {
  return millis === null ? "–" : millis.toFixed(millis < 10 ? 3 : 1);
}

/** The sums of each component and those before it, the highest first, so that a lower bar is drawn over a higher one. */
function stacked(timeline) {
  const sums = [];
  let below = timeline.startNanos.map(() => 0);
  for (const line of timeline.components) {
    below = below.map((sum, step) => sum + line.meanNanos[step] / 1e6);
    sums.unshift(below.map((sum, step) => timeline.figures[step] ? sum : null));
  }
  return sums;
}

function bars(timeline) {
  const paths = uPlot.paths.bars({ size: [0.95, 100], align: 1 });
  return timeline.components.map((line, index) => ({
    label: `${line.service} ${line.component}`, paths, width: 0, points: { show: false }, fill: () => colour(`c${index}`),
  })).reverse();
}

function paintWindows(self) {
  const { ctx, bbox } = self;
  for (const [name, window] of Object.entries(shown.windows)) {
    if (window) {
      const [left, right] = [window.from, window.to].map((time) =>
        Math.min(Math.max(self.valToPos(time / 1000, "x", true), bbox.left), bbox.left + bbox.width));
      ctx.save();
      ctx.fillStyle = colour(name);
      ctx.globalAlpha = 0.18;
      ctx.fillRect(left, bbox.top, right - left, bbox.height);
      ctx.globalAlpha = 1;
      ctx.fillRect(left, bbox.top, right - left, 3 * devicePixelRatio);
      ctx.restore();
    }
  }
}

new ResizeObserver(() => charts.forEach((chart) => {
  const width = chart.root.parentElement.clientWidth;
  if (width > 0 && width !== chart.width) {
    chart.setSize({ width, height: HEIGHT });
  }
})).observe(document.getElementById("times"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
