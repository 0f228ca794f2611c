/** Builds the tables of the page. Each text is set as text, so a span's name cannot contain HTML. */

/** An element with properties and children. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A button in a table. Its key finds it again after the table is filled again. */
export function link(text, key, label, action) {
  const button = element("button", { type: "button", className: "link", textContent: text, onclick: action });
  button.dataset.key = key;
  if (label) {
    button.setAttribute("aria-label", label);
  }
  return button;
}

/** A figure that a narrow screen leaves out. */
export function spare(text) {
  return { className: "spare", content: text };
}

/** A text, aligned left. */
export function text(content, className = "") {
  return { className: `text ${className}`, content };
}

/**
 * Fills a table. A cell is a text, or an object with content and className. A row may have a key, which marks the current one.
 */
export function fill(table, caption, heads, rows, current) {
  const focused = table.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const opened = new Set([...table.querySelectorAll("details[open]")].map((details) => details.dataset.key));
  table.replaceChildren(
    element("caption", { textContent: caption }),
    element("thead", {}, element("tr", {}, ...heads.map((head) => cell("th", head)))),
    element("tbody", {}, ...rows.map((row) => {
      const made = element("tr", {}, ...row.cells.map((content) => cell("td", content)));
      if (row.key !== undefined && row.key === current) {
        made.setAttribute("aria-current", "true");
      }
      return made;
    })));
  table.querySelectorAll("details").forEach((details) => details.open = opened.has(details.dataset.key));
  if (focused !== undefined) {
    [...table.querySelectorAll("button")].find((button) => button.dataset.key === focused)?.focus();
  }
}

function cell(name, content) {
  const { className = "", content: inner = content } = content?.nodeType ? {} : Object(content);
  const made = element(name, { className });
  made.append(inner);
  if (name === "th") {
    made.scope = "col";
  }
  return made;
}
