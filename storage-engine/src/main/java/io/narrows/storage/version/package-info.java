/**
 * Which files a database consists of: the state that its MANIFEST holds, and the records by which it changes. What is in a
 * directory and what is refused is in docs/formats/db.md.
 *
 * <p>{@link io.narrows.storage.version.DbState} is what is known of a database,
 * {@link io.narrows.storage.version.VersionEdit} one change of it, {@link io.narrows.storage.version.Manifest} where
 * changes are made durable. A state changes by one rule, whether the change is read or made.
 */
package io.narrows.storage.version;
