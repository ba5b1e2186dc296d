package io.narrows.proxy.memory;

/** A kind of memory. */
public enum Storage {
    /** Java objects: contexts of dense and lz4, shared history. */
    HEAP,
    /** Direct buffers and allocations of native libraries: contexts of zstd and gzip. */
    NATIVE
}
