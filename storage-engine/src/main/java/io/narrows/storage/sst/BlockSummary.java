package io.narrows.storage.sst;

import io.narrows.storage.sst.compress.CompressionType;

/**
 * A data block of a file.
 *
 * @param offset position of its first byte in the file
 * @param storedSize bytes in the file, without the trailer
 * @param plainSize uncompressed size in bytes
 */
public record BlockSummary(long offset, long storedSize, CompressionType type, long plainSize) {}
