package io.narrows.storage.sst.compress;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.storage.sst.block.Coding;
import java.nio.ByteBuffer;

/**
 * Compresses the blocks of one file. What it makes is what stands in the file: all types but Snappy begin with the
 * length of the plain block, a varint. Safe for use by many threads.
 */
public final class BlockCompressor implements AutoCloseable {
    /** What {@link #compress} returns when a block does not shrink enough. */
    public static final int REJECTED = -1;

    private final CompressionType type;
    private final BlockCodec codec;

    private BlockCompressor(CompressionType type, BlockCodec codec) {
        this.type = type;
        this.codec = codec;
    }

    /** @throws IllegalArgumentException when this process does not have the codec */
    public static BlockCompressor of(CodecSpec spec, Codecs codecs) {
        return new BlockCompressor(CompressionType.of(spec.codec()), codecs.block(spec));
    }

    /**
     * The same with a dictionary that the file carries.
     *
     * @throws MalformedDataException when the codec refuses the dictionary
     */
    public static BlockCompressor of(CodecSpec spec, Codecs codecs, byte[] dictionary) throws MalformedDataException {
        return new BlockCompressor(CompressionType.of(spec.codec()), codecs.block(spec, dictionary));
    }

    public CompressionType type() {
        return type;
    }

    /** The room that {@link #compress} needs for a block of so many bytes. */
    public int room(int length) {
        return Coding.MAX_VARINT32 + codec.maxCompressedLength(length);
    }

    /**
     * Compresses a block, which begins with its array, into an array of enough {@link #room}.
     *
     * @return the bytes, at most seven eighths of the block, or {@link #REJECTED}
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

    /** Gives native memory back. No call may be under way, and none may follow. */
    @Override
    public void close() {
        codec.close();
    }
}
