package io.narrows.unpack.find;

/**
 * A range of bytes inside a piece that does not belong to the compressed data, e.g. the header of an HTTP/2 frame.
 *
 * @param offset distance from the first byte of the piece, in bytes of the stream
 * @param length at least 1
 */
public record Hole(int offset, int length) {}
