package io.narrows.proxy.link.unpack;

import io.narrows.unpack.find.FoundPiece;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A piece in its place in the stream, from when it was found until it leaves in one form or the other. Used on one event loop. */
final class HeldPiece implements HeldPart {
    private final FoundPiece found;
    private final ByteBuf original;
    private final long readAt;
    private @Nullable CarriedPiece carried;
    private boolean isDone;

    /** @param original owned by this piece */
    HeldPiece(FoundPiece found, ByteBuf original, long readAt) {
        this.found = found;
        this.original = original;
        this.readAt = readAt;
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

    /** Has the piece leave as it is. */
    void late() {
        isDone = true;
    }

    /**
     * Decides how the piece leaves.
     *
     * @param form owned by this piece; null for the original
     */
    void done(@Nullable CarriedPiece form) {
        carried = form;
        isDone = true;
    }

    /** Does not include the carried form, which leaves at once: pieces are unpacked in order. */
    @Override
    public long memoryBytes() {
        return original.capacity();
    }

    @Override
    public void release() {
        original.release();
        if (carried != null) {
            carried.bytes().release();
        }
    }
}
