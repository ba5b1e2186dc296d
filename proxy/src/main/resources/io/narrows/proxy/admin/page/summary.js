/** The figures at the top: what is saved at the present rate, and what was since the start. */

import { byId, figure, html } from './dom.js';
import { bytes, count, percent, seconds, usd } from './format.js';
import { addedLatency, saving, totals } from './model.js';

const MONTH_SECONDS = 30.4375 * 86400;
const RECENT_MILLIS = 60_000;
const LEAST_SECONDS = 10;

export function showSummary(scrape, history, links) {
  const all = totals(scrape);
  const open = links.filter(link => link.state === 'open').length;
  byId('headline').replaceChildren(...headline(history));
  byId('figures').replaceChildren(
    ...entry('net', 'Saved so far', figure(all.netUsd, usd(all.netUsd)), 'net of processor time, start included'),
    ...entry('baseline', 'Without Narrows', figure(all.baselineUsd, usd(all.baselineUsd)), 'transfer'),
    ...entry('wire-usd', 'With Narrows', figure(all.wireUsd, usd(all.wireUsd)), 'transfer'),
    ...entry('cpu', 'Processor', figure(all.cpuUsd, usd(all.cpuUsd)), `${usd(all.startUsd)} of it to start`),
    ...entry('app', 'Applications', figure(all.app, bytes(all.app)), 'both directions'),
    ...entry('wire', 'On links', figure(all.wire, bytes(all.wire)), `${percent(saving(all))} saved, before IP headers`),
    ...entry('latency', 'Added latency', latency(scrape, 0.5), ['p99 ', latency(scrape, 0.99)]),
    ...entry('links', 'Connections', figure(open, count(open)), `${count(links.length - open)} links ready`),
  );
}

/**
 * Net dollars per month at the rate of the last minute, or of as much of it as has passed since the start was over, after which
 * the start's cost does not grow. Not a number in the first seconds of that.
 */
export function netPerMonth(history) {
  const now = history.at(-1);
  const isRunning = sample => sample.start_usd === now.start_usd;
  const then = history.find(sample => sample.millis >= now.millis - RECENT_MILLIS && isRunning(sample)) ?? now;
  const elapsed = (now.millis - then.millis) / 1000;
  return elapsed >= LEAST_SECONDS ? ((net(now) - net(then)) / elapsed) * MONTH_SECONDS : NaN;
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
    html(
      'p',
      { class: 'about' },
      known ? 'saved net of processor time, at the rate of the last minute' : 'known some seconds after the start',
    ),
  ];
}

function net(sample) {
  return sample.baseline_usd - sample.wire_usd - running(sample);
}

/** The processor's bill without the start, which does not go on. */
export function running(sample) {
  return sample.cpu_usd - sample.start_usd;
}

function latency(scrape, share) {
  const value = addedLatency(scrape, share);
  return figure(Number.isFinite(value) ? value : '', seconds(value));
}

function entry(id, name, value, note) {
  const parts = Array.isArray(note) ? note : [note];
  return [html('div', { id: `figure-${id}` }, html('dt', {}, name), html('dd', {}, value, html('small', {}, ...parts)))];
}
