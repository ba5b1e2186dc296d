package io.narrows.storage.version;

/**
 * The state of one column family in the MANIFEST. Immutable.
 *
 * @param logNumber logs with lower numbers have no entries of this family that are not in its files
 * @param nextEpoch epoch of the next flushed or ingested file; greater than the epochs of all existing files
 */
public record FamilyState(int id, String name, long logNumber, long nextEpoch, Version version) {}
