package io.narrows.bench.region;

/**
 * Sizes of the frames of one direction of a link with TLS and content checks, as docs/formats/link-protocol.md defines them, and of what
 * carries them.
 */
final class LinkBytes {
    /** A TLS 1.3 record's header, type and tag. */
    static final int RECORD = 22;

    /** IPv4 and TCP headers with timestamps. */
    private static final int HEADERS = 52;

    private static final int SEGMENT = 1448;
    private static final int STRETCH = 512;
    private static final int CHECK = 2;
    private static final int MAX_BRIEF_LENGTH = 127;

    private boolean begun;
    private int stretch;

    /**
     * Returns the bytes of the next frame: its header, perhaps a check, and the payload.
     *
     * @param length of the payload
     * @param teaches whether the payload begins with history references
     */
    int next(int length, boolean teaches) {
        int header = begun && !teaches && length <= MAX_BRIEF_LENGTH ? 1 : 1 + varint(length);
        begun = true;
        stretch += header + length;
        if (stretch < STRETCH) {
            return header + length;
        }
        stretch = 0;
        return header + length + CHECK;
    }

    /** Returns the bytes of a number in groups of seven bits. */
    static int varint(int number) {
        return number < 1 << 7 ? 1 : number < 1 << 14 ? 2 : 3;
    }

    /** Returns the segments of a frame that leaves alone, in a TLS record of its own. */
    static int segments(int frameBytes) {
        return (frameBytes + RECORD + SEGMENT - 1) / SEGMENT;
    }

    /** Returns the IP bytes of such a frame, with an acknowledgment for every second segment. */
    static double ipBytes(int frameBytes) {
        return frameBytes + RECORD + 1.5 * segments(frameBytes) * HEADERS;
    }
}
