package io.narrows.cli.sst;

/**
 * What became of some blocks.
 *
 * @param storedBytes of all of them, without what stands behind each
 * @param kept those that are stored compressed
 * @param plainBytes of all of them
 * @param keptBytes plain bytes of those that are stored compressed
 * @param compressNanos of processor time, for all of them
 * @param uncompressNanos for those that are stored compressed
 */
record Tally(long storedBytes, int kept, long plainBytes, long keptBytes, long compressNanos, long uncompressNanos) {
    static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0);

    Tally plus(Tally other) {
        return new Tally(
                storedBytes + other.storedBytes,
                kept + other.kept,
                plainBytes + other.plainBytes,
                keptBytes + other.keptBytes,
                compressNanos + other.compressNanos,
                uncompressNanos + other.uncompressNanos);
    }

    /** Plain bytes for each nanosecond; 0 when nothing was measured. */
    double compressRate() {
        return compressNanos == 0 ? 0 : (double) plainBytes / compressNanos;
    }

    double uncompressRate() {
        return uncompressNanos == 0 ? 0 : (double) keptBytes / uncompressNanos;
    }
}
