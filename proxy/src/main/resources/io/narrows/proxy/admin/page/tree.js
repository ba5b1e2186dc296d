/**
 * A table of groups that open and close; its columns sort the rows within each group. Redrawing reuses rows, so that the focus stays in
 * place and only changes touch the page.
 */

import { html } from './dom.js';
import { compare, headerOf, markSorted } from './table.js';

export class TreeTable {
  #place;
  #columns;
  #onToggle;
  #body = html('tbody');
  #foot = html('tfoot');
  #headers;
  #empty;
  #scroll;
  #kept = new Map();
  #roots = [];
  #by;
  #descending;

  /**
   * @param columns each with its `name`, the `value` of a row to sort by, how to `format` it, and whether it is a `number`; the first is
   *     the row's `name`
   * @param options the table's `caption`, the initial sort column (`by`, an index) and order (`descending`), the text for a table without
   *     rows (`empty`), and a callback for a row that the user opens or closes (`onToggle`)
   */
  constructor(place, columns, { caption, by, descending, empty, onToggle }) {
    this.#place = place;
    this.#columns = columns;
    this.#by = by;
    this.#descending = descending;
    this.#onToggle = onToggle;
    this.#empty = html('p', { class: 'empty' }, empty);
    this.#headers = columns.map((column, i) => headerOf(column, () => this.#sortBy(i)));
    const table = html(
      'table',
      { class: 'tree' },
      html('caption', { class: 'unseen' }, caption),
      html('thead', {}, html('tr', {}, ...this.#headers)),
      this.#body,
      this.#foot,
    );
    this.#scroll = html('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': caption }, table);
  }

  /**
   * @param roots rows with a unique `key`, their `kind`, `name` and `note`, and, for those that open, their `children` and whether they are
   *     `open`
   * @param foot a totals row that stays last
   */
  show(roots, foot) {
    this.#roots = roots;
    const content = roots.length === 0 ? this.#empty : this.#scroll;
    if (this.#place.firstChild !== content) {
      this.#place.replaceChildren(content);
    }
    this.#foot.replaceChildren(this.#rowOf({ ...foot, key: 'foot', kind: 'sum' }, 0, new Map()).element);
    this.#draw();
  }

  #sortBy(i) {
    this.#descending = this.#by === i ? !this.#descending : Boolean(this.#columns[i].number);
    this.#by = i;
    this.#draw();
  }

  #draw() {
    markSorted(this.#headers, this.#by, this.#descending);
    const focused = document.activeElement;
    const rows = new Map();
    this.#collect(this.#roots, 0, rows);
    let next = this.#body.firstChild;
    for (const { element } of rows.values()) {
      if (element === next) {
        next = next.nextSibling;
      } else {
        this.#body.insertBefore(element, next);
      }
    }
    while (next) {
      const rest = next.nextSibling;
      next.remove();
      next = rest;
    }
    this.#kept = rows;
    if (focused !== document.activeElement && this.#body.contains(focused)) {
      focused.focus(); // moving a row loses the focus
    }
  }

  #collect(siblings, level, rows) {
    const { value } = this.#columns[this.#by];
    for (const row of [...siblings].sort((a, b) => compare(value(a), value(b), this.#descending))) {
      rows.set(row.key, this.#rowOf(row, level, this.#kept));
      if (row.open) {
        this.#collect(row.children, level + 1, rows);
      }
    }
  }

  #rowOf(row, level, kept) {
    const drawn = kept.get(row.key) ?? new DrawnRow(this.#columns, row, this.#onToggle);
    drawn.show(row, level);
    return drawn;
  }
}

/** One row of the table with its cells. */
class DrawnRow {
  #columns;
  #row;
  #name = html('span', { class: 'label' });
  #note = html('small');
  #button;
  #heading;
  #cells;
  element;

  constructor(columns, row, onToggle) {
    this.#columns = columns;
    if (row.children) {
      this.#button = html('button', { type: 'button' }, this.#name);
      this.#button.addEventListener('click', () => onToggle(this.#row));
    }
    this.#cells = columns.slice(1).map(column => {
      const content = column.number ? html('data') : html('span');
      return { content, element: html('td', { class: column.number && 'number' }, content) };
    });
    this.#heading = html('th', { scope: 'row' }, this.#button ?? this.#name, this.#note);
    this.element = html('tr', { class: row.kind }, this.#heading, ...this.#cells.map(({ element }) => element));
  }

  show(row, level) {
    this.#row = row;
    this.#heading.className = `level-${level}`;
    setText(this.#name, row.name);
    setText(this.#note, row.note ?? '');
    this.#button?.setAttribute('aria-expanded', row.open);
    this.#columns.slice(1).forEach((column, i) => {
      const { content, element } = this.#cells[i];
      const value = column.value(row);
      setText(content, column.format(value, row));
      if (column.number) {
        content.value = Number.isNaN(value) ? '' : value;
      }
      element.classList.toggle('bad', Boolean(column.isBad?.(row)));
    });
  }
}

function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}
