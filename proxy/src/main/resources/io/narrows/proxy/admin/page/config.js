/** Shows the configuration in force as readable JSON: values that fit on one line take one. */

import { byId, html } from './dom.js';

const WIDTH = 76;

export function showConfig(config) {
  const text = html('pre', { tabindex: '0', role: 'region', 'aria-label': 'Active configuration, as JSON' }, layout(config, ''));
  byId('config-text').replaceChildren(text);
}

/** Formats a value as valid JSON with as few lines as possible. */
export function layout(value, indent) {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH && indent !== '') {
    return line;
  }
  const inner = `${indent}  `;
  const list = Array.isArray(value);
  const parts = list
    ? value.map(item => inner + layout(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${layout(item, inner)}`);
  return parts.length === 0 ? line : `${list ? '[' : '{'}\n${parts.join(',\n')}\n${indent}${list ? ']' : '}'}`;
}

function oneLine(value) {
  if (Array.isArray(value)) {
    return `[${value.map(oneLine).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`).join(', ')}}`;
  }
  return JSON.stringify(value);
}
