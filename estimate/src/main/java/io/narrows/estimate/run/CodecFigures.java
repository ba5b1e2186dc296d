package io.narrows.estimate.run;

/** Bytes and processor time of one codec on one kind of traffic. Written while the capture is read, by its thread. */
public final class CodecFigures {
    private long appBytes;
    private long wireBytes;
    private long headerBytes;
    private long cpuNanos;
    private long contexts;
    private long startBytes;

    void frame(int app, int wire, long headers) {
        appBytes += app;
        wireBytes += wire;
        headerBytes += headers;
    }

    /**
     * Counts what pieces became before they were compressed.
     *
     * @param surplus by how many bytes the content of the next frames is longer than what the application sent
     */
    void unpacked(int surplus, long nanos) {
        appBytes -= surplus;
        cpuNanos += nanos;
    }

    /** Counts the start and the end of a link. */
    void linkStart(long wire, long headers) {
        startBytes += wire;
        wireBytes += wire;
        headerBytes += headers;
    }

    void cpu(long nanos) {
        cpuNanos += nanos;
    }

    void contextOpened() {
        contexts++;
    }

    /** Adds figures of other traffic. */
    public void add(CodecFigures other) {
        appBytes += other.appBytes;
        wireBytes += other.wireBytes;
        headerBytes += other.headerBytes;
        cpuNanos += other.cpuNanos;
        contexts += other.contexts;
        startBytes += other.startBytes;
    }

    /** Returns the bytes before compression. */
    public long appBytes() {
        return appBytes;
    }

    /** Returns the bytes at the link's socket, below TLS. */
    public long wireBytes() {
        return wireBytes;
    }

    /** Returns the part of {@link #wireBytes} that starts and ends links, in a model. */
    public long startBytes() {
        return startBytes;
    }

    /** Returns the bytes as IP carries them, without acknowledgments. */
    public long ipBytes() {
        return wireBytes + headerBytes;
    }

    /** Returns the processor time of compression, and of unpacking before it. */
    public double cpuSeconds() {
        return cpuNanos / 1e9;
    }

    /** Returns how many times a context was started. */
    public long contexts() {
        return contexts;
    }
}
