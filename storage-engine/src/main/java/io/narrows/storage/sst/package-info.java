/**
 * Files of sorted entries (SST files) in the format of RocksDB's block-based tables, format versions 2 to 7.
 *
 * <pre>
 *   data block … | filter | index | dictionary | range deletions | properties | metaindex | footer, 53 bytes
 *   each block:  payload | u8 compression type | fixed32 checksum of both
 * </pre>
 *
 * {@link io.narrows.storage.sst.TableWriter} writes a file, {@link io.narrows.storage.sst.TableReader} reads it. See
 * docs/formats/sst.md for the detailed layout.
 */
@NullMarked
package io.narrows.storage.sst;

import org.jspecify.annotations.NullMarked;
