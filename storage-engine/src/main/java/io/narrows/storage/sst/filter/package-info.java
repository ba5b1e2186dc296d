/**
 * Filters: what a file says of keys that it does not hold, so that a look-up need not read a block. {@link
 * io.narrows.storage.sst.filter.BloomFilterBuilder} makes the one of format version 5 and later, {@link
 * io.narrows.storage.sst.filter.Filter} reads every one that RocksDB writes.
 */
package io.narrows.storage.sst.filter;
