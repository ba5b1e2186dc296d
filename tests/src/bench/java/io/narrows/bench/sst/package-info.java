/** SST files, ours and RocksDB's, in one process: building, reading, threads. */
package io.narrows.bench.sst;
