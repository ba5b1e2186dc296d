package io.narrows.storage;

/** The entry of a file or a memtable for one user key. The bytes of the value do not change. */
public record Entry(EntryType type, long sequence, Slice value) {}
