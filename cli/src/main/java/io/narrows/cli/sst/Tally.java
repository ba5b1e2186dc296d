package io.narrows.cli.sst;

/**
 * Results of some blocks.
 *
 * @param storedBytes of all blocks, without trailers
 * @param kept number of blocks that are stored compressed
 * @param plainBytes of all blocks
 * @param keptBytes plain bytes of the blocks that are stored compressed
 * @param compressNanos processor time for all blocks
 * @param uncompressNanos processor time for the blocks that are stored compressed
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

    /** Returns plain bytes per nanosecond; 0 if nothing was measured. */
    double compressRate() {
        return compressNanos == 0 ? 0 : (double) plainBytes / compressNanos;
    }

    double uncompressRate() {
        return uncompressNanos == 0 ? 0 : (double) keptBytes / uncompressNanos;
    }
}
