/** Asks the sidecar every two seconds, and hands what it says to the panels. */

import * as api from './api.js';
import { Chart } from './chart.js';
import { showConfig } from './config.js';
import { byId, html } from './dom.js';
import { Errors } from './errors.js';
import { Explain } from './explain.js';
import { clock, rate, usd } from './format.js';
import { trafficRows } from './model.js';
import { showSummary } from './summary.js';
import { Topology } from './topology.js';
import { Links, Traffic } from './traffic.js';

const PERIOD_MILLIS = 2000;
const MONTH_SECONDS = 30.4375 * 86400;

const panels = {
  topology: new Topology(),
  traffic: new Traffic(),
  links: new Links(),
  errors: new Errors(),
  explain: new Explain(),
  money: new Chart(byId('money'), {
    title: 'US dollars a month at the rate of the time',
    lowerName: 'with, processor time included',
    format: usd,
    scale: MONTH_SECONDS,
    upper: sample => sample.baseline_usd,
    lower: sample => sample.wire_usd + sample.cpu_usd,
  }),
  bytes: new Chart(byId('bytes'), {
    title: 'Bytes a second',
    lowerName: 'with, all overhead included',
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

async function ask() {
  if (asking) {
    return;
  }
  asking = true;
  try {
    const [scrape, history, recent, links, errors] = await Promise.all([
      api.metrics(),
      api.history(chosenRange()),
      api.history('10m'),
      api.links(),
      api.errors(),
    ]);
    await followConfig(scrape);
    const rows = trafficRows(scrape);
    showSummary(scrape, recent, links);
    panels.topology.show(config, rows);
    panels.money.show(history);
    panels.bytes.show(history);
    panels.traffic.show(rows);
    panels.links.show(links);
    panels.errors.show(scrape, errors);
    showBuild(scrape);
    lastAnswer = Date.now();
    showState(scrape);
  } catch (error) {
    showSilence(error);
  } finally {
    asking = false;
  }
}

/** The configuration is asked for again when another one is in force. */
async function followConfig(scrape) {
  const loadedAt = scrape.sum('narrows_config_last_reload_success_timestamp_seconds');
  if (loadedAt === configLoadedAt) {
    return;
  }
  config = await api.config();
  configLoadedAt = loadedAt;
  const { id, region, zone } = config.node;
  document.title = `${id} – Narrows`;
  byId('place').replaceChildren(html('strong', {}, id), ` in ${zone}, ${region}`);
  showConfig(config);
  panels.explain.adopt(config);
}

function showBuild(scrape) {
  const build = scrape.samples('narrows_build_info')[0]?.labels;
  byId('build').textContent = build ? `Narrows ${build.version} on Java ${build.java}` : '';
}

function showState(scrape) {
  const refused = scrape.sum('narrows_config_last_reload_successful') === 0;
  say(
    refused ? 'The last configuration was refused; the one before is in force. The log says why.' : paused ? `Paused at ${clock(lastAnswer)}` : 'Live',
    refused,
  );
}

function showSilence(error) {
  const since = lastAnswer ? ` Figures are of ${clock(lastAnswer)}.` : '';
  say(`The sidecar does not answer.${since}`, true);
  byId('state').title = error.message;
}

/** Announced by screen readers, so it is only touched when it changes. */
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
    say(lastAnswer ? `Paused at ${clock(lastAnswer)}` : 'Paused', false);
  } else {
    ask();
  }
});
byId('ranges').addEventListener('change', ask);
document.addEventListener('visibilitychange', () => document.hidden || paused || ask());
setInterval(() => document.hidden || paused || ask(), PERIOD_MILLIS);
ask();
