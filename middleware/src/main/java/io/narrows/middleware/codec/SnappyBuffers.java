package io.narrows.middleware.codec;

/** Buffers for the content and the block of one chunk. */
record SnappyBuffers(byte[] content, byte[] block) {
    SnappyBuffers() {
        this(new byte[SnappyDescriptor.MAX_CONTENT], new byte[SnappyDescriptor.MAX_BLOCK]);
    }
}
