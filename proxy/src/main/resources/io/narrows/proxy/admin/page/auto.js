/** The codecs that the sidecar has chosen for links with `codec: auto`, why, and what the candidates cost. */

import * as api from './api.js';
import { byId, figure, html, offer, svg } from './dom.js';
import { ago, bytes, count, moment, rate, seconds, usd } from './format.js';
import { codecName, groupBy } from './model.js';
import { SortedTable, numbers, words } from './table.js';

const PERIOD_MILLIS = 10_000;

const METER_WIDTH = 160;
const METER_HEIGHT = 12;

/** The reasons in words, each beginning with the label that the metrics have. */
const REASONS = {
  '': 'first choice',
  measured: 'measured: the best by the first sample',
  better: 'better: the best by a later sample',
  cpu: 'cpu: gave way to keep the processor budget',
  queue: 'queue: gave way because its queue stayed full',
  recovered: 'recovered: processors or queue have room again',
  withdrawn: 'withdrawn: the codec before it may not be used',
};

/** Formats and explanations of costs, by their unit. */
const UNITS = {
  USD: { format: usd, about: 'the price of the bytes on links and of the processor time' },
  bytes: { format: bytes, about: 'the bytes on links' },
  seconds: { format: seconds, about: 'the time to encode, and to send while the connection to the peer is backed up' },
};

export class Auto {
  #panel = byId('auto');
  #processors = byId('auto-processors');
  #warning = byId('auto-warning');
  #kind = byId('auto-kind');
  #choices = byId('auto-choices');
  #about = byId('auto-about');
  #used = new SortedTable(
    byId('auto-table'),
    [
      words('Peer', choice => choice.peer),
      words('Class', choice => choice.class),
      words('Codec', codecName),
      numbers('Links', choice => choice.links, count),
      { name: 'Since', value: choice => choice.millis, cell: since },
      { ...words('Why', reasonOf), wide: true },
      numbers('Sent', choice => choice.app_bytes_per_second, rate),
    ],
    { caption: 'Codecs in use by peer and class', empty: 'No link with codec: auto is open.' },
  );

  #costs = new SortedTable(
    byId('auto-costs'),
    [
      { name: 'Codec', value: codecName, cell: candidateName },
      { name: 'Cost per GB', value: row => row.cost_per_gb, number: true, cell: row => figure(row.cost_per_gb, row.cost) },
      numbers('Time per GB', row => row.codec_seconds_per_gb, seconds),
    ],
    { caption: 'Measured candidates for the chosen traffic', by: 1, empty: 'This traffic has not been measured yet.' },
  );

  #answer;
  #askedAt = -Infinity;

  constructor() {
    this.#kind.addEventListener('change', () => this.#drawCosts());
  }

  /** Shows the choices if the configuration leaves any to the sidecar; asks for them every ten seconds. */
  async show(config) {
    this.#panel.hidden = !config.policy.some(rule => rule.codec === 'auto');
    if (this.#panel.hidden || performance.now() - this.#askedAt < PERIOD_MILLIS) {
      return;
    }
    this.#askedAt = performance.now();
    this.#answer = await api.auto();
    const kinds = [...groupBy(this.#answer.choices, kindOf).keys()];
    offer(this.#kind, kinds);
    this.#choices.hidden = kinds.length === 0;
    this.#drawProcessors();
    this.#used.show(this.#answer.choices);
    this.#drawCosts();
  }

  #drawProcessors() {
    const { cpu_10s: used, cpu_budget: budget } = this.#answer;
    const warning = warningOf(this.#answer);
    const text = `${used.toFixed(2)} of ${budget}`;
    this.#processors.replaceChildren(
      html(
        'span',
        {},
        'Processors in use, average of 10 s: ',
        html('strong', { class: warning !== '' && 'bad' }, figure(used, text)),
      ),
      meter(used / budget, warning !== ''),
    );
    if (this.#warning.textContent !== warning) {
      this.#warning.textContent = warning;
    }
  }

  #drawCosts() {
    const { choices, costs, cost_unit: unit } = this.#answer;
    const { format, about } = UNITS[unit];
    const isChosen = row => kindOf(row) === this.#kind.value;
    const used = new Set(choices.filter(isChosen).map(codecName));
    this.#about.textContent = `Costs are ${about}; time is that of a processor. A GB is 10⁹ bytes of applications.`;
    this.#costs.show(
      costs.filter(isChosen).map(row => ({ ...row, cost: format(row.cost_per_gb), used: used.has(codecName(row)) })),
    );
  }
}

/** Returns what is to be said about the processors; empty while they are within the budget. */
export function warningOf({ cpu_10s: used, cpu_budget: budget, over_budget: givesWay }) {
  if (used > budget) {
    return givesWay ? 'Over the budget: links give way to faster codecs.' : 'Over the budget.';
  }
  return givesWay ? 'About to exceed the budget: links give way to faster codecs.' : '';
}

function kindOf(row) {
  return `${row.class} to ${row.peer}`;
}

/** Returns the reason in words; one that this page does not know is shown as it is. */
export function reasonOf({ reason }) {
  return REASONS[reason] ?? reason;
}

function since({ since: instant, millis }) {
  return html('time', { datetime: instant, title: moment(millis) }, ago(Date.now() - millis));
}

function candidateName(row) {
  const name = codecName(row);
  return row.used ? html('span', { class: 'marked' }, `${name} – in use`) : name;
}

/** A bar of the used part. The text beside it has the figures. */
function meter(part, isOver) {
  const size = { height: METER_HEIGHT };
  return svg(
    'svg',
    { class: isOver ? 'meter over' : 'meter', width: METER_WIDTH, ...size, 'aria-hidden': 'true' },
    svg('rect', { class: 'used', width: METER_WIDTH * Math.min(1, part), ...size }),
    svg('rect', { class: 'whole', width: METER_WIDTH, ...size }),
  );
}
