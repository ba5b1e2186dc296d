package io.narrows.middleware.codec;

/** Room for one chunk, before and after. */
record SnappyBuffers(byte[] content, byte[] block) {
    SnappyBuffers() {
        this(new byte[SnappyDescriptor.MAX_CONTENT], new byte[SnappyDescriptor.MAX_BLOCK]);
    }
}
