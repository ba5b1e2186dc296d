package io.narrows.codec;

import io.narrows.codec.dense.FrameEncoder;
import java.util.Optional;

/**
 * A codec with a validated level and window.
 *
 * @param level on the codec's own scale, within {@link Levels#of}; 0 for codecs without levels
 * @param windowLog base-two logarithm of the maximum history in bytes; any excess over the codec's limit is ignored
 */
public record CodecSpec(Codec codec, int level, int windowLog) {
    /** Default window, unless the level profits from a larger one: 1 MiB. */
    private static final int DEFAULT_WINDOW_LOG = 20;

    /** Default window of {@link Codec#DENSE}: 4 MiB; twice as much at the level that optimizes for size only. */
    private static final int DENSE_WINDOW_LOG = 22;

    public static final int MIN_WINDOW_LOG = 10;
    public static final int MAX_WINDOW_LOG = 27;

    /** @throws IllegalArgumentException if the level or the window is out of range; the message names the range */
    public CodecSpec {
        Levels.of(codec).check(level);
        if (windowLog < MIN_WINDOW_LOG || windowLog > MAX_WINDOW_LOG) {
            throw new IllegalArgumentException(
                    "window log " + windowLog + " (expected: " + MIN_WINDOW_LOG + "-" + MAX_WINDOW_LOG + ")");
        }
    }

    public static CodecSpec of(Codec codec) {
        return of(codec, Levels.of(codec).standard());
    }

    /** Returns a codec at a level, with the default window of that level. */
    public static CodecSpec of(Codec codec, int level) {
        return new CodecSpec(codec, level, standardWindowLog(codec, level));
    }

    /** Returns the version of the stream format that a decoder of this codec and level must support. */
    public int format() {
        return isLevel0() ? FrameEncoder.VERSION_2 : codec.format();
    }

    /** Returns whether this is level 0 of dense, whose format differs from that of its other levels. */
    public boolean isLevel0() {
        return codec == Codec.DENSE && level == 0;
    }

    /** Returns the same codec and level with a different window. */
    public CodecSpec withWindowLog(int log) {
        return new CodecSpec(codec, level, log);
    }

    /**
     * Returns the faster level whose frames may be mixed with those of this one in the same context, if the decoder supports its
     * {@linkplain #format() format}; empty if there is none.
     */
    public Optional<CodecSpec> lowerLevel() {
        return codec == Codec.DENSE && level > 0 ? Optional.of(new CodecSpec(codec, 0, windowLog)) : Optional.empty();
    }

    /**
     * Returns the faster codec that replaces this one while it would delay frames or take too much processor time, with a
     * window that is not larger; empty if this codec is fast enough for any link.
     */
    public Optional<CodecSpec> overloadCodec() {
        return switch (codec) {
            case NONE, GZIP, SNAPPY, LZ4, LZ4HC, ZSTD -> Optional.empty();
            case DENSE -> {
                CodecSpec zstd = of(Codec.ZSTD, 3);
                yield Optional.of(zstd.withWindowLog(Math.min(zstd.windowLog(), windowLog)));
            }
        };
    }

    /**
     * Returns the default window: for LZ4, its maximum distance; for zstd, its own choice at the level for input of unknown
     * length, except for the lowest levels, which use less.
     */
    private static int standardWindowLog(Codec codec, int level) {
        return switch (codec) {
            case NONE, GZIP, SNAPPY -> DEFAULT_WINDOW_LOG;
            case LZ4, LZ4HC -> Lz4Window.MAX_LOG;
            case ZSTD -> level < 3 ? DEFAULT_WINDOW_LOG : level < 9 ? 21 : level < 17 ? 22 : 23;
            case DENSE -> level < 3 ? DENSE_WINDOW_LOG : DENSE_WINDOW_LOG + 1;
        };
    }

    /** Formats the specification as in tables and logs: {@code zstd:3}, or {@code snappy} without levels. */
    @Override
    public String toString() {
        return Levels.of(codec).exist() ? codec.label() + ":" + level : codec.label();
    }
}
