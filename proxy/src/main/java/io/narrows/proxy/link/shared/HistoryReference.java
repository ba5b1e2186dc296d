package io.narrows.proxy.link.shared;

/**
 * Bytes that both ends have, for the next frame to refer to.
 *
 * @param source the source whose next bytes these are
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record HistoryReference(int source, byte[] bytes) {
    /**
     * Maximum total bytes of all history references in one frame. Part of the protocol: must not change within version 1.
     */
    public static final int MOST_BYTES = 64 << 10;

    /** Learning a byte takes at most 1/{@value} of the time to encode one. */
    public static final int CHEAPER = 4;
}
