package io.narrows.cli.load;

/**
 * What became of an operation.
 *
 * @param done false when the comparison of a transaction did not hold
 * @param revision of the store, which is that of the write when one was done
 * @param bytes of the values that were written or read
 */
record Answer(boolean done, long revision, long bytes) {}
