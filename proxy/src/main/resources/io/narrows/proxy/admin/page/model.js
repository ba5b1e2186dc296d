/** Converts the sidecar's answers to the values that the panels show. docs/metrics.md defines each figure. */

const FIGURES = {
  app: 'app_bytes',
  wire: 'wire_bytes',
  control: 'control_bytes',
  frames: 'frames',
  baselineUsd: 'baseline_usd',
  wireUsd: 'wire_usd',
  codecSeconds: 'codec_seconds',
};

/** Converts a row to an object keyed by column name. */
export function named(columns, row) {
  return Object.fromEntries(columns.map((column, i) => [column, row[i]]));
}

/** The peers of an answer, each with its place, state and figures. */
export function peersOf({ columns, zones }) {
  return zones.flatMap(({ region, zone, peers }) =>
    peers.map(row => {
      const values = named(columns, row);
      const { peer, up, links, source } = values;
      return { id: peer, region, zone, configured: region !== '', up, links, source, ...figuresOf(values) };
    }));
}

/** The rows of an answer: peer, distance, class, codec and direction, with their figures. */
export function trafficRowsOf({ columns, rows }) {
  return rows.map(row => {
    const values = named(columns, row);
    const { peer, tier, class: trafficClass, codec, direction } = values;
    return { peer, tier, trafficClass, codec, direction, ...figuresOf(values) };
  });
}

function figuresOf(values) {
  return Object.fromEntries(Object.entries(FIGURES).map(([key, column]) => [key, values[column] ?? 0]));
}

/** The name of a codec, with its level if it has any. */
export function codecName({ codec, level }) {
  return level === 0 ? codec : `${codec} ${level}`;
}

/** Sums the figures of several peers or rows. */
export function sumOf(parts) {
  return Object.fromEntries(Object.keys(FIGURES).map(key => [key, sum(parts, key)]));
}

export function sum(parts, key) {
  return parts.reduce((total, part) => total + part[key], 0);
}

/** Whether links sent at least as many control bytes as applications sent bytes. */
export function isIdle({ app, control }) {
  return app <= control;
}

/** The share of bytes saved; NaN if there was nothing to send. */
export function saving({ app, wire }) {
  return app > 0 ? 1 - wire / app : NaN;
}

/** Groups values by key, in the order in which the keys first occur. */
export function groupBy(values, key) {
  const groups = new Map();
  for (const value of values) {
    const name = key(value);
    const group = groups.get(name);
    if (group) {
      group.push(value);
    } else {
      groups.set(name, [value]);
    }
  }
  return groups;
}
