/**
 * Keeps a family's files in shape: how large each level may be, what is merged next, which entries survive it, and how the
 * files that come of it are cut and compressed. Leveled compaction as RocksDB does it with
 * {@code level_compaction_dynamic_level_bytes}; it decides over {@linkplain io.narrows.storage.version.Version versions} and
 * hands back {@linkplain io.narrows.storage.version.VersionEdit edits}, so it changes nothing but by adding files.
 */
package io.narrows.storage.compaction;
