package io.narrows.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The reads of a {@code .trace} file: records of {@code u64 nanoseconds, u32 length, bytes}, little-endian. */
final class TraceReads {
    private static final int HEADER_BYTES = 12;

    private TraceReads() {}

    /** Returns direct buffers, each filled from 0 to its limit. */
    static List<ByteBuffer> of(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        ByteBuffer all =
                ByteBuffer.allocateDirect(content.length).put(content).flip().order(ByteOrder.LITTLE_ENDIAN);
        List<ByteBuffer> reads = new ArrayList<>();
        while (all.hasRemaining()) {
            int length = all.getInt(all.position() + 8);
            reads.add(all.slice(all.position() + HEADER_BYTES, length));
            all.position(all.position() + HEADER_BYTES + length);
        }
        return reads;
    }
}
