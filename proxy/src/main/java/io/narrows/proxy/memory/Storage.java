package io.narrows.proxy.memory;

/** Kind of memory. */
public enum Storage {
    /** Java objects: contexts of dense and lz4, shared history. */
    HEAP,
    /** Direct buffers and allocations of native libraries: contexts of zstd and gzip. */
    NATIVE
}
