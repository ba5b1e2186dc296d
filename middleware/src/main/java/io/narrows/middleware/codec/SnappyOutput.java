package io.narrows.middleware.codec;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.Contexts;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Writes a message as a stream in Snappy's framing format. */
final class SnappyOutput extends FilterOutputStream {
    /** A chunk that shrinks by less than 1/{@value} is stored. */
    private static final int WORTH = 8;

    private final BlockCodec blocks;
    private final Contexts<SnappyBuffers> idle;
    private @Nullable SnappyBuffers buffers;
    private int length;
    private boolean begun;

    SnappyOutput(OutputStream out, BlockCodec blocks, Contexts<SnappyBuffers> idle) {
        super(out);
        this.blocks = blocks;
        this.idle = idle;
        this.buffers = idle.take();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        if (buffers == null) {
            throw new IOException("cannot write to a finished message");
        }
        int at = from;
        while (at < from + count) {
            if (length == SnappyDescriptor.MAX_CONTENT) {
                chunk(buffers);
            }
            int some = Math.min(from + count - at, SnappyDescriptor.MAX_CONTENT - length);
            System.arraycopy(bytes, at, buffers.content(), length, some);
            length += some;
            at += some;
        }
    }

    private void chunk(SnappyBuffers buffers) throws IOException {
        begin();
        ByteBuffer block = ByteBuffer.wrap(buffers.block());
        int compressed = blocks.compress(ByteBuffer.wrap(buffers.content(), 0, length), block);
        boolean shrinks = compressed >= 0 && compressed <= length - length / WORTH;
        int size = shrinks ? compressed : length;
        out.write(shrinks ? SnappyDescriptor.COMPRESSED : SnappyDescriptor.STORED);
        int chunk = size + SnappyDescriptor.CHECKSUM_BYTES;
        out.write(chunk);
        out.write(chunk >>> 8);
        out.write(chunk >>> 16);
        LittleEndian.write32(out, SnappyDescriptor.maskedChecksum(buffers.content(), 0, length));
        out.write(shrinks ? buffers.block() : buffers.content(), 0, size);
        length = 0;
    }

    private void begin() throws IOException {
        if (!begun) {
            out.write(SnappyDescriptor.IDENTIFIER_CHUNK);
            begun = true;
        }
    }

    @Override
    public void flush() {
        // Messages are flushed only as a whole.
    }

    @Override
    public void close() throws IOException {
        if (buffers == null) {
            return;
        }
        try {
            begin();
            if (length > 0) {
                chunk(buffers);
            }
        } finally {
            idle.giveBack(buffers);
            buffers = null;
            out.close();
        }
    }
}
