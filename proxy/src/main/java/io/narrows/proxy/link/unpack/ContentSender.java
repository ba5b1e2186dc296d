package io.narrows.proxy.link.unpack;

import io.narrows.codec.PackedFormat;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.unpack.Refusal;
import io.narrows.unpack.SentBlocks;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.StreamedPart;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Sends the parts of the stream in their order: pieces that were unpacked in their carried form, if the peer can rebuild them, and everything
 * else as it is. Before the first carried piece, content is what the application sent; from then on, literal bytes have headers. Used on one
 * event loop.
 */
final class ContentSender {
    /** Keeps later pieces from depending on one that goes as it is although it was found. */
    interface Losses {
        /** Drops the state of this piece that later ones would need. */
        void forget(HeldPiece piece);

        /**
         * Stops looking for the rest of a streamed piece.
         *
         * @param isUseless whether no recipe makes it
         */
        void giveUp(StreamedPart part, boolean isUseless);
    }

    private final UnpackingStream.Next next;
    private final AgreedRecipes recipes;
    private final UnpackMeter.Sending meter;
    private final PeerEncoder encoder;
    private final Losses losses;
    private final HeldEnd heldEnd;
    private final CarriedBytes content;
    private final SentBlocks sent = new SentBlocks();

    /** Bytes of content that were passed on. */
    private long passed;

    private boolean carries;

    /**
     * @param recipes those that the peer has as well
     * @param encoder the peer's
     */
    ContentSender(
            ByteBufAllocator allocator,
            UnpackingStream.Next next,
            AgreedRecipes recipes,
            UnpackMeter.Sending meter,
            PeerEncoder encoder,
            Losses losses) {
        this.next = next;
        this.recipes = recipes;
        this.meter = meter;
        this.encoder = encoder;
        this.losses = losses;
        this.heldEnd = new HeldEnd(allocator, meter, this::literal);
        this.content = new CarriedBytes(allocator, this::pass);
    }

    /** Returns the last bytes of a streamed piece so far. */
    HeldEnd heldEnd() {
        return heldEnd;
    }

    /** Returns whether literal bytes have headers. */
    boolean carries() {
        return carries;
    }

    /** Returns the bytes that wait to be joined by others. */
    int waiting() {
        return content.waiting();
    }

    /** Passes on what waits. */
    void flush() {
        content.flush();
    }

    /** Has content be what the application sent from here on. */
    void endCarrying() {
        if (carries) {
            carries = false;
            next.carries(false);
        }
    }

    /** Sends a part and takes ownership of it. */
    void send(HeldPart part) {
        if (part instanceof HeldPiece piece && piece.found().part() != null) {
            part(piece, piece.found().part());
            return;
        }
        heldEnd.passBefore(part, UnpackMeter.LATE);
        if (part instanceof HeldPart.Action action) {
            content.flush();
            action.action().run();
        } else if (part instanceof HeldPart.Literal literal) {
            literal(literal.bytes(), literal.readAt());
        } else if (part instanceof HeldPiece piece) {
            piece(piece);
        }
    }

    private void literal(ByteBuf bytes, long readAt) {
        if (carries) {
            content.literal(bytes, readAt);
        } else {
            pass(bytes, 0, readAt);
        }
    }

    private void piece(HeldPiece piece) {
        CarriedPiece carried = piece.carried();
        Refusal refusal = carried == null ? null : refusal(piece.found(), carried.recipe());
        if (carried != null && refusal != null) {
            carried.bytes().release();
            carried = null;
            refused(piece, refusal);
        }
        if (carried == null) {
            losses.forget(piece);
            literal(piece.takeOriginal(), piece.readAt());
            return;
        }
        int length = piece.original().readableBytes();
        piece.takeOriginal().release();
        carry(carried, length, piece.readAt());
    }

    /** Returns why a piece that was unpacked cannot be sent so; null if it can, and then it is recorded as sent. */
    private @Nullable Refusal refusal(FoundPiece piece, Recipe recipe) {
        if (!recipes.uses(recipe)) {
            return Refusal.NO_RECIPE;
        }
        return sent.canSend(piece) ? null : Refusal.NO_HISTORY;
    }

    private void part(HeldPiece piece, StreamedPart part) {
        CarriedPiece carried = piece.carried();
        if (piece.isAfterPassed() || !part.continues()) {
            heldEnd.passBefore(piece, UnpackMeter.LATE);
            heldEnd.begin();
        }
        boolean lacksEnd = heldEnd.takeHasPassed();
        Refusal refusal = piece.isUnpacked() ? refusalOfPart(piece.found(), carried, lacksEnd) : null;
        if (!piece.isUnpacked() || refusal != null) {
            if (refusal != null) {
                refused(piece, refusal);
            }
            partAsItIs(piece, part);
            return;
        }
        heldEnd.add(piece);
        if (carried != null) {
            encoder.used(carried.begins());
            long since = heldEnd.since();
            carry(carried, heldEnd.dropAllBut(piece.heldBack()), since);
        }
    }

    /** @param lacksEnd whether the end of the part before went as it is */
    private @Nullable Refusal refusalOfPart(FoundPiece part, @Nullable CarriedPiece carried, boolean lacksEnd) {
        if (carried != null && !recipes.uses(carried.recipe())) {
            return Refusal.NO_RECIPE;
        }
        if (carried != null
                && carried.begins()
                && !encoder.request(carried.recipe().contextBytes())) {
            return Refusal.NO_MEMORY;
        }
        boolean lacksEncoder = carried != null && !carried.begins() && encoder.isFreed();
        return !lacksEnd && !lacksEncoder && sent.canSend(part) ? null : Refusal.NO_HISTORY;
    }

    private void partAsItIs(HeldPiece piece, StreamedPart part) {
        losses.forget(piece);
        heldEnd.passBefore(piece, Refusal.NO_HISTORY.label());
        if (piece.carried() != null) {
            piece.carried().bytes().release();
        }
        literal(piece.takeOriginal(), piece.readAt());
        boolean isUseless = piece.lacksRecipe() && !part.continues();
        if (isUseless) {
            content.flush();
            encoder.freeAsUseless();
        }
        losses.giveUp(part, isUseless);
    }

    private void refused(HeldPiece piece, Refusal reason) {
        FoundPiece found = piece.found();
        meter.refused(found.kind().format(), reason.label(), found.length());
    }

    private void carry(CarriedPiece carried, int length, long readAt) {
        try {
            beginCarrying();
        } catch (RuntimeException | Error e) {
            carried.bytes().release();
            throw e;
        }
        PackedFormat format = carried.recipe().kind().format();
        next.unpacked(format, passed + content.waiting(), carried.bytes().readableBytes(), length);
        content.piece(carried.bytes(), length, readAt);
        meter.unpacked(format, carried.recipe().id(), length);
    }

    private void beginCarrying() {
        if (!carries) {
            carries = true;
            next.carries(true);
        }
    }

    /**
     * Passes content on, and ownership of it.
     *
     * @param surplus by how many bytes it is longer than what the application sent
     */
    void pass(ByteBuf bytes, int surplus, long readAt) {
        passed += bytes.readableBytes();
        next.content(bytes, surplus, readAt);
    }

    /** Returns the memory that waiting bytes pin. */
    long memoryBytes() {
        return heldEnd.memoryBytes() + content.memoryBytes();
    }

    /** Discards what waits. */
    void release() {
        heldEnd.release();
        content.release();
    }
}
