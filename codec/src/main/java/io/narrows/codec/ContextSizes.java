package io.narrows.codec;

import io.narrows.codec.dense.DamagedFrameException;
import io.narrows.codec.dense.Effort;
import io.narrows.codec.dense.FrameDecoder;
import io.narrows.codec.dense.FrameEncoder;
import java.nio.ByteBuffer;

/**
 * Maximum memory of contexts, in bytes, computed before they are created. {@link StreamEncoder#memoryBytes} and {@link
 * StreamDecoder#memoryBytes} do not exceed that of the context that they have now, also after a restart in another window. Those of {@code
 * dense} are smaller until the window is full; those of other codecs are equal to it.
 */
public final class ContextSizes {
    private ContextSizes() {}

    /** Returns the maximum memory of an encoder, in bytes. */
    public static long encoder(CodecSpec spec) {
        return switch (spec.codec()) {
            case NONE, SNAPPY -> 0;
            case GZIP -> DeflateEncoder.MEMORY;
            case ZSTD -> ZstdTuning.of(spec.level(), spec.windowLog()).encoderBytes();
            case LZ4, LZ4HC -> Lz4Encoder.memoryBytes(spec);
            case DENSE -> FrameEncoder.memoryBytes(Effort.ofLevel(spec.level()), spec.windowLog());
        };
    }

    /** Returns the maximum memory of a decoder for frames of an encoder with this specification, in bytes. */
    public static long decoder(CodecSpec spec) {
        return switch (spec.codec()) {
            case NONE, SNAPPY -> 0;
            case GZIP -> DeflateDecoder.MEMORY;
            case ZSTD -> ZstdTuning.decoderBytes(1L << spec.windowLog());
            case LZ4, LZ4HC -> Lz4Window.memoryBytes(Lz4Window.MAX_LOG);
            case DENSE -> FrameDecoder.memoryBytes(Effort.ofLevel(spec.level()), spec.windowLog());
        };
    }

    /**
     * Returns the maximum memory of a decoder for the context that starts with a frame, in bytes.
     *
     * @param firstFrame the first frame of a context; its position is not changed
     * @param maxWindowLog the largest window that the frame may request, as a base-two logarithm of bytes
     * @throws MalformedDataException if the frame does not start a context or requests a larger window
     */
    public static long decoder(Codec codec, ByteBuffer firstFrame, int maxWindowLog) throws MalformedDataException {
        if (!firstFrame.hasRemaining()) {
            throw new MalformedDataException(codec.label() + " context starts with an empty frame");
        }
        return switch (codec) {
            case ZSTD -> ZstdTuning.decoderBytes(ZstdDecoder.windowSize(DictionaryMark.skip(firstFrame), maxWindowLog));
            case DENSE -> ofDense(DictionaryMark.skip(firstFrame), maxWindowLog);
            case NONE, GZIP, SNAPPY, LZ4, LZ4HC -> decoder(CodecSpec.of(codec));
        };
    }

    private static long ofDense(ByteBuffer firstFrame, int maxWindowLog) throws MalformedDataException {
        try {
            return FrameDecoder.memoryBytes(firstFrame, maxWindowLog);
        } catch (DamagedFrameException e) {
            throw new MalformedDataException("dense frame is damaged: " + e.getMessage(), e);
        }
    }
}
