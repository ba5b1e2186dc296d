/** The admin port, as the page asks it. */

import { Scrape } from './metrics.js';

const LIMIT_MILLIS = 5000;

export async function metrics() {
  return new Scrape(await (await get('/metrics')).text());
}

export async function links() {
  return (await get('/links')).json();
}

export async function errors() {
  return (await get('/errors')).json();
}

export async function config() {
  return (await get('/config')).json();
}

/** Samples of the totals, oldest first, as objects with the names of the columns. */
export async function history(range) {
  const { columns, samples } = await (await get(`/history?range=${range}`)).json();
  return samples.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
}

export async function explain(peer, trafficClass) {
  const query = new URLSearchParams({ peer, class: trafficClass });
  return (await get(`/explain?${query}`)).text();
}


async function get(path) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(LIMIT_MILLIS) });
  if (!answer.ok) {
    throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
  return answer;
}
