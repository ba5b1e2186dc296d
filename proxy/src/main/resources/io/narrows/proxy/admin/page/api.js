/** The admin port, as the page asks it. Paths are relative: a proxy may have the page under a path of its own. */

import { Scrape } from './metrics.js';

const LIMIT_MILLIS = 5000;

/** The sidecar gave no answer, or not the one that was asked for; its message is for people. */
export class NoAnswer extends Error {}

export async function metrics() {
  return new Scrape(await get('metrics?per-peer=full'));
}

export async function links() {
  return JSON.parse(await get('links'));
}

export async function errors() {
  return JSON.parse(await get('errors'));
}

export async function config() {
  return JSON.parse(await get('config'));
}

/** Samples of the totals, oldest first, as objects with the names of the columns. */
export async function history(range) {
  const { columns, samples } = JSON.parse(await get(`history?range=${range}`));
  return samples.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
}

export async function explain(peer, trafficClass) {
  return get(`explain?${new URLSearchParams({ peer, class: trafficClass })}`);
}

async function get(path) {
  const { ok, status, text } = await fetched(path);
  if (!ok) {
    throw new NoAnswer(`The sidecar answers ${status} to ${path}: ${text.trim()}.`);
  }
  return text;
}

async function fetched(path) {
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(LIMIT_MILLIS) });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch {
    throw new NoAnswer('The sidecar does not answer.');
  }
}
