/**
 * The most recent writes, sorted in memory. {@link io.narrows.storage.memtable.Memtable} is a skip list
 * ({@link io.narrows.storage.memtable.SkipList}) over entries in a few large arrays
 * ({@link io.narrows.storage.memtable.EntryArena}): one thread adds while any number of threads read, without waiting.
 */
@NullMarked
package io.narrows.storage.memtable;

import org.jspecify.annotations.NullMarked;
