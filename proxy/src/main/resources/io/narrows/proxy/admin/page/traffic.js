/** The tables of traffic and of links. */

import { byId, figure, html } from './dom.js';
import { bytes, count, percent, seconds, usd } from './format.js';
import { saving, sum } from './model.js';
import { SortedTable, numbers, words } from './table.js';

const LINKS_SHOWN = 100;

const SAVED_USD = row => row.baselineUsd - row.wireUsd;

export class Traffic {
  #table = new SortedTable(
    byId('traffic-table'),
    [
      words('Peer', row => row.peer),
      words('Distance', row => row.tier),
      words('Class', row => row.trafficClass),
      words('Codec', row => (row.trafficClass === 'control' ? '' : row.codec)),
      words('Direction', row => row.direction),
      numbers('App', row => row.app, bytes),
      numbers('Wire', row => row.wire, bytes),
      numbers('Saved', saving, percent),
      { ...numbers('Saved $', SAVED_USD, usd), kind: row => SAVED_USD(row) < -5e-7 && 'loss' },
      numbers('Frames', row => row.frames, count),
      numbers('Codec time', row => row.codecSeconds, seconds),
    ],
    { caption: 'Traffic by peer, class, codec and direction', by: 5, descending: true, empty: 'Nothing has passed yet.' },
  );

  show(rows) {
    this.#table.show(rows, [
      html('th', { scope: 'row', colspan: 5 }, 'All'),
      ...[
        [sum(rows, 'app'), bytes],
        [sum(rows, 'wire'), bytes],
        [saving({ app: sum(rows, 'app'), wire: sum(rows, 'wire') }), percent],
        [rows.reduce((total, row) => total + SAVED_USD(row), 0), usd],
        [sum(rows, 'frames'), count],
        [sum(rows, 'codecSeconds'), seconds],
      ].map(([value, format]) => html('td', { class: 'number' }, figure(value, format(value)))),
    ]);
  }
}

export class Links {
  #table = new SortedTable(
    byId('links-table'),
    [
      words('Peer', link => link.peer),
      words('Target', link => link.target),
      words('State', link => link.state),
      words('Opened by', link => (link.dialled ? 'this node' : 'the peer')),
      words('Class', link => link.class),
      words('Codec', link => (link.stepped_down ? `${link.codec} (${link.stepped_down})` : link.codec)),
      words('Security', link => (link.tls ? 'TLS' : 'plain')),
      numbers('Memory', link => link.memory_bytes, bytes),
    ],
    { caption: 'Links that live', by: 2, descending: false, empty: 'No link lives at the moment.', limit: LINKS_SHOWN },
  );

  show(links) {
    this.#table.show(links);
  }
}
