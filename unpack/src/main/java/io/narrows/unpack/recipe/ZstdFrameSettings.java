package io.narrows.unpack.recipe;

/**
 * The choices of a program that determine a frame, apart from the level.
 *
 * @param hasChecksum the frame ends with a checksum of its content
 * @param hasContentSize the frame's header declares the size of its content, which the encoder knew from the beginning
 * @param isStreamed the content came through {@code ZSTD_compressStream}, however it was cut, and not in a single call
 * @param isFlushed the stream was flushed before the frame ended, which adds an empty block; so do the Java clients of Kafka
 */
public record ZstdFrameSettings(boolean hasChecksum, boolean hasContentSize, boolean isStreamed, boolean isFlushed) {
    private static final int CHECKSUM = 1;
    private static final int CONTENT_SIZE = 2;
    private static final int STREAMED = 4;
    private static final int FLUSHED = 8;

    /** The settings as numbers: part of the format of unpacked streams. */
    static final int COUNT = 16;

    static ZstdFrameSettings of(int number) {
        return new ZstdFrameSettings(
                (number & CHECKSUM) != 0,
                (number & CONTENT_SIZE) != 0,
                (number & STREAMED) != 0,
                (number & FLUSHED) != 0);
    }

    int number() {
        return (hasChecksum ? CHECKSUM : 0)
                | (hasContentSize ? CONTENT_SIZE : 0)
                | (isStreamed ? STREAMED : 0)
                | (isFlushed ? FLUSHED : 0);
    }
}
