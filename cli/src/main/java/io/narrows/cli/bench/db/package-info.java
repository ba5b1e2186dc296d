/**
 * The benchmarks of {@code db_bench}, on the engine of Narrows and on RocksDB: the same keys and values by the same loops,
 * beneath them one {@link io.narrows.cli.bench.db.Engine} or the other.
 */
package io.narrows.cli.bench.db;
