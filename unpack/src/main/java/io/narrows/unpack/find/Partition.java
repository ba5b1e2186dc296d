package io.narrows.unpack.find;

import io.narrows.unpack.PieceKind;
import io.narrows.unpack.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The division of a stream into plain bytes and pieces. Every byte is counted once, as part of a format
 * ({@link #own}) or not ({@link #foreign}). Bytes of an open piece are pending until it is closed, given up or
 * discarded; all others are reported at the end of a read, or before the next piece.
 *
 * <pre>
 *            open            close, discard
 *  OUTSIDE ─────────► OPEN ─────────────────► OUTSIDE
 *                      │ giveUp, too long
 *                      ▼     close, discard
 *                   GIVEN_UP ───────────────► OUTSIDE
 * </pre>
 */
final class Partition {
    /** Maximum number of holes in a piece. 1 MiB in the smallest DATA frames that peers choose for it has 64. */
    static final int MOST_HOLES = 256;

    private enum State {
        OUTSIDE,
        OPEN,
        /** In a piece whose bytes are plain. */
        GIVEN_UP
    }

    private final int longestPiece;
    private final List<Hole> holes = new ArrayList<>();
    private PieceFinder.@Nullable Receiver receiver;
    private State state = State.OUTSIDE;
    private long plain;
    private int length;

    /** @param longestPiece maximum length of a piece with its holes */
    Partition(int longestPiece) {
        this.longestPiece = longestPiece;
    }

    int longestPiece() {
        return longestPiece;
    }

    /** Sets the receiver of reports until {@link #endRead}. */
    void beginRead(PieceFinder.Receiver next) {
        receiver = next;
    }

    /** Reports the plain bytes that were counted. */
    void endRead() {
        reportPlain();
        receiver = null;
    }

    /** Returns the number of bytes in the open piece. */
    int pending() {
        return length;
    }

    boolean givenUp() {
        return state == State.GIVEN_UP;
    }

    /** Begins a piece with the next byte that the format owns. */
    void open() {
        discard();
        state = State.OPEN;
    }

    /** Counts bytes of the format that is being read: of its piece if one is open, otherwise plain. */
    void own(int bytes) {
        if (state == State.OPEN && bytes <= longestPiece - length) {
            length += bytes;
        } else {
            giveUp();
            plain += bytes;
        }
    }

    /** Counts bytes that do not belong to the format. They are a hole if a piece has begun. */
    void foreign(int bytes) {
        if (length == 0 || bytes == 0) {
            plain += bytes;
        } else if (bytes <= longestPiece - length && addHole(bytes)) {
            length += bytes;
        } else {
            giveUp();
            plain += bytes;
        }
    }

    private boolean addHole(int bytes) {
        int last = holes.size() - 1;
        if (last >= 0 && holes.get(last).offset() + holes.get(last).length() == length) {
            holes.set(last, new Hole(holes.get(last).offset(), holes.get(last).length() + bytes));
        } else if (holes.size() < MOST_HOLES) {
            holes.add(new Hole(length, bytes));
        } else {
            return false;
        }
        return true;
    }

    /**
     * Ends the piece with the byte before. Reports it, unless it was given up or is too short.
     *
     * @return whether it was reported
     */
    boolean close(PieceKind kind) {
        return close(kind, null);
    }

    /** Ends a piece as {@link #close(PieceKind)}, with its place among linked blocks. */
    boolean close(PieceKind kind, @Nullable LinkedBlock linked) {
        boolean reported = length >= kind.shortest();
        if (reported) {
            reportPlain();
            FoundPiece piece = new FoundPiece(kind, length, holes, linked);
            length = 0;
            Objects.requireNonNull(receiver).piece(piece);
        }
        discard();
        return reported;
    }

    /** Reports that a piece exceeds a limit before its end was found. Does not count its bytes. */
    void refuse(PieceKind kind, Refusal reason, int bytes) {
        Objects.requireNonNull(receiver).refused(kind, reason, bytes);
    }

    /** Makes the bytes of an open piece plain, including those that follow until it ends. */
    void giveUp() {
        if (state == State.OPEN) {
            discard();
            state = State.GIVEN_UP;
        }
    }

    /** Makes the bytes of an open piece plain, and ends it. */
    void discard() {
        plain += length;
        length = 0;
        holes.clear();
        state = State.OUTSIDE;
    }

    private void reportPlain() {
        while (plain > 0) {
            int part = (int) Math.min(plain, Integer.MAX_VALUE);
            plain -= part;
            Objects.requireNonNull(receiver).plain(part);
        }
    }
}
