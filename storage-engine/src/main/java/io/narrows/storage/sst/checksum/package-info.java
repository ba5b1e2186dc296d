/** The checksums of blocks and footers, as RocksDB's block-based tables carry them. */
package io.narrows.storage.sst.checksum;
