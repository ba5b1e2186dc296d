package io.narrows.unpack;

import io.narrows.codec.PackedFormat;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.PieceFinder;
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
 * unless the caller says so with {@link #passPending}. Holds at most the bytes of one incomplete piece. Not thread-safe.
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
                formats, recipes.kinds().contains(PieceKind.LZ4_LINKED_BLOCK), PieceLimits.STANDARD.longestPiece());
    }

    /**
     * Reads all remaining bytes of the application.
     *
     * @return content, of any length, empty while a piece is incomplete; valid until the next call
     */
    public ByteBuffer read(ByteBuffer app) {
        begin(app);
        finder.find(app, parts);
        return end();
    }

    /** Has an incomplete piece go as it is, as a link does if its end does not come in time; returns content as {@link #read}. */
    public ByteBuffer passPending() {
        begin(NOTHING);
        finder.passPending(parts);
        return end();
    }

    /** Returns the bytes that wait for the end of a piece. */
    public int pending() {
        return finder.pending();
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
        parts.end();
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

        @Override
        public void plain(int bytes) {
            plain += bytes;
        }

        @Override
        public void piece(FoundPiece piece) {
            end();
            ByteBuffer original = take(piece.length());
            long start = cpuClock.getAsLong();
            try (UnpackedPiece unpacked = unpacker().unpack(piece, original)) {
                if (unpacked == null) {
                    literal(original);
                } else {
                    carry(piece, unpacked);
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
                literal(take(plain));
                plain = 0;
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
        listener.unpacked(piece.kind().format(), unpacked.recipe(), piece.length());
    }

    private void room(int length) {
        if (content.remaining() < length) {
            int needed = content.position() + length;
            content = ByteBuffer.allocate(Math.max(needed, 2 * content.capacity()))
                    .put(content.flip());
        }
    }
}
