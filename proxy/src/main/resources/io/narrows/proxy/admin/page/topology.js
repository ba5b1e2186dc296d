/**
 * The map of the cluster as this sidecar sees it: regions contain zones, zones contain nodes, and a line leads from its own
 * node to each peer. Its width shows the traffic, its darkness the saving. With many peers, several share a box and a line.
 */

import { byId, html, onWidth, svg } from './dom.js';
import { bytes, count, percent } from './format.js';
import { isIdle, saving } from './model.js';
import { sitesOf } from './sites.js';

const NODE_HEIGHT = 44;
const GAP = 10;
const PAD = 12;
const TITLE = 24;
const COLUMNS_FROM = 440;
const COLUMN_GAP = 120;
const ARC_ROOM = 96;
const CHARACTER_WIDTH = 7.6;
const THINNEST = 2;
const THICKEST = 14;
const THICKEST_OF_MANY = 8;
const FEW_LINKS = 4;
const STEPS = [0.2, 0.4, 0.6, 0.75];
const LEGEND = ['below 20 %', '20 to 40 %', '40 to 60 %', '60 to 75 %', 'above 75 %'];

export class Topology {
  #place = byId('map');
  #picture = html('div');
  #legend = legend();
  #config;
  #peers = [];
  #width = 0;

  constructor() {
    onWidth(this.#place, width => {
      this.#width = width;
      this.#draw();
    });
  }

  show(config, peers) {
    this.#config = config;
    this.#peers = peers.filter(peer => peer.configured);
    this.#draw();
  }

  #draw() {
    if (!this.#config || this.#width === 0) {
      return;
    }
    const { node } = this.#config;
    const own = { ...node, name: node.id, note: 'this node', down: 0 };
    const sites = sitesOf(this.#peers, new Map(this.#config.peers.map(peer => [peer.id, peer.host])));
    const regions = regionsOf([own, ...sites]);
    const layout = this.#width >= COLUMNS_FROM && regions.length > 1
      ? inColumns(regions, this.#width)
      : inOneColumn(regions, this.#width);
    const most = Math.max(1, ...sites.map(({ wire }) => wire));
    const thickest = sites.length > FEW_LINKS ? THICKEST_OF_MANY : THICKEST;
    const width = site => (site.wire > 0 ? THINNEST + (thickest - THINNEST) * Math.sqrt(site.wire / most) : 1.5);
    const links = sites.map(site => link(layout.nodes.get(own.id), layout.nodes.get(site.id), site, width(site)));
    this.#picture.replaceChildren(
      svg(
        'svg',
        {
          viewBox: `0 0 ${this.#width} ${layout.height}`,
          height: layout.height,
          role: 'img',
          'aria-label': describe(own, sites),
        },
        ...layout.boxes,
        ...links.map(({ line }) => line),
        ...[own, ...sites].flatMap(each => nodeBox(each, layout.nodes.get(each.id), each === own)),
        ...links.flatMap(({ label }) => label),
      ),
    );
    byId('main').classList.toggle('tall-map', sites.length > FEW_LINKS);
    const rest = sites.length > 0 ? this.#legend : html('p', { class: 'empty' }, 'The configuration has no peers.');
    this.#place.replaceChildren(this.#picture, rest);
  }
}

/** Names of regions with their zones, and of zones with their nodes; this node's own come first. */
function regionsOf(nodes) {
  const regions = new Map();
  for (const node of nodes) {
    const { region, zone } = node;
    const zones = regions.get(region) ?? new Map();
    zones.set(zone, [...(zones.get(zone) ?? []), node]);
    regions.set(region, zones);
  }
  return [...regions];
}

/** Places its own region at the left, the others at the right. */
function inColumns(regions, width) {
  const layout = { nodes: new Map(), boxes: [], height: 0 };
  const arcs = [...regions[0][1].values()].flat().length > 1 ? 24 : 0;
  const column = (width - COLUMN_GAP - arcs) / 2;
  const left = regionBox(regions[0], 1, 1, column, layout);
  let right = 1;
  for (const region of regions.slice(1)) {
    right = regionBox(region, width - column - 1, right, column, layout) + GAP;
  }
  layout.height = Math.max(left, right - GAP) + 1;
  return layout;
}

/** Stacks all regions, with room for the lines at their right. */
function inOneColumn(regions, width) {
  const layout = { nodes: new Map(), boxes: [], height: 0 };
  let y = 1;
  for (const region of regions) {
    y = regionBox(region, 1, y, width - ARC_ROOM, layout) + GAP;
  }
  layout.height = y - GAP + 1;
  return layout;
}

