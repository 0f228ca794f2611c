// Writes the results of a run: all figures as JSON to the file that SUMMARY names, or a table to the terminal.

export function summary(data) {
  return __ENV.SUMMARY ? { [__ENV.SUMMARY]: JSON.stringify(data) } : { stdout: `\n${table(data.metrics)}\n` };
}

// A row for each call in each phase, with the state of its bound.
function table(metrics) {
  const rows = [['phase', 'call', 'requests', 'median ms', 'p95 ms', 'p99 ms', 'bound']];
  for (const [key, metric] of Object.entries(metrics)) {
    const [, name, phase] = /^http_req_duration\{name:(.+),phase:(.+)\}$/.exec(key) || [];
    const count = name && metrics[`http_reqs{name:${name},phase:${phase}}`].values.count;
    if (count) {
      const times = ['med', 'p(95)', 'p(99)'].map((part) => metric.values[part].toFixed(1));
      rows.push([phase, name, `${count}`, ...times, held(metric.thresholds)]);
    }
  }
  for (const name of ['unexpected_statuses', 'refused', 'dropped_iterations']) {
    rows.push(['', name, `${metrics[name] ? metrics[name].values.count : 0}`, '', '', '', held((metrics[name] || {}).thresholds)]);
  }
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) => row.map((cell, i) => (i > 1 && i < 6 ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ')).join('\n');
}

function held(thresholds = {}) {
  const judged = Object.entries(thresholds).filter(([bound]) => !bound.includes('>=0'));
  return judged.map(([bound, { ok }]) => `${bound} ${ok ? 'held' : 'BROKEN'}`).join(', ');
}
