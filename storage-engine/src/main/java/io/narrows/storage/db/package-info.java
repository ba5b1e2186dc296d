/**
 * A database: column families in one directory, which RocksDB can open too. Start with
 * {@link io.narrows.storage.db.Db}.
 *
 * <p>A write goes through {@code WriteQueue} into the log and the memtables; {@code SuperVersion} is a reader's view of
 * a family; {@code Background} flushes and compacts; {@code VersionSet} is the only place where the set of files
 * changes.
 */
@NullMarked
package io.narrows.storage.db;

import org.jspecify.annotations.NullMarked;
