/** The panel of peers: grouped by region and zone, filtered, each with its traffic and savings. */

import * as api from './api.js';
import { byId } from './dom.js';
import { Filter } from './filter.js';
import { bytes, count, percent, seconds, usd } from './format.js';
import { groupsOf, openPeers, sumRow } from './groups.js';
import { groupBy, isIdle, saving } from './model.js';
import { TreeTable } from './tree.js';

/** The answer grows with the number of peers, so with many peers it is loaded less often. */
const MANY_PEERS = 100;
const MANY_PEERS_MILLIS = 10_000;

const LEAST_LOSS_USD = -5e-7;

const SAVED_USD = row => row.baselineUsd - row.wireUsd;
const NO_NUMBER = format => value => (Number.isFinite(value) ? format(value) : '');

export class Peers {
  #all = [];
  #shown = [];
  #traffic = new Map();
  #chosen = new Map();
  #own;
  #shownClass = '';
  #loadedAt = -Infinity;
  #askNow;
  #filter = new Filter(() => this.#draw(), () => this.#askNow());
  #count = byId('peers-count');
  #table = new TreeTable(
    byId('traffic-table'),
    [
      { name: 'Peer', value: row => row.name },
      { name: 'Saved', number: true, value: row => (isIdle(row) ? NaN : saving(row)), format: percent, isBad: row => saving(row) < 0 && !isIdle(row) },
      { name: 'State', value: downIn, format: stateOf, isBad: row => downIn(row) > 0 },
      { name: 'Saved $', number: true, value: SAVED_USD, format: usd, isBad: row => SAVED_USD(row) < LEAST_LOSS_USD },
      { name: 'App', number: true, value: row => row.app, format: bytes },
      { name: 'Wire', number: true, value: row => row.wire, format: bytes },
      { name: 'Frames', number: true, value: row => row.frames, format: count },
      { name: 'Codec time', number: true, value: row => row.codecSeconds, format: seconds },
      { name: 'Links', number: true, value: row => row.links, format: NO_NUMBER(count) },
    ],
    {
      caption: 'Peers and their traffic by region and zone',
      by: 4,
      descending: true,
      empty: 'No peers match the filter.',
      onToggle: row => this.#toggle(row),
    },
  );

  /** @param askNow polls immediately */
  constructor(askNow) {
    this.#askNow = askNow;
    byId('open-groups').addEventListener('click', () => this.#openGroups(true));
    byId('close-groups').addEventListener('click', () => this.#openGroups(false));
  }

  /** Adopts a new configuration. */
  adopt(config, classes) {
    this.#own = config.node;
    this.#filter.adopt(config, classes);
  }

  /** Loads the peers when due, and returns all of them, whatever the filter shows. */
  async load() {
    const { trafficClass } = this.#filter;
    if (this.#all.length > MANY_PEERS && Date.now() - this.#loadedAt < MANY_PEERS_MILLIS && trafficClass === this.#shownClass) {
      return this.#all;
    }
    const all = api.peers('');
    [this.#all, this.#shown] = await Promise.all([all, trafficClass === '' ? all : api.peers(trafficClass)]);
    this.#shownClass = trafficClass;
    this.#loadedAt = Date.now();
    return this.#all;
  }

  /** Loads the traffic of the open peers, and shows all rows. */
  async show() {
    const rows = await api.traffic(openPeers(this.#groups()));
    const shown = rows.filter(row => this.#shownClass === '' || row.trafficClass === this.#shownClass);
    this.#traffic = groupBy(shown, row => row.peer);
    this.#draw();
  }

  #toggle(row) {
    this.#chosen.set(row.key, !row.open);
    this.#draw();
    if (!row.open) {
      this.#askNow();
    }
  }

  #openGroups(open) {
    const each = row => {
      if (row.kind !== 'peer') {
        this.#chosen.set(row.key, open);
        row.children.forEach(each);
      } else if (!open) {
        this.#chosen.set(row.key, false);
      }
    };
    this.#groups().forEach(each);
    this.#draw();
  }

  #filtered() {
    return this.#shown.filter(peer => this.#filter.passes(peer));
  }

  #groups() {
    return groupsOf(this.#filtered(), this.#own, this.#traffic, this.#chosen);
  }

  #draw() {
    const peers = this.#filtered();
    this.#table.show(this.#groups(), sumRow(this.#filter.isNarrow ? 'Shown' : 'All', peers));
    const text = this.#filter.isNarrow ? `${count(peers.length)} of ${count(this.#all.length)} peers` : '';
    if (this.#count.textContent !== text) {
      this.#count.textContent = text;
    }
  }
}

/** Number of a row's configured peers that are down. */
function downIn(row) {
  return row.peers.filter(peer => peer.configured && !peer.up).length;
}

function stateOf(down, row) {
  const peers = row.peers.filter(peer => peer.configured).length;
  if (row.kind === 'peer') {
    return peers === 0 ? '' : down > 0 ? 'down' : 'up';
  }
  return peers === 0 ? '' : down > 0 ? `${count(down)} down` : 'all up';
}
