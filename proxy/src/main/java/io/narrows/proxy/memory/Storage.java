package io.narrows.proxy.memory;

/** Where bytes are. */
public enum Storage {
    /** Java objects: contexts of dense and lz4, shared history. */
    HEAP,
    /** Direct buffers, and what native libraries allocate: contexts of zstd and gzip. */
    NATIVE
}
