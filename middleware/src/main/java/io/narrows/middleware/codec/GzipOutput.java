package io.narrows.middleware.codec;

import io.narrows.codec.Contexts;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/** Writes a message as one gzip member. */
final class GzipOutput extends FilterOutputStream {
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, (byte) 0xff};
    private static final int BUFFER = 4096;

    private final Contexts<Deflater> deflaters;
    private final CRC32 crc = new CRC32();
    private final byte[] deflated = new byte[BUFFER];
    private @Nullable Deflater deflater;
    private int length;
    private boolean begun;

    GzipOutput(OutputStream out, Contexts<Deflater> deflaters, int level) {
        super(out);
        this.deflaters = deflaters;
        this.deflater = deflaters.take();
        deflater.setLevel(level);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        if (deflater == null) {
            throw new IOException("cannot write to a finished message");
        }
        crc.update(bytes, from, count);
        length += count;
        deflater.setInput(bytes, from, count);
        while (!deflater.needsInput()) {
            drain(deflater);
        }
    }

    private void drain(Deflater deflater) throws IOException {
        if (!begun) {
            out.write(HEADER);
            begun = true;
        }
        int some = deflater.deflate(deflated, 0, deflated.length);
        out.write(deflated, 0, some);
    }

    @Override
    public void flush() {
        // Messages are flushed only as a whole.
    }

    @Override
    public void close() throws IOException {
        if (deflater == null) {
            return;
        }
        try {
            deflater.finish();
            while (!deflater.finished()) {
                drain(deflater);
            }
            LittleEndian.write32(out, (int) crc.getValue());
            LittleEndian.write32(out, length);
        } finally {
            deflater.reset();
            deflaters.giveBack(deflater);
            deflater = null;
            out.close();
        }
    }
}
