package io.narrows.storage.sst;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;

/** What a file says of one user key. The value is a copy and stays as it is. */
public record TableEntry(EntryType type, long sequence, Slice value) {}
