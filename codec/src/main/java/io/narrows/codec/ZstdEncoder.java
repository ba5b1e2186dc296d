package io.narrows.codec;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.ByteBuffer;

/**
 * {@code zstd} as a stream: one zstd frame (RFC 8878) that never ends, without its magic number, content size, checksum
 * and dictionary id, flushed at the end of each of our frames. So each of ours is a run of whole zstd blocks, the first
 * one after a header of two bytes.
 */
final class ZstdEncoder implements StreamEncoder {
    private final ZstdTuning tuning;
    private final ZstdCompressCtx context = new ZstdCompressCtx();
    private boolean closed;

    ZstdEncoder(CodecSpec spec) {
        tuning = ZstdTuning.of(spec.level(), spec.windowLog());
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
    }

    /** {@code ZSTD_COMPRESSBOUND}: it has room for our header, since zstd's own is larger. */
    @Override
    public int maxFrameLength(int length) {
        return ZstdBlocks.bound(length);
    }

    @Override
    public void encode(ByteBuffer src, ByteBuffer dst) {
        requireOpen();
        Room.require(dst, maxFrameLength(src.remaining()));
        if (!src.hasRemaining()) {
            return;
        }
        boolean flushed = context.compressByteBufferStream(dst, src, EndDirective.FLUSH);
        if (!flushed || src.hasRemaining()) {
            throw new IllegalStateException("zstd did not flush within its bound");
        }
    }

    @Override
    public boolean keepsHistory() {
        return true;
    }

    /** The library forgets the parameters too. */
    @Override
    public void reset() {
        requireOpen();
        context.reset();
        configure();
    }

    @Override
    public long memoryBytes() {
        requireOpen();
        return tuning.encoderBytes();
    }

    @Override
    public void close() {
        closed = true;
        context.close();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the encoder is closed");
        }
    }
}
