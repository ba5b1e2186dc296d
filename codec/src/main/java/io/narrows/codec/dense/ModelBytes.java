package io.narrows.codec.dense;

/** Memory of a context's models, in bytes, as that of a new context with the rows that are in use. Changed when rows are allocated. */
final class ModelBytes {
    private long total;

    /** @param bytes negative for less memory */
    void add(long bytes) {
        total += bytes;
    }

    long total() {
        return total;
    }
}
