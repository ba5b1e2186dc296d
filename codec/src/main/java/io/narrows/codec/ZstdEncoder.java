package io.narrows.codec;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * {@code zstd} as a stream: one endless zstd frame (RFC 8878), without magic number, content size, checksum and dictionary
 * id, flushed at the end of each of our frames. Each of our frames therefore consists of whole zstd blocks, the first one
 * after a header of two bytes.
 *
 * <p>Nearly every frame is a single block, whose header of three bytes contains nothing that the frame does not: it is
 * replaced by the block's type in one byte. On streams of small records that saves one percent.
 */
final class ZstdEncoder extends EncodingContext {
    /**
     * A size that no stream reaches. For one that may be short, zstd would take the tables of the digested dictionary, which are sized for the
     * dictionary, and keep them however long the stream gets.
     */
    private static final long ENDLESS = 1L << 62;

    private final ZstdTuning tuning;
    private final ZstdCompressCtx context;
    private @Nullable StreamDictionary dictionary;
    private @Nullable ZstdDigests digests;
    private boolean started;

    ZstdEncoder(CodecSpec spec) {
        tuning = ZstdTuning.of(spec.level(), spec.windowLog());
        context = new ZstdCompressCtx();
        configure();
    }

    private void configure() {
        context.setLevel(tuning.level())
                .setWindowLog(tuning.windowLog())
                .setHashLog(tuning.hashLog())
                .setChainLog(tuning.chainLog())
                .setMagicless(true)
                .setContentSize(false)
                .setChecksum(false)
                .setDictID(false);
        if (digests != null) {
            digests.loadInto(context, tuning.level());
            context.setPledgedSrcSize(ENDLESS);
        }
    }

    /** {@code ZSTD_COMPRESSBOUND}, plus the type. It has space for our header, because zstd's own header is larger. */
    @Override
    public int maxFrameLength(int length) {
        return ZstdBlocks.bound(length) + 1 + DictionaryMark.length(dictionary);
    }

    @Override
    void use(@Nullable StreamDictionary next) {
        ZstdDigests before = digests;
        digests = next == null ? null : next.useZstd();
        dictionary = next;
        try {
            forget();
        } finally {
            if (before != null) {
                before.release();
            }
        }
    }

    @Override
    void begin(ByteBuffer dst) {
        DictionaryMark.put(dst, dictionary);
    }

    @Override
    void encodeContent(ByteBuffer src, ByteBuffer dst) {
        int start = dst.position();
        dst.position(start + 1);
        boolean flushed = context.compressByteBufferStream(dst, src, EndDirective.FLUSH);
        if (!flushed || src.hasRemaining()) {
            throw new IllegalStateException("zstd did not flush within its bound");
        }
        dropHeaderOfLoneBlock(start, dst);
        started = true;
    }

    private void dropHeaderOfLoneBlock(int start, ByteBuffer dst) {
        int block = start + 1;
        int length = dst.position() - block;
        int type = started ? ZstdLayout.typeOfLoneBlock(dst, block, length) : ZstdLayout.SEVERAL_BLOCKS;
        dst.put(start, (byte) type);
        if (type != ZstdLayout.SEVERAL_BLOCKS) {
            int content = length - ZstdLayout.BLOCK_HEADER;
            dst.put(block, dst, block + ZstdLayout.BLOCK_HEADER, content);
            dst.position(block + content);
        }
    }

    @Override
    public boolean keepsHistory() {
        return true;
    }

    /** The library forgets the parameters too. */
    @Override
    void forget() {
        context.reset();
        configure();
        started = false;
    }

    @Override
    long heldBytes() {
        return tuning.encoderBytes();
    }

    @Override
    void free() {
        ZstdDigests.free(digests, context::close);
    }
}
