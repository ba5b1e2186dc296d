/** Costs of other codecs and levels, without `unpack` and with it, for what this sidecar sends to a peer in a class, from its samples. */

import * as api from './api.js';
import { byId, html, offer, svg } from './dom.js';
import { bytes, percent, seconds, usd } from './format.js';
import { codecName, groupBy } from './model.js';
import { SortedTable, numbers } from './table.js';

const PERIOD_MILLIS = 10_000;
const GIGABYTE = 1e9;

/** Fewer sampled bytes are no evidence; the same as for `narrows advise`. */
const LEAST_BYTES = 256 * 1024;

const BAR_WIDTH = 160;
const BAR_HEIGHT = 12;

const COLUMNS = [
  { name: 'Codec', value: row => row.name, cell: row => name(row) },
  numbers('Dollars per GB', row => row.usd, usd),
  numbers('Saved', row => row.saved, percent),
  numbers('Processor per GB', row => row.seconds, seconds),
  numbers('Sampled', row => row.sampled, bytes),
  { name: 'Bytes and processor', value: row => row.usd, cell: row => bar(row) },
];

export class WhatIf {
  #panel = byId('what-if');
  #kind = byId('what-if-kind');
  #about = byId('what-if-about');
  #choices = byId('what-if-choices');
  #table = new SortedTable(byId('what-if-table'), COLUMNS, {
    caption: 'Costs of codecs and levels for the chosen traffic',
    by: 1,
    empty: 'No samples in the last ten minutes.',
  });
  #kinds = new Map();
  #askedAt = -Infinity;

  constructor() {
    this.#kind.addEventListener('change', () => this.#draw());
  }

  /** Shows the estimates if the sidecar makes them; asks for them every ten seconds, as they change slowly. */
  async show(active) {
    this.#panel.hidden = !active;
    if (!active || performance.now() - this.#askedAt < PERIOD_MILLIS) {
      return;
    }
    this.#askedAt = performance.now();
    this.#kinds = groupBy(await api.whatIf(), row => `${row.class} to ${row.peer}`);
    offer(this.#kind, [...this.#kinds.keys()]);
    this.#choices.hidden = this.#kinds.size === 0;
    this.#draw();
  }

  #draw() {
    const candidates = candidatesOf(this.#kinds.get(this.#kind.value) ?? []);
    this.#about.textContent = aboutOf(candidates);
    this.#table.show(candidates);
  }
}

/** The candidates with their costs for a gigabyte; the cheapest of those that compressed everything is marked. */
export function candidatesOf(rows) {
  const sampled = Math.max(0, ...rows.map(row => row.app_bytes));
  const most = Math.max(...rows.map(total));
  const compared = sampled < LEAST_BYTES ? [] : rows.filter(row => row.app_bytes === sampled);
  const cheapest = compared.reduce((best, row) => (best && total(best) <= total(row) ? best : row), undefined);
  return rows.map(row => ({
    name: row.unpack.length === 0 ? codecName(row) : `${codecName(row)}, unpack`,
    formats: row.unpack,
    sampled: row.app_bytes,
    saved: 1 - row.wire_bytes / row.app_bytes,
    seconds: perGigabyte(row, row.codec_seconds + row.rebuild_seconds),
    wireUsd: perGigabyte(row, row.wire_usd),
    usd: total(row),
    most,
    cheapest: row === cheapest,
  }));
}

function perGigabyte(row, value) {
  return (value / row.app_bytes) * GIGABYTE;
}

function total(row) {
  return perGigabyte(row, row.wire_usd + row.cpu_usd);
}

function aboutOf(candidates) {
  const sampled = Math.max(0, ...candidates.map(candidate => candidate.sampled));
  const formats = [...new Set(candidates.flatMap(candidate => candidate.formats))];
  const few = `Only ${bytes(sampled)} were sampled, too few to call a codec the cheapest (expected: at least ${bytes(LEAST_BYTES)}).`;
  const unpack = `With unpack: [${formats.join(', ')}], the processor time is that of both ends, to unpack and to make the same bytes again included.`;
  return [sampled > 0 && sampled < LEAST_BYTES && few, formats.length > 0 && unpack].filter(Boolean).join(' ');
}

function name(row) {
  return row.cheapest ? html('span', { class: 'marked' }, `${row.name} – cheapest`) : row.name;
}

/** The dollars as a bar: first those of the bytes, then those of the processor. The columns beside it have the figures. */
function bar(row) {
  const scale = row.most > 0 ? BAR_WIDTH / row.most : 0;
  const wire = row.wireUsd * scale;
  return svg(
    'svg',
    { class: 'cost', width: BAR_WIDTH, height: BAR_HEIGHT, 'aria-hidden': 'true' },
    svg('rect', { class: 'wire', width: wire, height: BAR_HEIGHT }),
    svg('rect', { class: 'cpu', x: wire, width: Math.max(0, row.usd * scale - wire), height: BAR_HEIGHT }),
  );
}
