/** What applications had compressed: how much of it links carried unpacked, by which recipes, and why the rest was sent as it was. */

import * as api from './api.js';
import { byId } from './dom.js';
import { bytes, count, percent, seconds } from './format.js';
import { groupBy, sum } from './model.js';
import { SortedTable, numbers, words } from './table.js';

const PERIOD_MILLIS = 10_000;
const ROWS_SHOWN = 100;
const GIGABYTE = 1e9;

/** The reasons in words, each beginning with the label that the metrics have. */
const REASONS = {
  'too-large': 'too-large: longer than 1 MiB, or than 4 MiB unpacked',
  ratio: 'ratio: more than 100 times as long unpacked',
  malformed: 'malformed: not valid in its format, or with a dictionary',
  'no-recipe': 'no-recipe: no encoder here makes these bytes',
  'no-gain': 'no-gain: too short, too different from what a recipe makes, or no shorter on the link',
  'no-history': 'no-history: refers to a block that was not unpacked',
  paused: 'paused: many before it matched no recipe',
  'no-memory': 'no-memory: there was no memory to unpack it',
  late: 'late: not complete, or not unpacked, in time',
  internal: 'internal: unpacking failed, see the log',
  'no-context': 'no-context: the link could not compress then',
};

export class Unpack {
  #panel = byId('unpack');
  #formats = new SortedTable(
    byId('unpack-table'),
    [
      words('Peer', row => row.peer),
      words('Direction', row => row.direction),
      words('Format', row => row.format),
      numbers('Unpacked', row => row.share, percent), // beside the format: a phone has no room for more without scrolling
      numbers('Pieces', row => row.pieces, count),
      numbers('Bytes', row => row.bytes, bytes),
      { ...words('Recipes', row => row.recipes), wide: true },
    ],
    { caption: 'Compressed pieces by peer, direction and format', by: 5, descending: true, empty: 'None.' },
  );

  #packed = new SortedTable(
    byId('unpack-reasons'),
    [
      words('Peer', row => row.peer),
      words('Format', row => row.format),
      { ...words('Why', reasonOf), wide: true },
      numbers('Pieces', row => row.pieces, count),
      numbers('Bytes', row => row.bytes, bytes),
    ],
    { caption: 'Pieces sent as they were, by reason', by: 4, descending: true, empty: 'All pieces were unpacked.' },
  );

  #work = new SortedTable(
    byId('unpack-work'),
    [
      words('Peer', row => row.peer),
      words('Direction', row => row.direction),
      numbers('Time', row => row.cpu_seconds, seconds),
      numbers('Per GB', row => row.perGigabyte, seconds),
    ],
    { caption: 'Processor time to unpack and to rebuild', by: 2, descending: true, empty: 'None.' },
  );

  #askedAt = -Infinity;

  /** Shows the counts once any piece was found; asks for them every ten seconds. A peer may unpack even if no rule here does. */
  async show() {
    if (performance.now() - this.#askedAt < PERIOD_MILLIS) {
      return;
    }
    this.#askedAt = performance.now();
    const answer = await api.unpack();
    const formats = formatsOf(answer);
    this.#panel.hidden = formats.length === 0;
    if (!this.#panel.hidden) {
      showMost(this.#formats, formats);
      showMost(this.#packed, answer.packed);
      showMost(this.#work, workOf(answer.work, formats));
    }
  }
}

function showMost(table, rows) {
  const most = [...rows].sort((a, b) => (b.bytes ?? b.cpu_seconds) - (a.bytes ?? a.cpu_seconds)).slice(0, ROWS_SHOWN);
  table.show(most, rows.length - most.length);
}

/**
 * The pieces of each peer, direction and format. The share is that of the bytes; of what is received it is unknown, since only the sender
 * counts the pieces that go as they are.
 */
export function formatsOf({ unpacked, packed }) {
  const sent = packed.map(row => ({ ...row, direction: 'sent' }));
  const groups = groupBy([...unpacked, ...sent], row => [row.peer, row.direction, row.format].join(' '));
  return [...groups.values()].map(rows => {
    const made = rows.filter(row => row.recipe);
    const all = sum(rows, 'bytes');
    const { peer, direction, format } = rows[0];
    return {
      peer,
      direction,
      format,
      pieces: sum(rows, 'pieces'),
      bytes: all,
      share: direction === 'sent' ? sum(made, 'bytes') / all : NaN,
      recipes: made.map(row => row.recipe).join(', ') || '–',
    };
  });
}

/** The processor time for each gigabyte of pieces, those that were sent as they were included. */
export function workOf(work, formats) {
  return work.map(row => {
    const all = sum(formats.filter(({ peer, direction }) => peer === row.peer && direction === row.direction), 'bytes');
    return { ...row, perGigabyte: (row.cpu_seconds / all) * GIGABYTE };
  });
}

/** Returns the reason in words; one that this page does not know is shown as it is. */
export function reasonOf({ reason }) {
  return REASONS[reason] ?? reason;
}
