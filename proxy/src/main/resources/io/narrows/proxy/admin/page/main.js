/** Polls the sidecar every two seconds, and passes its answers to the panels. */

import * as api from './api.js';
import { Auto } from './auto.js';
import { Chart } from './chart.js';
import { classesOf } from './classes.js';
import { showConfig } from './config.js';
import { byId, html } from './dom.js';
import { Errors } from './errors.js';
import { Explain } from './explain.js';
import { clock, rate, usd } from './format.js';
import { LINKS_SHOWN, Links } from './links.js';
import { Peers } from './peers.js';
import { running, showSummary } from './summary.js';
import { Topology } from './topology.js';
import { Unpack } from './unpack.js';
import { WhatIf } from './whatif.js';

const PERIOD_MILLIS = 2000;
const RECENT = '10m';
const MONTH_SECONDS = 30.4375 * 86400;

const panels = {
  topology: new Topology(),
  peers: new Peers(askNow),
  links: new Links(),
  errors: new Errors(),
  explain: new Explain(),
  auto: new Auto(),
  whatIf: new WhatIf(),
  unpack: new Unpack(),
  money: new Chart(byId('money'), {
    title: 'US dollars per month at the rate at that time',
    lowerName: 'with, including processor time',
    format: usd,
    scale: MONTH_SECONDS,
    upper: sample => sample.baseline_usd,
    lower: sample => sample.wire_usd + running(sample),
  }),
  bytes: new Chart(byId('bytes'), {
    title: 'Bytes per second',
    lowerName: 'with, on links, before TCP/IP headers',
    format: rate,
    scale: 1,
    upper: sample => sample.app_bytes,
    lower: sample => sample.wire_bytes,
  }),
};

let config;
let configLoadedAt;
let lastAnswer;
let paused = false;
let asking = false;
let askAgain = false;

/** Polls now, or as soon as the pending answers have arrived. */
function askNow() {
  askAgain = asking;
  ask();
}

async function ask() {
  if (asking) {
    return;
  }
  asking = true;
  try {
    await showAll();
  } catch (error) {
    showFailure(error);
  }
  asking = false;
  if (askAgain) {
    askNow();
  }
}

async function showAll() {
  const range = chosenRange();
  const chosen = api.history(range);
  const [overview, history, recent, links, errors, peers] = await Promise.all([
    api.overview(),
    chosen,
    range === RECENT ? chosen : api.history(RECENT),
    api.links(LINKS_SHOWN),
    api.errors(),
    panels.peers.load(),
  ]);
  await followConfig(overview);
  panels.explain.offerPeers(peers);
  showSummary(overview, recent);
  panels.topology.show(config, peers);
  panels.money.show(history);
  panels.bytes.show(history);
  await panels.peers.show();
  await panels.auto.show(config);
  await panels.whatIf.show(config['what-if'] !== undefined);
  await panels.unpack.show();
  panels.links.show(links, overview.links);
  panels.errors.show(overview, errors);
  byId('build').textContent = `Narrows ${overview.version} on Java ${overview.java}`;
  lastAnswer = Date.now();
  showState(overview);
}

/** Loads the configuration again when another one is in force. */
async function followConfig(overview) {
  const loadedAt = overview.config.loaded_millis;
  if (loadedAt === configLoadedAt) {
    return;
  }
  config = await api.config();
  configLoadedAt = loadedAt;
  const { id, region, zone } = config.node;
  document.title = `${id} – Narrows`;
  byId('place').replaceChildren(html('strong', {}, id), ` in ${zone}, ${region}`);
  showConfig(config);
  const classes = classesOf(config);
  panels.explain.adopt(classes);
  panels.peers.adopt(config, classes);
}

function showState({ config: { refused, dry_run: dryRun } }) {
  const state = dryRun ? `Dry run: connections go without links. ${rest()}` : rest();
  say(
    refused ? 'The last configuration was rejected; the previous one is still active. See the log for the reason.' : state,
    refused,
  );
}

function rest() {
  return !paused ? 'Live' : lastAnswer ? `Paused at ${clock(lastAnswer)}` : 'Paused';
}

/** Reports a failure; messages distinguish a failure of the sidecar from a bug of the page. */
function showFailure(error) {
  const known = error instanceof api.NoAnswer;
  if (!known) {
    console.error(error);
  }
  const what = known ? error.message : 'This page failed; see the browser console for the reason.';
  say(lastAnswer ? `${what} Figures are as of ${clock(lastAnswer)}.` : what, true);
}

/** Changes the state only when it differs, as screen readers announce each change. */
function say(text, wrong) {
  const state = byId('state');
  state.classList.toggle('wrong', wrong);
  if (state.textContent !== text) {
    state.textContent = text;
  }
}

function chosenRange() {
  return document.querySelector('input[name=range]:checked').value;
}

byId('pause').addEventListener('click', event => {
  paused = !paused;
  event.currentTarget.setAttribute('aria-pressed', paused);
  if (paused) {
    say(rest(), false);
  } else {
    ask();
  }
});
byId('ranges').addEventListener('change', askNow);
document.addEventListener('visibilitychange', () => document.hidden || paused || ask());
setInterval(() => document.hidden || paused || ask(), PERIOD_MILLIS);
ask();
