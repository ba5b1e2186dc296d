/**
 * A chart of two lines over time, the values without and with Narrows. The area between them is the saving; it is not filled
 * where the value with Narrows is higher. A text summarizes the picture, and a table below it holds the numbers.
 */

import { html, onWidth, svg } from './dom.js';
import { clock, moment } from './format.js';

const TALL = 196;
const SHORT = 150;
const SHORT_BELOW = 480;
const LEFT = 58;
const RIGHT = 6;
const TOP = 10;
const BOTTOM = 20;
const PIXELS_PER_POINT = 5;
const FINEST_MILLIS = 2000;
const TABLE_ROWS = 10;
const DAY_MILLIS = 86_400_000;

export class Chart {
  #figure;
  #unit;
  #readout = html('span', { class: 'readout' });
  #picture = html('div');
  #table = html('tbody');
  #points = [];
  #shown = false;
  #width = 0;
  #height = TALL;
  #cursor;
  #x;
  #pointer;

  /**
   * @param unit its `title`, how to `format` a value, the `upper` and the `lower` value of a sample, and the factor for a
   *     value per second (`scale`)
   */
  constructor(figure, unit) {
    this.#figure = figure;
    this.#unit = unit;
    figure.append(
      html(
        'figcaption',
        {},
        html('strong', {}, unit.title),
        html('span', { class: 'key' }, 'without'),
        html('span', { class: 'key with' }, unit.lowerName),
        this.#readout,
      ),
      this.#picture,
      html('details', { 'aria-label': `${unit.title}, as a table` }, html('summary', {}, 'As a table'), tableOf(unit, this.#table)),
    );
    onWidth(this.#picture, width => {
      this.#width = width;
      this.#height = width < SHORT_BELOW ? SHORT : TALL;
      this.#draw();
    });
    this.#picture.addEventListener('pointermove', event => {
      this.#pointer = event.clientX - this.#picture.getBoundingClientRect().left;
      this.#read();
    });
    this.#picture.addEventListener('pointerleave', () => {
      this.#pointer = undefined;
      this.#read();
    });
  }

  show(history) {
    this.#shown = true;
    this.#points = ratesOf(history, this.#unit, Math.max(20, Math.floor(this.#width / PIXELS_PER_POINT)));
    this.#table.replaceChildren(...this.#rows());
    this.#draw();
  }

  #draw() {
    if (this.#width === 0 || !this.#shown) {
      return;
    }
    if (this.#points.length < 2) {
      this.#picture.replaceChildren(html('p', { class: 'empty' }, 'Not enough samples yet.'));
      return;
    }
    const [from, to] = [this.#points[0].millis, this.#points.at(-1).millis];
    const scale = niceScale(Math.max(...this.#points.map(point => Math.max(point.upper, point.lower))));
    const x = millis => LEFT + ((millis - from) / (to - from)) * (this.#width - LEFT - RIGHT);
    const y = value => this.#height - BOTTOM - (Math.max(0, value) / scale.top) * (this.#height - TOP - BOTTOM);
    const upper = this.#points.map(point => [x(point.millis), y(point.upper)]);
    const lower = this.#points.map(point => [x(point.millis), y(point.lower)]);
    const saved = this.#points.map(point => [x(point.millis), y(Math.min(point.upper, point.lower))]);
    this.#x = x;
    this.#cursor = svg('line', { class: 'cursor', y1: TOP, y2: this.#height - BOTTOM, visibility: 'hidden' });
    const picture = svg(
      'svg',
      { viewBox: `0 0 ${this.#width} ${this.#height}`, height: this.#height, role: 'img', 'aria-label': this.#summary() },
      ...scale.ticks.flatMap(value => [
        svg('line', { class: 'grid', x1: LEFT, x2: this.#width - RIGHT, y1: y(value), y2: y(value) }),
        svg('text', { class: 'tick', x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, this.#unit.format(value)),
      ]),
      ...this.#times(from, to, x),
      svg('path', { class: 'gap', d: `${path(upper)}L${path(saved.reverse()).slice(1)}Z` }),
      svg('path', { class: 'upper', d: path(upper) }),
      svg('path', { class: 'lower', d: path(lower) }),
      this.#cursor,
    );
    this.#picture.replaceChildren(picture);
    this.#read();
  }

  #times(from, to, x) {
    const wanted = this.#width < 500 ? 3 : 5;
    const format = to - from > DAY_MILLIS ? moment : clock;
    return Array.from({ length: wanted }, (unused, i) => {
      const millis = from + ((to - from) * i) / (wanted - 1);
      const anchor = i === 0 ? 'start' : i === wanted - 1 ? 'end' : 'middle';
      return svg('text', { class: 'tick', x: x(millis), y: this.#height - 5, 'text-anchor': anchor }, format(millis));
    });
  }

  /** Shows the values below the pointer, and updates them while it rests. */
  #read() {
    if (this.#pointer === undefined || this.#points.length < 2) {
      this.#cursor?.setAttribute('visibility', 'hidden');
      this.#readout.textContent = '';
      return;
    }
    const distance = point => Math.abs(this.#x(point.millis) - this.#pointer);
    const nearest = this.#points.reduce((best, point) => (distance(point) < distance(best) ? point : best));
    for (const end of ['x1', 'x2']) {
      this.#cursor.setAttribute(end, this.#x(nearest.millis));
    }
    this.#cursor.setAttribute('visibility', 'visible');
    const { format } = this.#unit;
    this.#readout.textContent =
      `${moment(nearest.millis)}: ${format(nearest.upper)} without, ${format(nearest.lower)} with`;
  }

  #summary() {
    const { title, format } = this.#unit;
    const [upper, lower] = ['upper', 'lower'].map(key => mean(this.#points, key));
    const [first, last] = [this.#points[0], this.#points.at(-1)];
    return `${title} from ${moment(first.millis)} to ${moment(last.millis)}: on average ${format(upper)} without Narrows `
      + `and ${format(lower)} with it, ${format(upper - lower)} saved; `
      + `most recently ${format(last.upper)} without and ${format(last.lower)} with.`;
  }

  #rows() {
    const step = Math.max(1, Math.ceil(this.#points.length / TABLE_ROWS));
    const { format } = this.#unit;
    return this.#points
      .filter((point, i) => (this.#points.length - 1 - i) % step === 0)
      .reverse()
      .map(({ millis, upper, lower }) =>
        html(
          'tr',
          {},
          html('th', { scope: 'row' }, moment(millis)),
          ...[upper, lower, upper - lower].map(value => html('td', { class: 'number' }, format(value))),
        ));
  }
}

/**
 * Rates between samples, about `wanted` of them. Intervals begin and end at round times, so that later samples do not change
 * existing points. A single rate, soon after the start, becomes a line from the begin to the end of its interval.
 */
export function ratesOf(history, unit, wanted) {
  const samples = withoutStub(history);
  const span = samples.at(-1).millis - samples[0].millis;
  const period = FINEST_MILLIS * 2 ** Math.max(0, Math.ceil(Math.log2(span / wanted / FINEST_MILLIS)));
  const slot = sample => Math.floor(sample.millis / period);
  const kept = samples.filter((sample, i) => i === 0 || i === samples.length - 1 || slot(sample) !== slot(samples[i + 1]));
  const rates = kept.slice(1).flatMap((sample, i) => {
    const before = kept[i];
    const elapsed = (sample.millis - before.millis) / 1000;
    const perSecond = value => (unit.scale * (value(sample) - value(before))) / elapsed;
    const rate = { upper: perSecond(unit.upper), lower: perSecond(unit.lower) };
    return elapsed < 1 ? [] : [{ from: before.millis, millis: sample.millis, ...rate }];
  });
  return rates.length === 1 ? [{ ...rates[0], millis: rates[0].from }, rates[0]] : rates;
}

/** Drops the newest sample if it follows the previous one too closely, as the last point would jump. */
function withoutStub(history) {
  const [before, last, now] = history.slice(-3).map(sample => sample.millis);
  return history.length > 2 && now - last < 0.75 * (last - before) ? history.slice(0, -1) : history;
}

/** Ticks at round numbers; the last is at or above the largest value. */
export function niceScale(largest) {
  const rough = (largest > 0 ? largest : 1) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map(factor => factor * power).find(candidate => candidate >= rough);
  const count = Math.max(1, Math.ceil(largest / step - 1e-9));
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (unused, i) => i * step) };
}

function tableOf(unit, body) {
  return html(
    'table',
    {},
    html('caption', { class: 'unseen' }, unit.title),
    html(
      'thead',
      {},
      html(
        'tr',
        {},
        ...['Until', 'Without', 'With', 'Saved'].map((name, i) =>
          html('th', { scope: 'col', class: i > 0 && 'number' }, name)),
      ),
    ),
    body,
  );
}

function path(points) {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
}

function mean(points, key) {
  return points.reduce((sum, point) => sum + point[key], 0) / points.length;
}
