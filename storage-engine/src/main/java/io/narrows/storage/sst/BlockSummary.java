package io.narrows.storage.sst;

import io.narrows.storage.sst.compress.CompressionType;

/**
 * A data block of a file.
 *
 * @param offset of its first byte in the file
 * @param storedSize bytes in the file, without the trailer
 * @param plainSize bytes once it is uncompressed
 */
public record BlockSummary(long offset, long storedSize, CompressionType type, long plainSize) {}
