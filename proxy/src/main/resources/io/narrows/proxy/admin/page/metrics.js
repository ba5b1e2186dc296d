/**
 * The metrics of the sidecar, read from Prometheus's text format, version 0.0.4: one sample a line,
 *
 *     name{label="value",...} number
 *
 * with comments behind #, and \\, \" and \n in label values for what they stand for.
 */

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

export class Scrape {
  #families = new Map();

  constructor(text) {
    for (const line of text.split('\n')) {
      const match = line.startsWith('#') ? null : SAMPLE.exec(line);
      if (match) {
        const [, name, labels, number] = match;
        const family = this.#families.get(name) ?? [];
        family.push({ labels: parseLabels(labels ?? ''), value: parseNumber(number) });
        this.#families.set(name, family);
      }
    }
  }

  /** All samples of a name. */
  samples(name) {
    return this.#families.get(name) ?? [];
  }

  /** The sum over all labels; 0 when there is none. */
  sum(name) {
    return this.samples(name).reduce((sum, sample) => sum + sample.value, 0);
  }
}

function parseLabels(text) {
  const labels = {};
  for (const [, name, value] of text.matchAll(LABEL)) {
    labels[name] = value.replace(/\\(.)/g, (escape, character) => (character === 'n' ? '\n' : character));
  }
  return labels;
}

function parseNumber(text) {
  return text === '+Inf' ? Infinity : text === '-Inf' ? -Infinity : Number(text);
}
