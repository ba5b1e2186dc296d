package io.narrows.cli.sst;

import io.narrows.codec.CodecSpec;

/**
 * What one codec made of the blocks of a sample.
 *
 * @param plainBytes before compression
 * @param storedBytes as they would stand in a file: with the bytes behind each block, and with the dictionary
 * @param kept blocks that are stored compressed
 * @param compressRate plain bytes per nanosecond of processor time; 0 when nothing was compressed
 * @param uncompressRate the same, of the blocks that are stored compressed
 */
record TrialFigures(
        CodecSpec spec, long plainBytes, long storedBytes, int kept, double compressRate, double uncompressRate) {
    /** Stored bytes for each plain one; 1 for no blocks. */
    double ratio() {
        return plainBytes == 0 ? 1 : (double) storedBytes / plainBytes;
    }

    /** In units of 10^6 plain bytes. */
    double compressMegabytesPerSecond() {
        return compressRate * 1e3;
    }

    double uncompressMegabytesPerSecond() {
        return uncompressRate * 1e3;
    }
}
