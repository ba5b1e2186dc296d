package io.narrows.storage.sst.compress;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.storage.sst.block.Coding;
import java.nio.ByteBuffer;

/**
 * Compresses the blocks of one file into their stored form: all types except Snappy begin with the uncompressed length, a
 * varint. Thread-safe.
 */
public final class BlockCompressor implements AutoCloseable {
    /** Result of {@link #compress} for a block that does not shrink enough. */
    public static final int REJECTED = -1;

    private final CompressionType type;
    private final BlockCodec codec;

    private BlockCompressor(CompressionType type, BlockCodec codec) {
        this.type = type;
        this.codec = codec;
    }

    /** @throws IllegalArgumentException if the codec is not available in this process */
    public static BlockCompressor of(CodecSpec spec, Codecs codecs) {
        return new BlockCompressor(CompressionType.of(spec.codec()), codecs.block(spec));
    }

    /**
     * Creates a compressor with a dictionary that is stored in the file.
     *
     * @throws MalformedDataException if the codec rejects the dictionary
     */
    public static BlockCompressor of(CodecSpec spec, Codecs codecs, byte[] dictionary) throws MalformedDataException {
        return new BlockCompressor(CompressionType.of(spec.codec()), codecs.block(spec, dictionary));
    }

    public CompressionType type() {
        return type;
    }

    /** Returns the room that {@link #compress} needs for a block of that length. */
    public int room(int length) {
        return Coding.MAX_VARINT32 + codec.maxCompressedLength(length);
    }

    /**
     * Compresses a block, which starts at index 0, into an array with enough {@link #room}.
     *
     * @return the compressed size, at most seven eighths of the block, or {@link #REJECTED}
     */
    public int compress(byte[] block, int length, byte[] out) {
        if (type == CompressionType.NONE) {
            return REJECTED;
        }
        int start = type == CompressionType.SNAPPY ? 0 : Coding.putVarint32(out, 0, length);
        ByteBuffer dst = ByteBuffer.wrap(out).position(start);
        int compressed = codec.compress(ByteBuffer.wrap(block, 0, length), dst);
        return compressed == BlockCodec.DECLINED || start + compressed > length - (length >> 3)
                ? REJECTED
                : start + compressed;
    }

    /** Releases native memory. No call may be in progress or follow. */
    @Override
    public void close() {
        codec.close();
    }
}
