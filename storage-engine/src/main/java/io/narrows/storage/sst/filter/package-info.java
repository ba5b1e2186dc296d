/**
 * Filters exclude keys that a file does not contain, so that a lookup need not read a block.
 * {@link io.narrows.storage.sst.filter.BloomFilterBuilder} builds filters of format version 5 and later,
 * {@link io.narrows.storage.sst.filter.Filter} reads all Bloom filters of RocksDB.
 */
@NullMarked
package io.narrows.storage.sst.filter;

import org.jspecify.annotations.NullMarked;
