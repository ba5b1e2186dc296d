/** Shows the figures at the top: savings at the current rate and since the start, and the health of peers and certificates. */

import { byId, figure, html } from './dom.js';
import { bytes, count, percent, seconds, usd } from './format.js';
import { saving } from './model.js';

const MONTH_SECONDS = 30.4375 * 86400;
const RECENT_MILLIS = 60_000;
const LEAST_SECONDS = 10;

/** Days below which the page warns, as in the alert NarrowsCertificateExpiresSoon. */
const FEW_DAYS = 7;

/** @param overview the sidecar's answer, @param history samples of its totals */
export function showSummary(overview, history) {
  const { totals, links, added_latency_seconds: latency } = overview;
  const { app_bytes: app, wire_bytes: wire, baseline_usd: baseline, wire_usd: bill, cpu_usd: cpu } = totals;
  const saved = baseline - bill - cpu;
  byId('headline').replaceChildren(...headline(history));
  byId('figures').replaceChildren(
    entry('net', 'Saved so far', figure(saved, usd(saved)), 'net of processor time, including startup'),
    entry('baseline', 'Without Narrows', figure(baseline, usd(baseline)), 'transfer'),
    entry('wire-usd', 'With Narrows', figure(bill, usd(bill)), 'transfer'),
    entry('cpu', 'Processor', figure(cpu, usd(cpu)), `${usd(totals.start_usd)} of it for startup`),
    peers(overview.peers),
    entry('app', 'Applications', figure(app, bytes(app)), 'both directions'),
    entry('wire', 'On links', figure(wire, bytes(wire)), `${percent(saving({ app, wire }))} saved, before TCP/IP headers`),
    entry('latency', 'Added latency', duration(latency.p50), 'p99 ', duration(latency.p99)),
    entry('links', 'Connections', figure(links.open, count(links.open)), links.ready === 1 ? '1 link ready' : `${count(links.ready)} links ready`),
    certificate(overview.certificate_days),
  );
}

/**
 * Net dollars per month at the rate of the last minute, without the time in which the start's cost was still growing. NaN in the first
 * seconds after that.
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
      known ? 'saved net of processor time, at the rate of the last minute' : 'available a few seconds after startup',
    ),
  ];
}

function net(sample) {
  return sample.baseline_usd - sample.wire_usd - running(sample);
}

/** The processor's bill without the one-time cost of the start. */
export function running(sample) {
  return sample.cpu_usd - sample.start_usd;
}

function duration(value) {
  return figure(value ?? '', seconds(value ?? NaN));
}

function peers({ configured, up }) {
  const down = configured - up;
  const note = down > 0 ? html('span', { class: 'bad' }, `${count(down)} down`) : `of ${count(configured)}`;
  return entry('peers', 'Peers up', figure(up, count(up)), note);
}

function certificate(days) {
  if (days === null) {
    return entry('certificate', 'Certificate', 'none', 'links are in plain text');
  }
  return entry('certificate', 'Certificate', daysLeft(days.node), 'authority ', daysLeft(days.authority));
}

/** Days left, rounded down so that the page never promises too much. */
function daysLeft(days) {
  const whole = Math.floor(days);
  const text = days < 0 ? 'expired' : whole === 1 ? '1 day left' : `${count(whole)} days left`;
  return html('span', { class: days < FEW_DAYS && 'bad' }, figure(days, text));
}

function entry(id, name, value, ...note) {
  return html('div', { id: `figure-${id}` }, html('dt', {}, name), html('dd', {}, value, html('small', {}, ...note)));
}
