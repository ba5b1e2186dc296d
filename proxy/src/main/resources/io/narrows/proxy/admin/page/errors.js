/** Shows the latest errors by reason, and why frames were sent uncompressed. */

import { byId } from './dom.js';
import { count, moment } from './format.js';
import { SortedTable, numbers, words } from './table.js';

export class Errors {
  #errors = new SortedTable(
    byId('errors-table'),
    [
      words('Reason', error => error.reason),
      numbers('Count', error => error.count, count),
      words('Peer', error => error.peer),
      { ...numbers('Latest', error => error.millis, millis => (millis ? moment(millis) : '–')), number: false },
      { ...words('Log message', error => error.detail), wide: true },
    ],
    { caption: 'Errors by reason, with the latest of each', by: 3, descending: true, empty: 'None since this sidecar started.' },
  );

  #raw = new SortedTable(
    byId('raw-table'),
    [
      words('Reason', event => event.reason),
      words('Peer', event => event.peer),
      numbers('Frames', event => event.count, count),
    ],
    { caption: 'Frames sent uncompressed, by reason', by: 2, descending: true, empty: 'No frames were sent uncompressed.' },
  );

  #stepDowns = new SortedTable(
    byId('stepdowns-table'),
    [
      words('Reason', event => event.reason),
      words('Peer', event => event.peer),
      numbers('Times', event => event.count, count),
    ],
    { caption: 'Links that used a faster codec than the policy specifies, by reason', by: 2, descending: true, empty: 'No link used a faster codec.' },
  );

  /** @param latest the latest failures of each reason, newest first */
  show({ failures, raw_frames: raw, step_downs: stepDowns }, latest) {
    this.#errors.show(
      failures.events.map(({ reason, peer, count }) => {
        const last = latest[reason]?.find(event => event.peer === peer);
        return { reason, peer, count, millis: last?.millis ?? 0, detail: last?.detail ?? '' };
      }),
      failures.left_out,
    );
    this.#raw.show(raw.events, raw.left_out);
    this.#stepDowns.show(stepDowns.events, stepDowns.left_out);
  }
}
