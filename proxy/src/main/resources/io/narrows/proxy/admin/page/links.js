/** The table of links. */

import { byId } from './dom.js';
import { bytes } from './format.js';
import { SortedTable, numbers, words } from './table.js';

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
    { caption: 'Open links', by: 2, descending: false, empty: 'No links are open.' },
  );

  /** @param all number of live links by state; `links` may be only some of them */
  show(links, all) {
    this.#table.show(links, Math.max(0, all.ready + all.opening + all.open - links.length));
  }
}
