/** A table whose columns sort it. Rows come again and again; the order that was asked for stays, and so does the focus. */

import { html } from './dom.js';

export class SortedTable {
  #columns;
  #place;
  #body = html('tbody');
  #foot = html('tfoot');
  #headers;
  #empty;
  #scroll;
  #rows = [];
  #by;
  #descending;
  #limit;

  /**
   * @param columns each with its `name`, the `value` of a row to sort by, the `cell` to show, and whether it is a `number`
   * @param options the table's `caption`, the `by` (index of a column) and `descending` that it begins with, the text when
   *     there is no row (`empty`), the most rows that are shown (`limit`)
   */
  constructor(place, columns, { caption, by = 0, descending = false, empty, limit = Infinity }) {
    this.#place = place;
    this.#columns = columns;
    this.#by = by;
    this.#descending = descending;
    this.#limit = limit;
    this.#empty = html('p', { class: 'empty' }, empty);
    this.#headers = columns.map((column, i) => this.#header(column, i));
    const table = html(
      'table',
      {},
      html('caption', { class: 'unseen' }, caption),
      html('thead', {}, html('tr', {}, ...this.#headers)),
      this.#body,
      this.#foot,
    );
    // What scrolls must be reachable by keyboard, so it has a name and a place in the order.
    this.#scroll = html('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': caption }, table);
  }

  /**
   * Before the first call nothing is there: that there is no row has to be known.
   *
   * @param foot cells for a last row that is not sorted, or nothing
   */
  show(rows, foot) {
    this.#rows = rows;
    this.#foot.replaceChildren(...(foot ? [html('tr', {}, ...foot)] : []));
    const content = rows.length === 0 ? this.#empty : this.#scroll;
    if (this.#place.firstChild !== content) {
      this.#place.replaceChildren(content);
    }
    this.#draw();
  }

  #header(column, i) {
    const button = html('button', { type: 'button' }, column.name);
    button.addEventListener('click', () => {
      this.#descending = this.#by === i ? !this.#descending : Boolean(column.number);
      this.#by = i;
      this.#draw();
    });
    return html('th', { scope: 'col', class: column.number && 'number' }, button);
  }

  #draw() {
    this.#headers.forEach((header, i) => {
      const order = this.#descending ? 'descending' : 'ascending';
      header.setAttribute('aria-sort', i === this.#by ? order : 'none');
    });
    const sorted = [...this.#rows].sort((a, b) => this.#compare(a, b));
    const rows = sorted.slice(0, this.#limit).map(row => this.#row(row));
    if (sorted.length > this.#limit) {
      const rest = `and ${sorted.length - this.#limit} more`;
      rows.push(html('tr', {}, html('td', { colspan: this.#columns.length }, rest)));
    }
    this.#body.replaceChildren(...rows);
  }

  #compare(a, b) {
    const { value } = this.#columns[this.#by];
    const [x, y] = [value(a), value(b)];
    if (Number.isNaN(x) || Number.isNaN(y)) {
      return Number(Number.isNaN(x)) - Number(Number.isNaN(y)); // what has no value comes last either way
    }
    const order = typeof x === 'number' ? x - y : x.localeCompare(y);
    return this.#descending ? -order : order;
  }

  #row(row) {
    return html(
      'tr',
      {},
      ...this.#columns.map((column, i) => {
        const kind = [column.number && 'number', column.wide && 'wide', column.kind?.(row)].filter(Boolean).join(' ');
        return html(i === 0 ? 'th' : 'td', { scope: i === 0 && 'row', class: kind || undefined }, column.cell(row));
      }),
    );
  }
}

/** A column of words. */
export function words(name, value) {
  return { name, value, cell: row => value(row) };
}

/** A column of numbers; the exact value stays with the cell. */
export function numbers(name, value, format) {
  return { name, value, number: true, cell: row => html('data', { value: value(row) }, format(value(row))) };
}
