package io.narrows.unpack.find;

import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyFramedOutputStream;
import org.xerial.snappy.SnappyOutputStream;

/** Content as real encoders compress it. */
final class Packed {
    private interface Encoder {
        OutputStream over(OutputStream output) throws IOException;
    }

    private Packed() {}

    static byte[] lz4(byte[] content) {
        return lz4(content, BLOCKSIZE.SIZE_64KB, FLG.Bits.BLOCK_INDEPENDENCE);
    }

    static byte[] lz4(byte[] content, BLOCKSIZE blockSize, FLG.Bits... flags) {
        return encoded(content, output -> new LZ4FrameOutputStream(output, blockSize, content.length, flags));
    }

    static byte[] xerial(byte[] content, int blockSize) {
        return encoded(content, output -> new SnappyOutputStream(output, blockSize));
    }

    static byte[] snappyFrames(byte[] content) {
        return encoded(content, SnappyFramedOutputStream::new);
    }

    static byte[] snappy(byte[] content) {
        try {
            return Snappy.compress(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] gzip(byte[] content) {
        return encoded(content, GZIPOutputStream::new);
    }

    static byte[] zlib(byte[] content) {
        return encoded(content, DeflaterOutputStream::new);
    }

    static byte[] deflate(byte[] content) {
        return encoded(content, output -> new DeflaterOutputStream(output, new Deflater(6, true)));
    }

    static byte[] zstd(byte[] content, boolean withSize, boolean withChecksum) {
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            return context.setContentSize(withSize).setChecksum(withChecksum).compress(content);
        }
    }

    private static byte[] encoded(byte[] content, Encoder encoder) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream output = encoder.over(packed)) {
            output.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    /**
     * Returns a record batch of Kafka.
     *
     * @param attributes the codec, and other attributes
     * @param producerId -1 without idempotence
     */
    static byte[] kafkaBatch(int attributes, long producerId, byte[] records) {
        long time = 1_795_000_000_000L;
        return ByteBuffer.allocate(KafkaBatch.HEADER + records.length)
                .putLong(123_456)
                .putInt(KafkaBatch.HEADER - 12 + records.length)
                .putInt(producerId < 0 ? -1 : 7)
                .put((byte) 2)
                .putInt(0x5ca1ab1e)
                .putShort((short) attributes)
                .putInt(19)
                .putLong(time)
                .putLong(time + 37)
                .putLong(producerId)
                .putShort((short) (producerId < 0 ? -1 : 3))
                .putInt(producerId < 0 ? -1 : 4242)
                .putInt(20)
                .put(records)
                .array();
    }
}
