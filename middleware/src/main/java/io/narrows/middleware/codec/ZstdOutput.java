package io.narrows.middleware.codec;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdException;
import io.narrows.codec.Contexts;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Writes a message as one zstd frame. */
final class ZstdOutput extends FilterOutputStream {
    private final Contexts<ZstdEncoding> idle;
    private @Nullable ZstdEncoding encoding;

    /** @param encoding prepared; returned to {@code idle} at the end */
    ZstdOutput(OutputStream out, ZstdEncoding encoding, Contexts<ZstdEncoding> idle) {
        super(out);
        this.encoding = encoding;
        this.idle = idle;
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
            if (!encoding.src().hasRemaining()) {
                compress(encoding, EndDirective.CONTINUE);
            }
            int some = Math.min(from + count - at, encoding.src().remaining());
            encoding.src().put(bytes, at, some);
            at += some;
        }
    }

    private void compress(ZstdEncoding encoding, EndDirective directive) throws IOException {
        ByteBuffer src = encoding.src().flip();
        ByteBuffer dst = encoding.dst();
        boolean done = false;
        try {
            while (!done) {
                dst.clear();
                boolean flushed = encoding.context().compressDirectByteBufferStream(dst, src, directive);
                done = directive == EndDirective.CONTINUE ? !src.hasRemaining() : flushed && !src.hasRemaining();
                int length = dst.flip().remaining();
                dst.get(encoding.written(), 0, length);
                out.write(encoding.written(), 0, length);
            }
        } catch (ZstdException e) {
            throw new IOException("zstd compression failed: " + e.getMessage(), e);
        }
        src.clear();
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
            compress(encoding, EndDirective.END);
        } finally {
            idle.giveBack(encoding);
            encoding = null;
            out.close();
        }
    }
}
