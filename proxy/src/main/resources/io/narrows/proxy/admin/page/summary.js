/** The figures at the top: what is saved at the present rate, and what was since the start. */

import { byId, figure, html } from './dom.js';
import { bytes, count, percent, seconds, usd } from './format.js';
import { addedLatency, saving, totals } from './model.js';

const MONTH_SECONDS = 30.4375 * 86400;
const RECENT_MILLIS = 60_000;

export function showSummary(scrape, history, links) {
  const all = totals(scrape);
  const open = links.filter(link => link.state === 'open').length;
  byId('headline').replaceChildren(...headline(history));
  byId('figures').replaceChildren(
    ...entry('net', 'Saved so far', figure(all.netUsd, usd(all.netUsd)), 'net of processor time'),
    ...entry('baseline', 'Without Narrows', figure(all.baselineUsd, usd(all.baselineUsd)), 'transfer'),
    ...entry('wire-usd', 'With Narrows', figure(all.wireUsd, usd(all.wireUsd)), 'transfer'),
    ...entry('cpu', 'Processor', figure(all.cpuUsd, usd(all.cpuUsd)), 'of the whole sidecar'),
    ...entry('app', 'Applications', figure(all.app, bytes(all.app)), 'both directions'),
    ...entry('wire', 'On the wire', figure(all.wire, bytes(all.wire)), `${percent(saving(all))} saved`),
    ...entry('latency', 'Added latency', latency(scrape, 0.5), ['p99 ', latency(scrape, 0.99)]),
    ...entry('links', 'Connections', figure(open, count(open)), `${count(links.length - open)} links ready`),
  );
}

/** Net dollars per month at the rate of the last minute. */
export function netPerMonth(history) {
  const now = history.at(-1);
  const then = history.find(sample => sample.millis >= now.millis - RECENT_MILLIS) ?? now;
  const elapsed = (now.millis - then.millis) / 1000;
  return elapsed > 0 ? ((net(now) - net(then)) / elapsed) * MONTH_SECONDS : NaN;
}

function headline(history) {
  const rate = netPerMonth(history);
  const known = Number.isFinite(rate);
  return [
    html(
      'p',
      { class: rate < 0 ? 'amount loss' : 'amount', id: 'rate' },
      known ? figure(rate, usd(rate)) : '–',
      html('small', {}, ' a month'),
    ),
    html('p', { class: 'about' }, 'saved net of processor time, at the rate of the last minute'),
  ];
}

function net(sample) {
  return sample.baseline_usd - sample.wire_usd - sample.cpu_usd;
}

function latency(scrape, share) {
  const value = addedLatency(scrape, share);
  return figure(Number.isFinite(value) ? value : '', seconds(value));
}

function entry(id, name, value, note) {
  const parts = Array.isArray(note) ? note : [note];
  return [html('div', { id: `figure-${id}` }, html('dt', {}, name), html('dd', {}, value, html('small', {}, ...parts)))];
}
