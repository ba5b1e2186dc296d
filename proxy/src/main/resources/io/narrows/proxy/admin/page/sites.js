/** Builds the boxes of the map: a peer each, or with many peers, the peers of a zone or a region. */

import { count } from './format.js';
import { groupBy, sum, sumOf } from './model.js';

const PEERS_UP_TO = 12;
const ZONES_UP_TO = 6;
const REGIONS_UP_TO = 6;

/**
 * Returns boxes with an `id`, `region` and `zone`, the place in words (`where`), a `name`, a `note`, the number of peers `down`, whether
 * all of them are (`isDown`), and the totals of their figures. The boxes of a whole region give its number of zones.
 *
 * @param hosts each peer's host in the configuration
 */
export function sitesOf(peers, hosts) {
  if (peers.length <= PEERS_UP_TO) {
    return peers.map(peer => ofPeer(peer, hosts.get(peer.id) ?? ''));
  }
  const zones = groupBy(peers, peer => `${peer.region}\n${peer.zone}`);
  if (zones.size <= ZONES_UP_TO) {
    return [...zones.values()].map(members => ofMany(members, members[0].region, members[0].zone, zoneText(members[0])));
  }
  const regions = [...groupBy(peers, peer => peer.region)].sort(([, a], [, b]) => sum(b, 'wire') - sum(a, 'wire'));
  const shown = regions.length > REGIONS_UP_TO ? REGIONS_UP_TO - 1 : REGIONS_UP_TO;
  const rest = regions.slice(shown);
  const ofRegions = (members, region) => ofMany(members, region, zonesText(members), `${zonesText(members)} of ${region}`);
  return [
    ...regions.slice(0, shown).map(([region, members]) => ofRegions(members, region)),
    ...(rest.length === 0 ? [] : [ofRegions(rest.flatMap(([, members]) => members), `${rest.length} more regions`)]),
  ];
}

function ofPeer(peer, host = '') {
  const note = peer.up ? host : `${host} down`.trim();
  return { ...peer, where: zoneText(peer), name: peer.id, note, down: peer.up ? 0 : 1, isDown: !peer.up };
}

function ofMany(peers, region, zone, where) {
  const down = peers.filter(peer => !peer.up).length;
  return {
    ...sumOf(peers),
    id: `${region}\n${zone}`,
    region,
    zone,
    where,
    name: peers.length === 1 ? '1 peer' : `${count(peers.length)} peers`,
    note: down > 0 ? `${count(down)} down` : 'all up',
    down,
    isDown: down === peers.length,
  };
}

function zoneText({ region, zone }) {
  return `zone ${zone} of ${region}`;
}

function zonesText(peers) {
  const zones = new Set(peers.map(peer => `${peer.region}\n${peer.zone}`)).size;
  return zones === 1 ? '1 zone' : `${zones} zones`;
}
