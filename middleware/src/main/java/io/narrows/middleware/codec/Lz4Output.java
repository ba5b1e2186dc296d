package io.narrows.middleware.codec;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.Contexts;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Writes a message as one LZ4 frame of independent blocks, with a checksum of its content. */
final class Lz4Output extends FilterOutputStream {
    private static final int FLAGS = Lz4Descriptor.VERSION | Lz4Descriptor.INDEPENDENT | Lz4Descriptor.CONTENT_CHECKSUM;
    private static final int SMALL = 4;
    private static final int LARGE = 5;

    private final BlockCodec blocks;
    private final Contexts<Lz4Encoding> idle;
    private @Nullable Lz4Encoding encoding;
    private int length;
    private boolean begun;

    Lz4Output(OutputStream out, BlockCodec blocks, Contexts<Lz4Encoding> idle) {
        super(out);
        this.blocks = blocks;
        this.idle = idle;
        this.encoding = idle.take();
        encoding.content().reset();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        if (encoding == null) {
            throw new IOException("cannot write to a finished message");
        }
        int at = from;
        while (at < from + count) {
            if (length == Lz4Encoding.MAX_BLOCK) {
                block(encoding);
            }
            int some = Math.min(from + count - at, Lz4Encoding.MAX_BLOCK - length);
            System.arraycopy(bytes, at, encoding.block(length + some), length, some);
            length += some;
            at += some;
        }
    }

    private void begin(Lz4Encoding encoding) throws IOException {
        if (begun) {
            return;
        }
        begun = true;
        int sizeCode = length <= Lz4Descriptor.blockMax(SMALL) ? SMALL : LARGE;
        byte[] descriptor = {(byte) FLAGS, (byte) (sizeCode << Lz4Descriptor.SIZE_SHIFT)};
        LittleEndian.write32(out, Lz4Descriptor.MAGIC);
        out.write(descriptor);
        out.write(Lz4Descriptor.headerChecksum(encoding.checksum(descriptor, 0, descriptor.length)));
    }

    private void block(Lz4Encoding encoding) throws IOException {
        begin(encoding);
        byte[] content = encoding.block(length);
        encoding.content().update(content, 0, length);
        byte[] room = encoding.compressed(length);
        ByteBuffer smaller = ByteBuffer.wrap(room, 0, length - 1);
        int compressed = blocks.compress(ByteBuffer.wrap(content, 0, length), smaller);
        if (compressed == BlockCodec.DECLINED) {
            LittleEndian.write32(out, length | Lz4Descriptor.STORED);
            out.write(content, 0, length);
        } else {
            LittleEndian.write32(out, compressed);
            out.write(room, 0, compressed);
        }
        length = 0;
    }

    @Override
    public void flush() {
        // Messages are flushed only as a whole.
    }

    @Override
    public void close() throws IOException {
        if (encoding == null) {
            return;
        }
        try {
            begin(encoding);
            if (length > 0) {
                block(encoding);
            }
            LittleEndian.write32(out, Lz4Descriptor.END);
            LittleEndian.write32(out, encoding.content().getValue());
        } finally {
            idle.giveBack(encoding);
            encoding = null;
            out.close();
        }
    }
}
