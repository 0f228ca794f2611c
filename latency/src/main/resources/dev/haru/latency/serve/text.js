/** Formats figures as the commands do. Times are in nanoseconds. */

export function millis(nanos) {
  const value = nanos / 1e6;
  return value.toFixed(Math.abs(value) < 10 ? 3 : 1);
}

export function change(nanos) {
  return (nanos >= 0 ? "+" : "") + millis(nanos);
}

export function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}

export function count(number) {
  return number.toLocaleString("en");
}

/** The local time of an instant in milliseconds since 1970. With the date if it is not today. */
export function clock(time) {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? "" : `${local(time).slice(0, 10)} `) + local(time).slice(11, 19);
}

/** The value of an input of the type datetime-local. */
export function local(time) {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

export function period(window) {
  return `${clock(window.from)} to ${clock(window.to)}`;
}

/** The parameter of a window whose ends are in milliseconds since 1970. */
export function interval(window) {
  return `${new Date(window.from).toISOString()}/${new Date(window.to).toISOString()}`;
}
