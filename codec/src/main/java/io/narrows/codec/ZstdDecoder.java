package io.narrows.codec;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The decoder of {@link ZstdEncoder}'s frames. The header and the block boundaries are checked here, before the native
 * decoder sees them, so that it never allocates a window above the limit and never waits for the rest of a truncated block.
 */
final class ZstdDecoder extends DecodingContext {
    private static final int HEADER_LENGTH = 2;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final int maxWindowLog;
    private final ZstdDecompressCtx context;
    private final ByteBuffer spill = ByteBuffer.allocate(1);
    private final ByteBuffer blockHeader = ByteBuffer.allocate(ZstdLayout.BLOCK_HEADER);
    private final @Nullable StreamDictionary dictionary;
    private final @Nullable ZstdDigests digests;
    private long windowSize;

    ZstdDecoder(int maxWindowLog) {
        this(maxWindowLog, null);
    }

    ZstdDecoder(int maxWindowLog, @Nullable StreamDictionary dictionary) {
        this.maxWindowLog = maxWindowLog;
        this.dictionary = dictionary;
        context = new ZstdDecompressCtx();
        digests = ZstdDigests.load(dictionary, this::configure, context::close);
    }

    private void configure(@Nullable ZstdDigests digests) {
        context.setMagicless(true).setLongMax(maxWindowLog);
        if (digests != null) {
            digests.loadInto(context);
        }
    }

    @Override
    void begin(ByteBuffer src) throws MalformedDataException {
        DictionaryMark.check(src, dictionary);
    }

    @Override
    void decodeContent(ByteBuffer src, ByteBuffer dst) throws MalformedDataException {
        int type = src.get();
        if (type == ZstdLayout.SEVERAL_BLOCKS) {
            ZstdLayout.checkOpenBlocks(src, windowSize == 0 ? header(src) : src.position());
        } else if (windowSize == 0 || type < 0 || type > ZstdLayout.SEVERAL_BLOCKS) {
            throw new MalformedDataException("invalid zstd block type: " + type);
        } else {
            ZstdLayout.putHeader(blockHeader, type, src.remaining());
        }
        try {
            if (type != ZstdLayout.SEVERAL_BLOCKS) {
                context.decompressByteBufferStream(dst, blockHeader);
            }
            context.decompressByteBufferStream(dst, src);
            if (src.hasRemaining() || !dst.hasRemaining() && spills()) {
                throw new MalformedDataException("zstd frame exceeds its limit");
            }
        } catch (ZstdException e) {
            throw new MalformedDataException("zstd frame is damaged: " + e.getMessage(), e);
        }
    }

    /** Returns the window requested by the first frame of a context, in bytes. */
    static long windowSize(ByteBuffer firstFrame, int maxWindowLog) throws MalformedDataException {
        int type = firstFrame.get(firstFrame.position());
        if (type != ZstdLayout.SEVERAL_BLOCKS) {
            throw new MalformedDataException("invalid zstd block type: " + type);
        }
        return windowSizeOfHeader(firstFrame, firstFrame.position() + 1, maxWindowLog);
    }

    private int header(ByteBuffer src) throws MalformedDataException {
        windowSize = windowSizeOfHeader(src, src.position(), maxWindowLog);
        return src.position() + HEADER_LENGTH;
    }

    /** Accepts only the header written by {@link ZstdEncoder}: no flags, then the window. */
    private static long windowSizeOfHeader(ByteBuffer src, int at, int maxWindowLog) throws MalformedDataException {
        if (src.limit() - at < HEADER_LENGTH) {
            throw new MalformedDataException("truncated zstd header");
        }
        if (src.get(at) != 0) {
            throw new MalformedDataException("invalid zstd header: " + (src.get(at) & 0xff) + " (expected: 0)");
        }
        long asked = ZstdLayout.windowSize(src.get(at + 1));
        if (asked > 1L << maxWindowLog) {
            throw new MalformedDataException(
                    "zstd window too large: " + asked + " (expected: 1024-" + (1L << maxWindowLog) + ")");
        }
        return asked;
    }

    /** Returns whether the native decoder holds more output. Without room left, only one more byte can tell. */
    private boolean spills() {
        spill.clear();
        context.decompressByteBufferStream(spill, NOTHING);
        return spill.position() > 0;
    }

    @Override
    void forget() {
        context.reset();
        configure(digests);
        windowSize = 0;
    }

    @Override
    long heldBytes() {
        return ZstdTuning.decoderBytes(windowSize);
    }

    @Override
    void free() {
        ZstdDigests.free(digests, context::close);
    }
}
