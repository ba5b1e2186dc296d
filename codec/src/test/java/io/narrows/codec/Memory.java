package io.narrows.codec;

import java.nio.ByteBuffer;

/** The kinds of buffers that a codec must accept; each starts at an offset, so that ignoring it is detected. */
enum Memory {
    DIRECT {
        @Override
        ByteBuffer allocate(int length) {
            return ByteBuffer.allocateDirect(OFFSET + length).position(OFFSET);
        }
    },
    HEAP {
        @Override
        ByteBuffer allocate(int length) {
            return ByteBuffer.allocate(2 * OFFSET + length)
                    .position(OFFSET)
                    .slice()
                    .position(OFFSET);
        }
    };

    private static final int OFFSET = 3;

    abstract ByteBuffer allocate(int length);

    ByteBuffer of(byte[] content) {
        ByteBuffer buffer = allocate(content.length);
        buffer.duplicate().put(content);
        return buffer;
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] content = new byte[buffer.remaining()];
        buffer.duplicate().get(content);
        return content;
    }
}
