/** Client of the admin port. Paths are relative, so that a proxy may serve the page below a path of its own. */

import { named, peersOf, trafficRowsOf } from './model.js';

const LIMIT_MILLIS = 5000;
const PEERS_PER_REQUEST = 32;

/** Thrown if the sidecar did not answer, or answered with something else; the message is for users. */
export class NoAnswer extends Error {}

/** State and totals of the whole sidecar; the answer's size does not depend on the number of peers. */
export async function overview() {
  return JSON.parse(await get('overview'));
}

/** All peers, or with a class, only the peers with traffic of that class and only that traffic. */
export async function peers(trafficClass) {
  return peersOf(JSON.parse(await get(trafficClass ? `peers?${new URLSearchParams({ class: trafficClass })}` : 'peers')));
}

/** Traffic of the given peers by distance, class, codec and direction. */
export async function traffic(peers) {
  const parts = [];
  for (let i = 0; i < peers.length; i += PEERS_PER_REQUEST) {
    const named = peers.slice(i, i + PEERS_PER_REQUEST).map(peer => ['peer', peer]);
    parts.push(get(`traffic?${new URLSearchParams(named)}`));
  }
  return (await Promise.all(parts)).flatMap(text => trafficRowsOf(JSON.parse(text)));
}

/** At most the given number of links, those that carry connections first. */
export async function links(limit) {
  return JSON.parse(await get(`links?limit=${limit}`));
}

export async function errors() {
  return JSON.parse(await get('errors'));
}

export async function config() {
  return JSON.parse(await get('config'));
}

/** Samples of the totals, oldest first, as objects keyed by column name. */
export async function history(range) {
  const { columns, samples } = JSON.parse(await get(`history?range=${range}`));
  return samples.map(row => named(columns, row));
}

export async function explain(peer, trafficClass) {
  return get(`explain?${new URLSearchParams({ peer, class: trafficClass })}`);
}

/** Estimates for other codecs and levels, by peer and class. */
export async function whatIf() {
  const { columns, rows } = JSON.parse(await get('what-if'));
  return rows.map(row => named(columns, row));
}

/** The codecs in use by links with `codec: auto`, the measured costs of their candidates, and the processors. */
export async function auto() {
  const answer = JSON.parse(await get('auto'));
  const choices = answer.choices.map(row => named(answer.choice_columns, row));
  return {
    ...answer,
    choices: choices.map(choice => ({ ...choice, millis: Date.parse(choice.since) })),
    costs: answer.costs.map(row => named(answer.cost_columns, row)),
  };
}

/** Counts of pieces that applications had compressed: by recipe, by the reason why they were sent as they were, and processor time. */
export async function unpack() {
  const answer = JSON.parse(await get('unpack'));
  const table = name => answer[name].map(row => named(answer[`${name}_columns`], row));
  return { unpacked: table('unpacked'), packed: table('packed'), work: table('work') };
}

async function get(path) {
  const { ok, status, text } = await fetched(path);
  if (!ok) {
    throw new NoAnswer(`The sidecar responded to ${path} with status ${status}: ${text.trim()}.`);
  }
  return text;
}

async function fetched(path) {
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(LIMIT_MILLIS) });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch {
    throw new NoAnswer('The sidecar does not respond.');
  }
}
