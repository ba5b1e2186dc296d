/** The admin port, as the page asks it. Paths are relative: a proxy may have the page under a path of its own. */

import { named, peersOf, trafficRowsOf } from './model.js';

const LIMIT_MILLIS = 5000;
const PEERS_PER_REQUEST = 32;

/** The sidecar gave no answer, or not the one that was asked for; its message is for people. */
export class NoAnswer extends Error {}

/** State and sums of the whole sidecar; as large for a thousand peers as for one. */
export async function overview() {
  return JSON.parse(await get('overview'));
}

/** All peers, or those with traffic of a class and only that traffic. */
export async function peers(trafficClass) {
  return peersOf(JSON.parse(await get(trafficClass ? `peers?${new URLSearchParams({ class: trafficClass })}` : 'peers')));
}

/** The traffic of some peers by distance, class, codec and direction. */
export async function traffic(peers) {
  const parts = [];
  for (let i = 0; i < peers.length; i += PEERS_PER_REQUEST) {
    const named = peers.slice(i, i + PEERS_PER_REQUEST).map(peer => ['peer', peer]);
    parts.push(get(`traffic?${new URLSearchParams(named)}`));
  }
  return (await Promise.all(parts)).flatMap(text => trafficRowsOf(JSON.parse(text)));
}

/** At most so many links, those that carry connections first. */
export async function links(limit) {
  return JSON.parse(await get(`links?limit=${limit}`));
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
  return samples.map(row => named(columns, row));
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
