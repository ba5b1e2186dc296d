/** Creates elements from data. Text is always set as text, so that data that a sidecar received cannot become markup. */

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an HTML element; omits attributes that are undefined or false. */
export function html(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Creates an SVG element. */
export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Shows a number to users and keeps its exact value for programs. */
export function figure(value, text) {
  return html('data', { value }, text);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Replaces the options of a select, and keeps the selected one if it still exists. */
export function offer(select, values) {
  const chosen = select.value;
  select.replaceChildren(...values.map(value => html('option', { value, selected: value === chosen }, value)));
  select.disabled = values.length === 0;
}

/** Calls back with the element's width, now and whenever it changes. */
export function onWidth(element, draw) {
  new ResizeObserver(() => draw(element.clientWidth)).observe(element);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? '' : value);
    }
  }
  element.append(...children.filter(child => child !== undefined));
  return element;
}
