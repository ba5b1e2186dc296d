/** Elements from data. Text is always set as text, so that nothing a sidecar heard can become markup. */

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element; attributes that are undefined or false are left out. */
export function html(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** A number for people that keeps its exact value for programs. */
export function figure(value, text) {
  return html('data', { value }, text);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Calls back with the width now and whenever it changes. */
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
