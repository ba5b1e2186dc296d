package io.narrows.cli.dictionary;

import java.util.List;

/**
 * One direction of a short connection, or a part of one direction of a longer connection.
 *
 * @param connection number of the connection among those of all inputs; its directions have the same
 * @param first time of the first read
 * @param last time of the last read
 * @param reads at least one
 */
record Piece(long connection, Moment first, Moment last, List<byte[]> reads) {
    Piece {
        reads = List.copyOf(reads);
    }

    /** Returns the bytes of all reads. */
    int bytes() {
        return reads.stream().mapToInt(read -> read.length).sum();
    }

    /** Returns the bytes of all reads of all pieces. */
    static long bytes(List<Piece> pieces) {
        return pieces.stream().mapToLong(Piece::bytes).sum();
    }

    /** Returns the number of connections that pieces are from. */
    static long connections(List<Piece> pieces) {
        return pieces.stream().mapToLong(Piece::connection).distinct().count();
    }
}
