package io.narrows.cli.sst;

import io.narrows.codec.CodecSpec;

/**
 * Results of one codec on the blocks of a sample.
 *
 * @param plainBytes before compression
 * @param storedBytes size in a file, including trailers and the dictionary
 * @param kept number of blocks that are stored compressed
 * @param compressRate plain bytes per nanosecond of processor time; 0 if nothing was compressed
 * @param uncompressRate likewise, for the blocks that are stored compressed
 */
record TrialFigures(
        CodecSpec spec, long plainBytes, long storedBytes, int kept, double compressRate, double uncompressRate) {
    /** Returns stored bytes per plain byte; 1 for no blocks. */
    double ratio() {
        return plainBytes == 0 ? 1 : (double) storedBytes / plainBytes;
    }

    /** Returns the speed in units of 10^6 plain bytes. */
    double compressMegabytesPerSecond() {
        return compressRate * 1e3;
    }

    double uncompressMegabytesPerSecond() {
        return uncompressRate * 1e3;
    }
}
