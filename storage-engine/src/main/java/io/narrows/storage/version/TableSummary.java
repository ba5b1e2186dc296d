package io.narrows.storage.version;

import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.sst.FileCache;
import io.narrows.storage.sst.TableProperties;

/**
 * The parts of an SST file that stay in memory after it is closed to make room.
 *
 * @param tombstones its range deletions, clipped to its bounds
 * @param blocks its share of the block cache
 */
record TableSummary(RangeTombstones tombstones, TableProperties properties, FileCache blocks) {}
