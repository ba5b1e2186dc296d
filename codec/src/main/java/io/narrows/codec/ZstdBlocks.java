package io.narrows.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code zstd} for blocks: one standard frame (RFC 8878) with magic number and content size, without checksum. Frames with a
 * checksum can be read as well.
 */
final class ZstdBlocks implements BlockCodec {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final int BOUND_MARGIN_BELOW = 128 << 10;

    private final Contexts<ZstdCompressor> compressors;
    private final Contexts<ZstdDecompressor> decompressors;
    private final @Nullable ZstdDictionary dictionary;
    private final Cleaner.Cleanable cleanable;

    ZstdBlocks(CodecSpec spec) {
        this(() -> configured(spec), new Contexts<>(ZstdDecompressor::new, ZstdDecompressor::close), null);
    }

    /**
     * @param dictionary owned by the codec from now on
     * @param decompressors may serve other dictionaries as well: a process with many open files has a dictionary for each
     */
    ZstdBlocks(CodecSpec spec, ZstdDictionary dictionary, Contexts<ZstdDecompressor> decompressors) {
        this(
                () -> {
                    ZstdCompressCtx context = configured(spec);
                    dictionary.loadInto(context);
                    return context;
                },
                decompressors,
                dictionary);
    }

    /** The arguments must not reference the codec, which would keep it reachable from its own cleaner. */
    private ZstdBlocks(
            Supplier<ZstdCompressCtx> open,
            Contexts<ZstdDecompressor> decompressors,
            @Nullable ZstdDictionary dictionary) {
        Contexts<ZstdCompressor> compressors =
                new Contexts<>(() -> new ZstdCompressor(open.get()), ZstdCompressor::close);
        this.compressors = compressors;
        this.decompressors = decompressors;
        this.dictionary = dictionary;
        this.cleanable = CLEANER.register(this, () -> {
            compressors.closeIdle();
            decompressors.closeIdle(); // other codecs that share them open new ones
            if (dictionary != null) {
                dictionary.close();
            }
        });
    }

    private static ZstdCompressCtx configured(CodecSpec spec) {
        return new ZstdCompressCtx().setLevel(spec.level()).setWindowLog(spec.windowLog());
    }

    /** {@code ZSTD_COMPRESSBOUND} of zstd.h. */
    static int bound(int length) {
        int margin = length < BOUND_MARGIN_BELOW ? BOUND_MARGIN_BELOW - length >>> 11 : 0;
        return length + (length >>> 8) + margin;
    }

    @Override
    public int maxCompressedLength(int length) {
        return bound(length);
    }

    @Override
    public int compress(ByteBuffer src, ByteBuffer dst) {
        ZstdCompressor compressor = compressors.take();
        try {
            return compressor.compress(src, dst);
        } finally {
            compressors.giveBack(compressor);
            Reference.reachabilityFence(this); // otherwise the cleaner could free a dictionary that is in use
        }
    }

    @Override
    public void decompress(ByteBuffer src, ByteBuffer dst, int length) throws MalformedDataException {
        Room.require(dst, length);
        ZstdLayout.checkWholeFrame(src);
        ZstdDecompressor decompressor = decompressors.take();
        try {
            if (dictionary == null) {
                decompressor.decompress(src, dst, length);
            } else {
                decompressor.decompress(src, dst, length, dictionary);
            }
        } finally {
            decompressors.giveBack(decompressor);
            Reference.reachabilityFence(this);
        }
        src.position(src.limit());
        dst.position(dst.position() + length);
    }

    @Override
    public void close() {
        cleanable.clean();
    }
}
