package io.narrows.storage.sst.compress;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.Coding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Decompresses the blocks of one file, of any types. Thread-safe. */
public final class BlockDecompressor implements AutoCloseable {
    private final Codecs codecs;
    private final byte[] dictionary;
    private final Map<Codec, BlockCodec> opened = new ConcurrentHashMap<>();

    /** @param dictionary the file's dictionary, empty if it has none; it is not copied and must not change */
    public BlockDecompressor(Codecs codecs, byte[] dictionary) {
        this.codecs = codecs;
        this.dictionary = dictionary;
    }

    /**
     * Decompresses a payload.
     *
     * @param type any except {@link CompressionType#NONE}
     * @param reuse receives the result if it is large enough; otherwise a new array does
     * @return the uncompressed block, at index 0 of its array
     * @throws UnsupportedTypeException if the type is not supported, or its codec cannot be loaded
     * @throws IOException if the payload is damaged
     */
    public Slice decompress(CompressionType type, byte[] array, int offset, int length, byte[] reuse)
            throws IOException {
        long prefix = Coding.getLength(array, offset, offset + length);
        int plainLength = Coding.value(prefix);
        int from = type == CompressionType.SNAPPY ? offset : Coding.index(prefix);
        int end = offset + length;
        if (plainLength > (end - from + 64L) * largestExpansion(type)) {
            throw new MalformedDataException(
                    type.label() + " block of " + length + " bytes with a declared size of " + plainLength);
        }
        byte[] plain = plainLength <= reuse.length ? reuse : new byte[plainLength];
        if (type == CompressionType.BZIP2) {
            Bzip2Blocks.decompress(array, from, end - from, plain, 0, plainLength);
        } else {
            codec(type).decompress(ByteBuffer.wrap(array, from, end - from), ByteBuffer.wrap(plain), plainLength);
        }
        return new Slice(plain, 0, plainLength);
    }

    private BlockCodec codec(CompressionType type) throws IOException {
        Codec codec = type.codec().orElseThrow(() -> new UnsupportedTypeException(type.label() + " is not supported"));
        BlockCodec known = opened.get(codec);
        if (known != null) {
            return known;
        }
        if (!codecs.has(codec)) {
            throw new UnsupportedTypeException(
                    codec.label() + " cannot be loaded: " + codecs.missing().get(codec));
        }
        BlockCodec fresh = codecs.block(CodecSpec.of(codec), dictionary);
        BlockCodec earlier = opened.putIfAbsent(codec, fresh);
        if (earlier == null) {
            return fresh;
        }
        fresh.close();
        return earlier;
    }

    /** Releases native memory. No call may be in progress or follow. */
    @Override
    public void close() {
        opened.values().forEach(BlockCodec::close);
    }

    /**
     * Returns the maximum number of bytes that one compressed byte can expand to, which bounds the allocation for a damaged
     * length.
     */
    private static long largestExpansion(CompressionType type) {
        return switch (type) {
            case NONE -> 1;
            case SNAPPY -> 64;
            case LZ4, LZ4HC -> 255;
            case ZLIB -> 1032;
            case XPRESS, ZSTD -> 1 << 15;
            case BZIP2 -> 1 << 20;
        };
    }
}
