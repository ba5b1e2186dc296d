/** What the panels show, made of the metrics. docs/metrics.md says what each of them means. */

const COUNTERS = {
  app: 'narrows_app_bytes_total',
  wire: 'narrows_wire_bytes_total',
  frames: 'narrows_frames_total',
  baselineUsd: 'narrows_baseline_usd_total',
  wireUsd: 'narrows_wire_usd_total',
  codecSeconds: 'narrows_codec_cpu_seconds_total',
};

/** A row for each peer, distance, class, codec and direction. */
export function trafficRows(scrape) {
  const rows = new Map();
  for (const [key, name] of Object.entries(COUNTERS)) {
    for (const { labels, value } of scrape.samples(name)) {
      const id = [labels.peer, labels.tier, labels.class, labels.codec, labels.direction].join('\n');
      const row = rows.get(id) ?? emptyRow(labels);
      row[key] += value;
      rows.set(id, row);
    }
  }
  return [...rows.values()].filter(row => row.wire > 0 || row.app > 0);
}

function emptyRow({ peer, tier, class: trafficClass, codec, direction }) {
  const counters = Object.fromEntries(Object.keys(COUNTERS).map(key => [key, 0]));
  return { peer, tier, trafficClass, codec, direction, ...counters };
}

/** The sums of all traffic, with the processor's bill; net is what was saved when that is paid. */
export function totals(scrape) {
  const sums = Object.fromEntries(Object.entries(COUNTERS).map(([key, name]) => [key, scrape.sum(name)]));
  const cpuUsd = scrape.sum('narrows_cpu_usd_total');
  const startUsd = scrape.sum('narrows_start_cpu_usd_total');
  return { ...sums, cpuUsd, startUsd, netUsd: sums.baselineUsd - sums.wireUsd - cpuUsd };
}

/** Bytes of one peer by both directions; it is idle when links took more for themselves than applications sent. */
export function bytesOfPeer(rows, peer) {
  const own = rows.filter(row => row.peer === peer);
  const app = sum(own, 'app');
  const control = sum(own.filter(row => row.trafficClass === 'control'), 'wire');
  return { app, wire: sum(own, 'wire'), idle: app <= control };
}

/** The share of bytes that did not have to be sent; not a number where there was nothing to send. */
export function saving({ app, wire }) {
  return app > 0 ? 1 - wire / app : NaN;
}

export function sum(rows, key) {
  return rows.reduce((total, row) => total + row[key], 0);
}

/** A percentile of the latency that this sidecar adds, in seconds: within a bucket it grows evenly. */
export function addedLatency(scrape, share) {
  const counts = new Map();
  for (const { labels, value } of scrape.samples('narrows_added_latency_seconds_bucket')) {
    const bound = labels.le === '+Inf' ? Infinity : Number(labels.le);
    counts.set(bound, (counts.get(bound) ?? 0) + value);
  }
  const buckets = [...counts].sort(([a], [b]) => a - b);
  const wanted = share * (buckets.at(-1)?.[1] ?? 0);
  let [low, below] = [0, 0];
  for (const [high, upTo] of buckets) {
    if (wanted > 0 && upTo >= wanted) {
      return high === Infinity ? low : low + ((high - low) * (wanted - below)) / (upTo - below);
    }
    [low, below] = [high, upTo];
  }
  return NaN;
}

/** Counters of events as rows, the most frequent first. */
export function events(scrape, name) {
  return scrape
    .samples(name)
    .map(({ labels, value }) => ({ ...labels, count: value }))
    .filter(event => event.count > 0)
    .sort((a, b) => b.count - a.count);
}
