package io.narrows.proxy.link.bill;

/**
 * Models the segments that an application's writes in one direction would have taken on its own connection. Used on the
 * link's event loop only.
 */
final class AppWrites {
    private long unfinished;
    private long bytes;
    private long segments;
    private long acknowledgements;

    /** Adds bytes to the current write. */
    void add(long length) {
        unfinished += length;
    }

    /** Completes the current write. */
    void end(IpHeaders headers) {
        if (unfinished > 0) {
            long cut = headers.segments(unfinished);
            bytes += unfinished;
            segments += cut;
            acknowledgements += acknowledgements(cut);
            unfinished = 0;
        }
    }

    /** Returns the acknowledgments of consecutive segments: one for every second segment. */
    static long acknowledgements(long segments) {
        return (segments + 1) / 2;
    }

    /** Returns the bytes of complete writes since {@link #clear}. */
    long bytes() {
        return bytes;
    }

    long segments() {
        return segments;
    }

    /** Returns the acknowledgments of these writes if no answer carries them. */
    long acknowledgements() {
        return acknowledgements;
    }

    void clear() {
        bytes = 0;
        segments = 0;
        acknowledgements = 0;
    }
}