/** Draws a region and returns the position of its end. */
function regionBox([name, zones], x, top, width, layout) {
  let y = top + TITLE;
  const inside = [];
  for (const [zone, nodes] of zones) {
    const height = TITLE + nodes.length * (NODE_HEIGHT + GAP);
    inside.push(
      svg('rect', { class: 'zone', x: x + PAD, y, width: width - 2 * PAD, height, rx: 6 }),
      label('where', x + PAD + 10, y + 16, width - 2 * PAD - 20, zone),
    );
    nodes.forEach((node, i) =>
      layout.nodes.set(node.id, { x: x + PAD + 10, y: y + TITLE + i * (NODE_HEIGHT + GAP), width: width - 2 * PAD - 20 }));
    y += height + GAP;
  }
  layout.boxes.push(
    svg('rect', { class: 'region', x, y: top, width, height: y - top, rx: 8 }),
    label('name', x + PAD, top + 17, width - 2 * PAD, name),
    ...inside,
  );
  return y;
}

function nodeBox(node, { x, y, width }, own) {
  const kind = own ? 'node own' : node.isDown ? 'node down' : 'node';
  return [
    svg('rect', { class: kind, x, y, width, height: NODE_HEIGHT, rx: 5 }),
    label('name', x + 10, y + 19, width - 20, node.name),
    label(node.down > 0 ? 'where bad' : 'where', x + 10, y + 35, width - 20, node.note),
  ];
}

/** Truncates a name that is longer than its box; hovering shows the full name. */
function label(kind, x, y, width, text) {
  const most = Math.max(1, Math.floor(width / CHARACTER_WIDTH));
  return text.length <= most
    ? svg('text', { class: kind, x, y }, text)
    : svg('text', { class: kind, x, y }, `${text.slice(0, most - 1)}…`, svg('title', {}, text));
}

/** A curve to another column, or an arc along the right side of the same column. */
function link(from, to, site, width) {
  const share = isIdle(site) ? NaN : saving(site);
  const start = [from.x + from.width, from.y + NODE_HEIGHT / 2];
  const sameColumn = Math.abs(to.x - from.x) < from.width;
  const end = [sameColumn ? to.x + to.width : to.x, to.y + NODE_HEIGHT / 2];
  const bend = sameColumn ? Math.min(ARC_ROOM - 40, 30 + Math.abs(end[1] - start[1]) / 12) : (end[0] - start[0]) / 2;
  const back = sameColumn ? end[0] + bend : end[0] - bend;
  const middle = [(start[0] + 3 * (start[0] + bend) + 3 * back + end[0]) / 8, (start[1] + end[1]) / 2];
  const text = site.isDown ? 'down' : Number.isFinite(share) ? percent(share) : 'idle';
  return {
    line: svg('path', {
      class: `link ${shade(share)}${site.wire > 0 && !site.isDown ? '' : ' idle'}`,
      'stroke-width': width.toFixed(1),
      d: `M${start}C${start[0] + bend} ${start[1]} ${back} ${end[1]} ${end}`,
    }),
    label: [
      svg('rect', { class: 'badge', x: middle[0] - 31, y: middle[1] - 11, width: 62, height: 22, rx: 11 }),
      svg('text', { class: site.isDown ? 'share bad' : 'share', x: middle[0], y: middle[1] + 4 }, text),
    ],
  };
}

function shade(share) {
  if (share < 0) {
    return 'loss';
  }
  return `saving-${STEPS.filter(step => share >= step).length}`;
}

function legend() {
  const entry = (kind, text) => {
    const line = svg('line', { class: kind, x1: 2, x2: 16, y1: 4, y2: 4, 'stroke-width': 4, 'stroke-linecap': 'round' });
    return html('span', {}, svg('svg', { viewBox: '0 0 18 8', 'aria-hidden': 'true' }, line), text);
  };
  return html(
    'p',
    { class: 'legend' },
    html('span', {}, 'Bytes saved'),
    ...LEGEND.map((text, i) => entry(`saving-${i}`, text)),
    entry('loss', 'more bytes than before'),
    html('span', {}, 'Thickness: bytes on links, before TCP/IP headers'),
  );
}

function describe(own, sites) {
  const here = `This node is ${own.id} in zone ${own.zone} of ${own.region}.`;
  return [here, ...sites.map(site => {
    const share = isIdle(site) ? NaN : saving(site);
    const carried = site.wire > 0
      ? `${bytes(site.app)} of application data sent as ${bytes(site.wire)}${Number.isFinite(share) ? `, ${percent(share)} saved` : ''}`
      : 'no traffic yet';
    return `Link to ${site.name} in ${site.where}: ${carried}${site.down > 0 ? `; ${count(site.down)} down` : ''}.`;
  })].join(' ');
}
