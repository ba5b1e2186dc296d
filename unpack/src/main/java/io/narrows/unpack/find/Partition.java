package io.narrows.unpack.find;

import io.narrows.unpack.PieceKind;
import io.narrows.unpack.Refusal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The division of a stream into plain bytes and pieces. Every byte is counted once, as part of a format
 * ({@link #own}) or not ({@link #foreign}). Bytes of an open piece are pending until it is closed, given up or
 * discarded, or a part of it is reported; all others are reported at the end of a read, or before the next piece.
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

    /** Bytes of a streamed piece after which a part is reported. */
    static final int LONGEST_PART = 64 << 10;

    private static final int WHOLE = 0;

    private final int longestPiece;
    private final Set<PieceKind> divided;
    private final Predicate<PieceKind> isReady;
    private final Set<PieceKind> preferredWhole = EnumSet.noneOf(PieceKind.class);
    private final List<Hole> holes = new ArrayList<>();
    private PieceFinder.@Nullable Receiver receiver;
    private State state = State.OUTSIDE;
    private long plain;
    private int length;

    /** Length at which the open piece is divided into parts, or {@link #WHOLE} if it cannot be. */
    private int longestPart = WHOLE;

    /** The open piece if a part of it was reported. */
    private @Nullable Object stream;

    private long parts;

    /** Bytes of the parts that were reported, without holes. */
    private long partBytes;

    /** The kind of the parts of the open piece, if it can be divided. */
    private PieceKind kindOfParts = PieceKind.DEFLATE_STREAM;

    /**
     * @param longestPiece maximum length of a piece with its holes
     * @param divided kinds of parts into which long pieces are divided; other kinds have no effect
     * @param isReady whether parts of such a kind are wanted now; asked for each long piece
     */
    Partition(int longestPiece, Set<PieceKind> divided, Predicate<PieceKind> isReady) {
        this.longestPiece = longestPiece;
        this.divided = Set.copyOf(divided);
        this.isReady = isReady;
    }

    /** Returns whether long pieces are divided into parts of a kind. */
    boolean divides(PieceKind parts) {
        return divided.contains(parts);
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

    /**
     * Has the open piece divided into parts if it is long.
     *
     * @param parts the kind of the parts
     * @param longest length of the longest piece that is reported as a whole
     */
    void divide(PieceKind parts, int longest) {
        if (state == State.OPEN && divides(parts)) {
            kindOfParts = parts;
            longestPart = preferredWhole.contains(parts) ? longestPiece : Math.min(longest, longestPiece);
        }
    }

    /** Returns whether the open piece can be continued in a further part if its bytes so far are reported; asks whether parts are wanted. */
    boolean canCut() {
        return stream != null || longestPart != WHOLE && length >= LONGEST_PART && isReady.test(kindOfParts);
    }

    /** Reports the bytes of the open piece as a part. */
    void cut() {
        if (length > 0) {
            reportPart(false);
            longestPart = Math.min(LONGEST_PART, longestPiece);
        }
    }

    private void reportPart(boolean isLast) {
        reportPlain();
        if (stream == null) {
            stream = new Object();
            parts = 0;
            partBytes = 0;
        }
        partBytes += length - holes.stream().mapToInt(Hole::length).sum();
        FoundPiece part = new FoundPiece(length, holes, new StreamedPart(kindOfParts, stream, parts++, isLast));
        length = 0;
        holes.clear();
        Objects.requireNonNull(receiver).piece(part);
    }

    /**
     * Makes the rest of the piece of a part plain, if it is the open one.
     *
     * @param prefersWhole whether later ones are divided as late as possible
     */
    void giveUp(StreamedPart unwanted, boolean prefersWhole) {
        if (prefersWhole) {
            preferredWhole.add(unwanted.kind());
        }
        if (stream == unwanted.stream()) {
            giveUp();
        }
    }

    /** Counts bytes of the format that is being read: of its piece if one is open, otherwise plain. */
    void own(int bytes) {
        int rest = bytes;
        while (state == State.OPEN && longestPart != WHOLE && rest > longestPart - length) {
            int added = Math.max(0, longestPart - length);
            length += added;
            rest -= added;
            divide();
        }
        ownOfPart(rest);
    }

    /** Reports a part, or leaves the piece whole for some more bytes if parts are not wanted now. */
    private void divide() {
        if (stream != null || isReady.test(kindOfParts)) {
            cut();
        } else if (length < longestPiece) {
            longestPart = Math.min(longestPiece, longestPart + LONGEST_PART);
        } else {
            refuse(kindOfParts, Refusal.NO_MEMORY, length);
            giveUp();
        }
    }

    private void ownOfPart(int bytes) {
        if (state == State.OPEN && bytes <= longestPiece - length) {
            length += bytes;
        } else {
            giveUp();
            plain += bytes;
        }
    }

    /** Counts bytes that do not belong to the format. They are a hole if a piece has begun. */
    void foreign(int bytes) {
        if (length == 0 && stream == null || bytes == 0) {
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
        boolean reported = length >= kind.shortest() || stream != null && length > 0;
        if (stream != null && length > 0) {
            reportPart(true);
        } else if (reported) {
            reportPlain();
            FoundPiece piece = new FoundPiece(kind, length, holes, linked);
            length = 0;
            Objects.requireNonNull(receiver).piece(piece);
        }
        discard();
        return reported;
    }

    /**
     * Reports that the open piece exceeds a limit before its end was found. Does not count its bytes.
     *
     * @param bytes those of the piece so far; those of parts that were reported are subtracted
     */
    void refuse(PieceKind kind, Refusal reason, long bytes) {
        Objects.requireNonNull(receiver).refused(kind, reason, (int) Math.min(Integer.MAX_VALUE, bytes - partBytes));
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
        stream = null;
        partBytes = 0;
        longestPart = WHOLE;
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
