/** The table of links. */

import { byId, html } from './dom.js';
import { bytes } from './format.js';
import { SortedTable, numbers, words } from './table.js';

/** At most this many links are asked for and shown. */
export const LINKS_SHOWN = 100;

export class Links {
  #table = new SortedTable(
    byId('links-table'),
    [
      words('Peer', link => link.peer),
      words('Target', link => link.target),
      words('State', link => link.state),
      words('Opened by', link => (link.dialled ? 'this node' : 'the peer')),
      words('Class', link => link.class),
      words('Codec', link => (link.stepped_down ? `${link.codec} (${link.stepped_down})` : link.codec) + unpacks(link)),
      { name: 'Security', value: security, cell: link => html('span', {}, security(link), lock(link)) },
      numbers('Memory', link => link.memory_bytes, bytes),
    ],
    { caption: 'Open links', by: 2, descending: false, empty: 'No links are open.' },
  );

  /** @param all number of live links by state; `links` may be only some of them */
  show(links, all) {
    this.#table.show(links, leftOut(links.length, all));
  }
}

/**
 * Returns how many links exist beside those shown. A list that is not full has them all, whatever the numbers say: they
 * are of another moment.
 */
export function leftOut(shown, all) {
  return shown < LINKS_SHOWN ? 0 : Math.max(0, all.ready + all.opening + all.open - shown);
}

/** The formats that the link unpacks in what is sent here. */
function unpacks({ unpack, common_recipes: recipes }) {
  const formats = unpack.join(', ');
  return formats && `, unpacks ${recipes > 0 ? formats : `${formats} (no common recipe)`}`;
}

function security(link) {
  return link.tls ? 'TLS' : 'plain';
}

/** A lock if the database's own TLS is ended here or begun here, which says where the clear text is. */
function lock({ peer, tls, database_tls: end }) {
  if (!end) {
    return undefined;
  }
  const where =
    end === 'ended'
      ? `The database's TLS is ended here; ${peer} begins it again.`
      : `The database's TLS is begun here; ${peer} has ended it.`;
  const clear = tls ? 'the memory of the two sidecars only' : 'the memory of the two sidecars and on this link';
  const text = `${where} Clear text is in ${clear}.`;
  return html('span', { role: 'img', title: text, 'aria-label': text }, ' \u{1F512}');
}
