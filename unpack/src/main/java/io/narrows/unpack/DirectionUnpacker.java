package io.narrows.unpack;

import io.narrows.codec.PackedFormat;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.PieceFinder;
import io.narrows.unpack.find.StreamedPart;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.stream.LiteralHeader;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The content that a link would carry of one recorded direction of a connection: the application's bytes as they are until a first piece
 * is unpacked, and from then on the carried form. Pieces are unpacked in the caller's thread, as soon as they are complete; none is late
 * unless the caller says so with {@link #passPending}. Holds at most the bytes of one incomplete piece, and the contexts of one that
 * comes in parts. Not thread-safe.
 */
public final class DirectionUnpacker implements AutoCloseable {
    /** Counts the pieces. */
    public interface Listener {
        /** Counts a piece that a recipe makes, with its bytes in the stream. */
        void unpacked(PackedFormat format, Recipe recipe, int bytes);

        /** Counts a piece that goes as it is. */
        void refused(PackedFormat format, Refusal reason, int bytes);
    }

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final AgreedRecipes recipes;
    private final Listener listener;
    private final LongSupplier cpuClock;
    private final PieceFinder finder;
    private final Parts parts = new Parts();
    private @Nullable PieceUnpacker unpacker;
    private ByteBuffer held = NOTHING;

    /** Bytes at the beginning of {@link #held} that wait for the next part of their piece. */
    private int heldBack;

    private ByteBuffer content = NOTHING;
    private int carriedFrom;
    private boolean carries;
    private long cpuNanos;

    /**
     * @param recipes those that both ends of a link have
     * @param cpuClock processor time of the calling thread, in nanoseconds
     */
    public DirectionUnpacker(
            Set<PackedFormat> formats, AgreedRecipes recipes, Listener listener, LongSupplier cpuClock) {
        this.recipes = recipes;
        this.listener = listener;
        this.cpuClock = cpuClock;
        this.finder = new PieceFinder(
                formats,
                recipes.kinds().contains(PieceKind.LZ4_LINKED_BLOCK),
                recipes.kinds(),
                parts -> true,
                PieceLimits.STANDARD.longestPiece());
    }

    /**
     * Reads all remaining bytes of the application.
     *
     * @return content, of any length, empty while a piece is incomplete; valid until the next call
     */
    public ByteBuffer read(ByteBuffer app) {
        begin(app);
        finder.find(app, parts);
        parts.end();
        parts.giveUpRefused();
        return end();
    }

    /**
     * Has an incomplete piece go as it is, or as a part of a longer one, as a link does if its end does not come in time; returns content as
     * {@link #read}.
     */
    public ByteBuffer passPending() {
        begin(NOTHING);
        finder.cutPending(parts);
        parts.end();
        parts.giveUpRefused();
        parts.passHeldBack();
        return end();
    }

    /** Returns the bytes that wait for the end of a piece, or for the next part of one. */
    public int pending() {
        return heldBack + finder.pending();
    }

    /** Returns the offset in the last content from which it has the carried form; its length if it does not have it. */
    public int carriedFrom() {
        return carriedFrom;
    }

    /** Returns the processor time spent on pieces since the last call, in nanoseconds; the search for them is not part of it. */
    public long takeCpuNanos() {
        long taken = cpuNanos;
        cpuNanos = 0;
        return taken;
    }

    /** Frees native memory. This object cannot be used afterward. */
    @Override
    public void close() {
        finder.close();
        if (unpacker != null) {
            unpacker.close();
        }
    }

    /** Adds bytes to those held. */
    private void begin(ByteBuffer app) {
        content = NOTHING; // not kept between calls, as there may be many directions
        carriedFrom = carries ? 0 : Integer.MAX_VALUE;
        if (held.hasRemaining()) {
            ByteBuffer joined = ByteBuffer.allocate(held.remaining() + app.remaining());
            held = joined.put(held).put(app.duplicate()).flip();
        } else {
            held = app.duplicate();
        }
    }

    /** Keeps a copy of what was not reported, since the buffer is the caller's. */
    private ByteBuffer end() {
        held = held.hasRemaining()
                ? ByteBuffer.allocate(held.remaining()).put(held).flip()
                : NOTHING;
        content.flip();
        carriedFrom = Math.min(carriedFrom, content.limit());
        return content;
    }

    /** Receives the parts of a read, and joins plain bytes that follow each other. */
    private final class Parts implements PieceFinder.Receiver {
        private int plain;

        /** The first part of a read that went as it is. */
        private @Nullable StreamedPart refused;

        @Override
        public void plain(int bytes) {
            plain += bytes;
        }

        @Override
        public void piece(FoundPiece piece) {
            end();
            StreamedPart part = piece.part();
            if (part == null || !part.continues()) {
                passHeldBack();
            }
            ByteBuffer original = held.slice().position(heldBack).limit(heldBack + piece.length());
            PieceUnpacker pieces = unpacker();
            long start = cpuClock.getAsLong();
            try (UnpackedPiece unpacked = pieces.unpack(piece, original)) {
                int left = part == null ? 0 : pieces.heldBack();
                ByteBuffer done = take(heldBack + piece.length() - left);
                heldBack = left;
                if (unpacked != null) {
                    carry(piece, unpacked);
                } else if (left == 0) {
                    literal(done);
                    refused = refused == null ? part : refused;
                }
            } finally {
                cpuNanos += cpuClock.getAsLong() - start;
            }
        }

        @Override
        public void refused(PieceKind kind, Refusal reason, int bytes) {
            listener.refused(kind.format(), reason, bytes);
        }

        void end() {
            if (plain > 0) {
                passHeldBack();
                literal(take(plain));
                plain = 0;
            }
        }

        /** Ends the search for the rest of a piece that went as it is. */
        void giveUpRefused() {
            if (refused != null) {
                finder.giveUp(refused, !refused.continues(), this);
                refused = null;
                end();
            }
        }

        /** Has the bytes of a piece that wait for its next part go as they are. */
        void passHeldBack() {
            if (heldBack > 0) {
                literal(take(heldBack));
                heldBack = 0;
                unpacker().passHeldBack();
            }
        }
    }

    private PieceUnpacker unpacker() {
        if (unpacker == null) {
            unpacker = new PieceUnpacker(
                    recipes,
                    PieceLimits.STANDARD,
                    (kind, reason, bytes) -> listener.refused(kind.format(), reason, bytes));
        }
        return unpacker;
    }

    private ByteBuffer take(int length) {
        ByteBuffer taken = held.slice().limit(length);
        held.position(held.position() + length);
        return taken;
    }

    private void literal(ByteBuffer bytes) {
        int length = bytes.remaining();
        if (carries) {
            room(LiteralHeader.length(length) + length);
            LiteralHeader.put(content, length);
        } else {
            room(length);
        }
        content.put(bytes.duplicate());
    }

    private void carry(FoundPiece piece, UnpackedPiece unpacked) {
        if (!carries) {
            carries = true;
            carriedFrom = content.position();
        }
        room(unpacked.carriedLength());
        unpacked.writeTo(content);
        listener.unpacked(piece.kind().format(), unpacked.recipe(), unpacked.originalLength());
    }

    private void room(int length) {
        if (content.remaining() < length) {
            int needed = content.position() + length;
            content = ByteBuffer.allocate(Math.max(needed, 2 * content.capacity()))
                    .put(content.flip());
        }
    }
}
