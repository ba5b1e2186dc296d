/**
 * What was written last, in memory and sorted. {@link io.narrows.storage.memtable.Memtable} is a skip list
 * ({@link io.narrows.storage.memtable.SkipList}) over entries in a few large arrays
 * ({@link io.narrows.storage.memtable.EntryArena}): one thread adds to it, any number read meanwhile, and none waits.
 */
package io.narrows.storage.memtable;
