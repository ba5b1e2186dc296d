/**
 * A database: column families in one directory that RocksDB opens too. {@link io.narrows.storage.db.Db} is where to begin.
 *
 * <p>A write goes through {@code WriteQueue} into the log and the memtables; {@code SuperVersion} is what a read sees;
 * {@code Background} flushes and compacts; {@code VersionSet} is the one place where the files of the database change.
 */
package io.narrows.storage.db;
