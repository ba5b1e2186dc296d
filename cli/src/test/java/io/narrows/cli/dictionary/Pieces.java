package io.narrows.cli.dictionary;

import java.util.List;

/** Pieces for tests. */
final class Pieces {
    private Pieces() {}

    /** Returns a piece of one read. */
    static Piece of(long connection, int input, long first, long last, int bytes) {
        return new Piece(connection, new Moment(input, first), new Moment(input, last), List.of(new byte[bytes]));
    }
}
