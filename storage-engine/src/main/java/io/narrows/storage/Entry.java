package io.narrows.storage;

/** What a file or a memtable says of one user key. The value stays as it is. */
public record Entry(EntryType type, long sequence, Slice value) {}
