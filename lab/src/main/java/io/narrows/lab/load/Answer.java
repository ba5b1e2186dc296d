package io.narrows.lab.load;

/**
 * Outcome of an operation.
 *
 * @param done false if the comparison of a transaction failed
 * @param revision of the store; for a successful write, that of the write
 * @param bytes of the values written or read
 */
record Answer(boolean done, long revision, long bytes) {}
