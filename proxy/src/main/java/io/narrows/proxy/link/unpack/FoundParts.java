package io.narrows.proxy.link.unpack;

import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.Refusal;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.PieceFinder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what the finder has found from the held bytes, and adds it to the parts that go on in order: pieces that are unpacked, and plain
 * bytes, joined where they follow each other. Used on the link's event loop only.
 */
final class FoundParts implements PieceFinder.Receiver {
    private final ByteBufAllocator allocator;
    private final UnpackingStream.Next next;
    private final UnpackMeter.Sending meter;
    private final HeldBytes held;
    private final HeldEnd heldEnd;
    private final HeldParts parts;
    private final Consumer<HeldPiece> unpack;
    private int plain;

    /**
     * @param held the bytes in which the finder searches
     * @param unpack has a piece unpacked
     */
    FoundParts(
            ByteBufAllocator allocator,
            UnpackingStream.Next next,
            UnpackMeter.Sending meter,
            HeldBytes held,
            HeldEnd heldEnd,
            HeldParts parts,
            Consumer<HeldPiece> unpack) {
        this.allocator = allocator;
        this.next = next;
        this.meter = meter;
        this.held = held;
        this.heldEnd = heldEnd;
        this.parts = parts;
        this.unpack = unpack;
    }

    @Override
    public void plain(int bytes) {
        plain += bytes;
    }

    @Override
    public void piece(FoundPiece piece) {
        String reason = reasonAgainst(piece);
        if (reason != null) {
            meter.refused(piece.kind().format(), reason, piece.length());
            plain(piece.length());
            return;
        }
        end();
        HeldPiece taken = piece.part() == null ? whole(piece) : part(piece);
        parts.add(taken);
        unpack.accept(taken);
    }

    /** Returns why a piece is not even tried; null if it is. */
    private @Nullable String reasonAgainst(FoundPiece piece) {
        if (!next.compresses()) {
            return UnpackMeter.NO_CONTEXT;
        }
        return next.gains(piece.kind().format(), piece.length()) ? null : Refusal.NO_GAIN.label();
    }

    private HeldPiece whole(FoundPiece piece) {
        long since = held.since();
        return new HeldPiece(piece, held.take(piece.length()), since);
    }

    private HeldPiece part(FoundPiece piece) {
        ByteBuf original = held.copy(piece.length());
        HeldBytes reads = new HeldBytes(allocator);
        held.move(piece.length(), reads);
        return new HeldPiece(piece, original, reads, heldEnd.takePassesBeforeNext());
    }

    @Override
    public void refused(PieceKind kind, Refusal reason, int bytes) {
        meter.refused(kind.format(), reason.label(), bytes);
    }

    /** Adds the plain bytes found last; call after each search. */
    void end() {
        if (plain > 0) {
            long since = held.since();
            int length = plain;
            plain = 0;
            parts.add(new HeldPart.Literal(held.take(length), since));
        }
    }
}
