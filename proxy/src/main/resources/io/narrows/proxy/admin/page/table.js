/** A table that is sorted by clicking its columns. Updates of the rows keep the chosen order and the focus. */

import { html } from './dom.js';
import { count } from './format.js';

/** Compares numbers in names as numbers: db-9 comes before db-10. */
const NAMES = new Intl.Collator('en', { numeric: true });

export class SortedTable {
  #columns;
  #place;
  #body = html('tbody');
  #headers;
  #empty;
  #scroll;
  #rows = [];
  #leftOut = 0;
  #by;
  #descending;

  /**
   * @param columns each with its `name`, the `value` of a row to sort by, the `cell` to show, and whether it is a `number`
   * @param options the table's `caption`, the initial sort column (`by`, an index) and order (`descending`), and the text
   *     for a table without rows (`empty`)
   */
  constructor(place, columns, { caption, by = 0, descending = false, empty }) {
    this.#place = place;
    this.#columns = columns;
    this.#by = by;
    this.#descending = descending;
    this.#empty = html('p', { class: 'empty' }, empty);
    this.#headers = columns.map((column, i) => headerOf(column, () => this.#sortBy(i)));
    const table = html(
      'table',
      {},
      html('caption', { class: 'unseen' }, caption),
      html('thead', {}, html('tr', {}, ...this.#headers)),
      this.#body,
    );
    // Scrollable content must be reachable by keyboard, so it has a label and a tab stop.
    this.#scroll = html('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': caption }, table);
  }

  /**
   * Shows the rows. The place stays blank before the first call, as the `empty` text is shown only once the rows are known.
   *
   * @param leftOut number of further rows that the sidecar omitted
   */
  show(rows, leftOut = 0) {
    this.#rows = rows;
    this.#leftOut = leftOut;
    const content = rows.length === 0 ? this.#empty : this.#scroll;
    if (this.#place.firstChild !== content) {
      this.#place.replaceChildren(content);
    }
    this.#draw();
  }

  #sortBy(i) {
    this.#descending = this.#by === i ? !this.#descending : Boolean(this.#columns[i].number);
    this.#by = i;
    this.#draw();
  }

  #draw() {
    markSorted(this.#headers, this.#by, this.#descending);
    const { value } = this.#columns[this.#by];
    const sorted = [...this.#rows].sort((a, b) => compare(value(a), value(b), this.#descending));
    const rows = sorted.map(row => this.#row(row));
    if (this.#leftOut > 0) {
      const rest = `and ${count(this.#leftOut)} more`;
      rows.push(html('tr', {}, html('td', { colspan: this.#columns.length }, rest)));
    }
    this.#body.replaceChildren(...rows);
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

/** A column heading that sorts by its column. */
export function headerOf(column, sort) {
  const button = html('button', { type: 'button' }, column.name);
  button.addEventListener('click', sort);
  return html('th', { scope: 'col', class: column.number && 'number' }, button);
}

/** Marks the heading of the column that the rows are sorted by. */
export function markSorted(headers, by, descending) {
  const order = descending ? 'descending' : 'ascending';
  headers.forEach((header, i) => header.setAttribute('aria-sort', i === by ? order : 'none'));
}

/** Compares two values; missing values come last in either order. */
export function compare(x, y, descending) {
  if (Number.isNaN(x) || Number.isNaN(y)) {
    return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  }
  const order = typeof x === 'number' ? x - y : NAMES.compare(x, y);
  return descending ? -order : order;
}

/** A text column. */
export function words(name, value) {
  return { name, value, cell: row => value(row) };
}

/** A column of numbers; each cell keeps the exact value. */
export function numbers(name, value, format) {
  return { name, value, number: true, cell: row => html('data', { value: value(row) }, format(value(row))) };
}
