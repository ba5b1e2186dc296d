package io.narrows.testkit;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.xerial.snappy.SnappyOutputStream;

/** A way in which an application compresses, by the library that clients in Java use. The same bytes become the same bytes. */
public enum Packing {
    LZ4 {
        @Override
        OutputStream into(OutputStream sink) throws IOException {
            return new LZ4FrameOutputStream(sink, LZ4FrameOutputStream.BLOCKSIZE.SIZE_64KB);
        }
    },
    SNAPPY {
        @Override
        OutputStream into(OutputStream sink) {
            return new SnappyOutputStream(sink);
        }
    },
    GZIP {
        @Override
        OutputStream into(OutputStream sink) throws IOException {
            return new GZIPOutputStream(sink);
        }
    },
    ZSTD {
        @Override
        OutputStream into(OutputStream sink) throws IOException {
            return new ZstdOutputStream(sink);
        }
    };

    abstract OutputStream into(OutputStream sink) throws IOException;

    /** Returns the bytes as one frame, stream or member. */
    public byte[] pack(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream packing = into(packed)) {
            packing.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
