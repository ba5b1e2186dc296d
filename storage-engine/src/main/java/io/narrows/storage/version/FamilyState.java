package io.narrows.storage.version;

/**
 * What a MANIFEST says of one column family. Immutable.
 *
 * @param logNumber logs with lower numbers hold nothing of it that is not in its files
 * @param nextEpoch of the next file that is flushed or ingested; above the epochs of all its files
 */
public record FamilyState(int id, String name, long logNumber, long nextEpoch, Version version) {}
