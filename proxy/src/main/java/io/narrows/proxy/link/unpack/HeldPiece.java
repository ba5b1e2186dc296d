package io.narrows.proxy.link.unpack;

import io.narrows.unpack.find.FoundPiece;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A piece in its place in the stream, from when it was found until it leaves in one form or the other. Used on one event loop. */
final class HeldPiece implements HeldPart {
    private final FoundPiece found;
    private final ByteBuf original;
    private final long readAt;
    private final @Nullable HeldBytes reads;
    private final boolean isAfterPassed;
    private int heldBack;
    private @Nullable CarriedPiece carried;
    private boolean isDone;
    private boolean lacksRecipe;

    /** @param original owned by this piece */
    HeldPiece(FoundPiece found, ByteBuf original, long readAt) {
        this(found, original, readAt, null, false);
    }

    /**
     * Creates a part of a streamed piece.
     *
     * @param reads the same bytes as the original, with their times
     * @param isAfterPassed whether the bytes that the part before holds back go as they are
     */
    HeldPiece(FoundPiece found, ByteBuf original, HeldBytes reads, boolean isAfterPassed) {
        this(found, original, reads.since(), reads, isAfterPassed);
    }

    private HeldPiece(
            FoundPiece found, ByteBuf original, long readAt, @Nullable HeldBytes reads, boolean isAfterPassed) {
        this.found = found;
        this.original = original;
        this.readAt = readAt;
        this.reads = reads;
        this.isAfterPassed = isAfterPassed;
    }

    FoundPiece found() {
        return found;
    }

    /** Returns the bytes of the piece as the application sent them. */
    ByteBuf original() {
        return original;
    }

    /** Returns when the first byte of the piece was read, on the nano clock. */
    long readAt() {
        return readAt;
    }

    /** Returns whether it is known how the piece leaves. */
    boolean isDone() {
        return isDone;
    }

    /** Returns the form in which it leaves; null if as it is. */
    @Nullable
    CarriedPiece carried() {
        return carried;
    }

    /** Returns whether the bytes that the part before holds back go as they are. */
    boolean isAfterPassed() {
        return isAfterPassed;
    }

    /** Returns how many bytes up to the end of this part are carried with those that follow. */
    int heldBack() {
        return heldBack;
    }

    /** Returns whether the piece is carried, now or with those that follow. */
    boolean isUnpacked() {
        return carried != null || heldBack > 0;
    }

    /** Returns whether no recipe makes the piece. */
    boolean lacksRecipe() {
        return lacksRecipe;
    }

    /** Has the piece leave as it is, since no recipe makes it. */
    void withoutRecipe() {
        lacksRecipe = true;
        isDone = true;
    }

    /** Releases the original, and moves the bytes of a part behind others. */
    void moveTo(HeldBytes others) {
        original.release();
        if (reads != null) {
            reads.move(reads.length(), others);
        }
    }

    /** Removes the original, which the caller releases. */
    ByteBuf takeOriginal() {
        if (reads != null) {
            reads.release();
        }
        return original;
    }

    /** Has the piece leave as it is. */
    void late() {
        isDone = true;
    }

    /**
     * Decides how the piece leaves.
     *
     * @param form owned by this piece; null for the original
     * @param left how many bytes up to its end are carried with those that follow, if it is a part
     */
    void done(@Nullable CarriedPiece form, int left) {
        carried = form;
        heldBack = left;
        isDone = true;
    }

    /** Does not include the carried form, which leaves at once: pieces are unpacked in order. */
    @Override
    public long memoryBytes() {
        return original.capacity() + (reads == null ? 0 : reads.memoryBytes());
    }

    @Override
    public void release() {
        takeOriginal().release();
        if (carried != null) {
            carried.bytes().release();
        }
    }
}
