package io.narrows.codec;

import io.narrows.codec.dense.DamagedFrameException;
import io.narrows.codec.dense.Effort;
import io.narrows.codec.dense.FrameDecoder;
import io.narrows.codec.dense.FrameEncoder;
import java.nio.ByteBuffer;

/**
 * The memory that contexts take, in bytes, known before they are made: what {@link StreamEncoder#memoryBytes} and {@link
 * StreamDecoder#memoryBytes} say once the window is full.
 */
public final class ContextSizes {
    private ContextSizes() {}

    /** Returns what an encoder takes. */
    public static long encoder(CodecSpec spec) {
        return switch (spec.codec()) {
            case NONE, SNAPPY -> 0;
            case GZIP -> DeflateEncoder.MEMORY;
            case ZSTD -> ZstdTuning.of(spec.level(), spec.windowLog()).encoderBytes();
            case LZ4, LZ4HC -> Lz4Encoder.memoryBytes(spec);
            case DENSE -> FrameEncoder.memoryBytes(Effort.ofLevel(spec.level()), spec.windowLog());
        };
    }

    /** Returns what a decoder takes for what an encoder of that specification makes. */
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
     * Returns what a decoder takes for the context that a frame begins.
     *
     * @param firstFrame of a context; its position stays
     * @param maxWindowLog the largest window that it may ask for, as a base-two logarithm of bytes
     * @throws MalformedDataException when it does not begin a context, or asks for a larger window
     */
    public static long decoder(Codec codec, ByteBuffer firstFrame, int maxWindowLog) throws MalformedDataException {
        if (!firstFrame.hasRemaining()) {
            throw new MalformedDataException(codec.label() + " context begins with an empty frame");
        }
        return switch (codec) {
            case ZSTD -> ZstdTuning.decoderBytes(ZstdDecoder.windowSize(firstFrame, maxWindowLog));
            case DENSE -> ofDense(firstFrame, maxWindowLog);
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
