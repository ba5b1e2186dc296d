/** The checksums of blocks and footers, as in RocksDB's block-based tables. */
package io.narrows.storage.sst.checksum;
