/**
 * The set of files of a database: the state in its MANIFEST, and the records that change it. See docs/formats/db.md for
 * the layout of the directory and the databases that are rejected.
 *
 * <p>{@link io.narrows.storage.version.DbState} is the state of a database,
 * {@link io.narrows.storage.version.VersionEdit} is one change to it, and {@link io.narrows.storage.version.Manifest}
 * is the durable log of changes. The same code applies a change whether it is read or newly made.
 */
@NullMarked
package io.narrows.storage.version;

import org.jspecify.annotations.NullMarked;
