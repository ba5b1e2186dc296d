/**
 * Leveled compaction, like RocksDB's with {@code level_compaction_dynamic_level_bytes}: sets the target size of each level,
 * picks what to merge next, selects the entries that survive, and splits and compresses the output files. It reads
 * {@linkplain io.narrows.storage.version.Version versions} and returns
 * {@linkplain io.narrows.storage.version.VersionEdit edits}; its only side effect is to add files.
 */
@NullMarked
package io.narrows.storage.compaction;

import org.jspecify.annotations.NullMarked;
