/**
 * Builds nested rows of peers and their traffic: regions contain zones, zones contain peers, and peers contain their traffic.
 */

import { count } from './format.js';
import { groupBy, sumOf } from './model.js';

/** Up to the first number of peers, all rows are open; up to the second, all but those of peers. */
const OPEN_PEERS_UP_TO = 4;
const OPEN_GROUPS_UP_TO = 30;

/**
 * @param own this node, whose place determines the distance of a zone
 * @param traffic loaded traffic rows by peer
 * @param chosen by key, whether the user opened or closed a row
 */
export function groupsOf(peers, own, traffic, chosen) {
  const isOpen = (key, otherwise) => chosen.get(key) ?? otherwise;
  const groupsOpen = peers.length <= OPEN_GROUPS_UP_TO;
  const regions = groupBy(peers, peer => peer.region);

  const peerRow = peer => {
    const key = peerKey(peer.id);
    const rows = traffic.get(peer.id) ?? [];
    return {
      ...peer,
      key,
      kind: 'peer',
      name: peer.id,
      note: peer.source === '' ? '' : `found by ${peer.source}`,
      peers: [peer],
      open: isOpen(key, peers.length <= OPEN_PEERS_UP_TO),
      children: trafficRows(rows),
    };
  };
  const zoneRow = (region, zone, members, name) => {
    const key = `zone ${region}/${zone}`;
    return {
      ...group(key, 'zone', name, members, `${peersText(members)}, ${distance(own, region, zone)}`),
      open: isOpen(key, groupsOpen),
      children: members.map(peerRow),
    };
  };
  const regionRow = (region, members) => {
    const zones = groupBy(members, peer => peer.zone);
    if (region === '') {
      return { ...zoneRow('', '', members, 'Not configured'), note: 'links to nodes that are not configured, or from before a reload' };
    }
    if (zones.size === 1) {
      const [zone] = zones.keys();
      return zoneRow(region, zone, members, `${region}, ${zone}`);
    }
    const key = `region ${region}`;
    return {
      ...group(key, 'region', region, members, `${peersText(members)} in ${zones.size} zones`),
      open: isOpen(key, groupsOpen || regions.size === 1),
      children: [...zones].map(([zone, inside]) => zoneRow(region, zone, inside, zone)),
    };
  };
  return [...regions].map(([region, members]) => regionRow(region, members));
}

/** The totals row at the bottom. */
export function sumRow(name, peers) {
  return { ...group('sum', 'sum', name, peers, peersText(peers)) };
}

export function peerKey(peer) {
  return `peer ${peer}`;
}

/** The peers whose traffic is visible. */
export function openPeers(rows) {
  return rows
    .filter(row => row.open)
    .flatMap(row => (row.kind === 'peer' ? [row.id] : openPeers(row.children)));
}

function group(key, kind, name, peers, note) {
  return { ...sumOf(peers), key, kind, name, note, peers, links: peers.reduce((total, peer) => total + peer.links, 0) };
}

function trafficRows(rows) {
  const tiers = new Set(rows.map(row => row.tier));
  return rows.map(row => {
    const parts = [
      row.trafficClass,
      ...(row.trafficClass === 'control' ? [] : [row.codec]),
      row.direction,
      ...(tiers.size > 1 ? [row.tier] : []),
    ];
    return {
      ...row,
      control: row.trafficClass === 'control' ? row.wire : 0,
      key: ['traffic', row.peer, row.tier, row.trafficClass, row.codec, row.direction].join(' '),
      kind: 'traffic',
      name: parts.join(', '),
      peers: [],
      links: NaN,
    };
  });
}

function peersText(peers) {
  return peers.length === 1 ? '1 peer' : `${count(peers.length)} peers`;
}

function distance(own, region, zone) {
  return region !== own.region ? 'cross-region' : zone !== own.zone ? 'cross-zone' : 'same zone';
}
