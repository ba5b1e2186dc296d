/** The checksums of blocks and footers, as in RocksDB's block-based tables. */
@NullMarked
package io.narrows.storage.sst.checksum;

import org.jspecify.annotations.NullMarked;
