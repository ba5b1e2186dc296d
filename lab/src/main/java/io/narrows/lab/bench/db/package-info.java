/**
 * The benchmarks of {@code db_bench} on the engine of Narrows and on RocksDB: the same keys, values and loops on either
 * implementation of {@link io.narrows.lab.bench.db.Engine}.
 */
@NullMarked
package io.narrows.lab.bench.db;

import org.jspecify.annotations.NullMarked;
