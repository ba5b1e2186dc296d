/** Our SST files next to RocksDB's, in one process: {@code bin/bench sst} and {@code bin/bench sst-threads}. */
package io.narrows.storage.bench.sst;
