package io.narrows.proxy.link;

/**
 * Writes of the application in one direction, cut into segments as its own connection would have cut them. Used on the
 * link's event loop only.
 */
final class AppWrites {
    private long unfinished;
    private long bytes;
    private long segments;
    private long acknowledgements;

    /** Adds bytes to the present write. */
    void add(long length) {
        unfinished += length;
    }

    /** The present write is complete. */
    void end(IpHeaders headers) {
        if (unfinished > 0) {
            long cut = headers.segments(unfinished);
            bytes += unfinished;
            segments += cut;
            acknowledgements += acknowledgements(cut);
            unfinished = 0;
        }
    }

    /** Acknowledgements of so many segments in a row: one of every second segment. */
    static long acknowledgements(long segments) {
        return (segments + 1) / 2;
    }

    /** Of the writes that are complete, since {@link #clear}. */
    long bytes() {
        return bytes;
    }

    long segments() {
        return segments;
    }

    /** How many acknowledgements they ask for, if no answer carries them. */
    long acknowledgements() {
        return acknowledgements;
    }

    void clear() {
        bytes = 0;
        segments = 0;
        acknowledgements = 0;
    }
}
