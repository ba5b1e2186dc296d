package io.narrows.middleware.codec;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A message being decoded, in chunks that are allocated as they are filled, up to a limit. Not thread-safe. */
final class DecodedMessage {
    private static final int MIN_PIECE = 512;
    private static final int MAX_PIECE = 64 * 1024;

    private final int limit;
    private final List<ByteArrayInputStream> full = new ArrayList<>(1);
    private byte[] piece;
    private int used;
    private int length;

    /** @param probableLength sizes the first chunk, within bounds */
    DecodedMessage(int probableLength, int limit) {
        this.limit = limit;
        this.piece = new byte[Math.min(Math.max(MIN_PIECE, probableLength), Math.min(MAX_PIECE, limit))];
    }

    int length() {
        return length;
    }

    /** Returns the remaining bytes before the limit. */
    int room() {
        return limit - length;
    }

    /** @throws LimitExceededException if the message exceeds the limit */
    void write(byte[] bytes, int from, int count) throws LimitExceededException {
        write(ByteBuffer.wrap(bytes, from, count));
    }

    /** @throws LimitExceededException if the message exceeds the limit */
    void write(ByteBuffer bytes) throws LimitExceededException {
        int left = bytes.remaining();
        require(left);
        length += left;
        while (left > 0) {
            if (used == piece.length) {
                full.add(new ByteArrayInputStream(piece));
                piece = new byte[Math.min(MAX_PIECE, Math.max(left, 2 * piece.length))];
                used = 0;
            }
            int some = Math.min(left, piece.length - used);
            bytes.get(piece, used, some);
            used += some;
            left -= some;
        }
    }

    /** @throws LimitExceededException if that many more bytes would exceed the limit */
    void require(long more) throws LimitExceededException {
        if (more > room()) {
            throw new LimitExceededException("more than " + limit + " bytes when decoded");
        }
    }

    /** Returns the message from its first byte. Nothing may be written afterwards. */
    InputStream open() {
        ByteArrayInputStream last = new ByteArrayInputStream(piece, 0, used);
        if (full.isEmpty()) {
            return last;
        }
        full.add(last);
        return new SequenceInputStream(Collections.enumeration(full));
    }
}
