package io.narrows.proxy.link.unpack;

import io.narrows.codec.PackedFormat;
import io.narrows.proxy.link.send.SendingStream;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.find.PieceFinder;
import io.narrows.unpack.find.StreamedPart;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stage before a link's codec, which unpacks the pieces that the application compressed, if the policy says so. What the finder knows
 * to be no piece goes on at once, unless a piece before it is still being unpacked:
 *
 * <pre>
 *   send ---> (no unpack) ------------------------------------------------> frames
 *        \--> finder ---> plain bytes -------------------\
 *                    \--> piece ---> unpack on a worker --> in order ---> content ---> frames
 * </pre>
 *
 * <p>A piece whose last byte does not come within {@link #LONGEST_DELAY} of its first, or that is not unpacked within that time, goes as it
 * is. Long deflate streams and zstd frames come in parts, whose last bytes are carried with the next part, if it comes in time.
 *
 * <p>Content has its carried form only once a first piece was unpacked, which a control message says: other connections are the same as
 * without this stage. Used on the link's event loop only.
 */
public final class UnpackingStream {
    /** The longest time that bytes wait for a piece, in nanoseconds. */
    public static final long LONGEST_DELAY = 50_000_000;

    /** The longest time that bytes of a streamed piece wait for further ones before they are unpacked as a part, in nanoseconds. */
    private static final long LONGEST_PART_DELAY = LONGEST_DELAY / 4;

    /** Literal bytes that wait for the piece behind them, so that they do not become a frame of their own. */
    private static final int HELD_LITERALS = 1024;

    /** The stages behind this one. */
    public interface Next {
        /** Returns the formats of pieces that the active policy unpacks; none without a codec. */
        Set<PackedFormat> unpacks();

        /** Returns whether a frame would be compressed now. Otherwise, plain text would only be longer. */
        boolean compresses();

        /**
         * Returns whether to unpack a piece: not if earlier ones of its format took more bytes on the link than the application sent. Otherwise,
         * it counts as one that goes as it is.
         */
        boolean gains(PackedFormat format, int bytes);

        /**
         * Records a piece in content to come.
         *
         * @param from its offset in all content
         * @param carried its bytes in the content
         * @param original its bytes as the application sent them
         */
        void unpacked(PackedFormat format, long from, int carried, int original);

        /**
         * Takes content of frames, and ownership of it.
         *
         * @param surplus by how many bytes it is longer than what the application sent
         * @param readAt when its first bytes were read, on the nano clock
         */
        void content(ByteBuf content, int surplus, long readAt);

        /** Writes the message that says whether content is carried from here on. */
        void carries(boolean carried);

        /** Writes the message that asks the peer to keep an encoder of so many bytes, or with 0, to free it. */
        void wantsEncoder(long bytes);
    }

    private final Channel channel;
    private final Next next;
    private final Executor workers;
    private final LongSupplier nanoClock;
    private final SendingStream.Listener listener;
    private final AgreedRecipes recipes;
    private final UnpackMeter.Sending meter;
    private final HeldBytes held;
    private final HeldParts parts = new HeldParts();
    private final PeerEncoder encoder;
    private final ContentSender sender;
    private final HeldEnd heldEnd;
    private final FoundParts found;
    private final EarliestTimer timer;
    private @Nullable PieceWorker worker;
    private @Nullable PieceFinder finder;
    private Set<PackedFormat> formats = Set.of();
    private boolean congested;
    private boolean closed;

    /**
     * @param recipes those that the peer has as well
     * @param nanoClock clock in nanoseconds
     */
    public UnpackingStream(
            Channel channel,
            Next next,
            Executor workers,
            LongSupplier nanoClock,
            SendingStream.Listener listener,
            AgreedRecipes recipes,
            UnpackMeter.Sending meter) {
        this.channel = channel;
        this.next = next;
        this.workers = workers;
        this.nanoClock = nanoClock;
        this.listener = listener;
        this.recipes = recipes;
        this.meter = meter;
        this.held = new HeldBytes(channel.alloc());
        this.encoder = new PeerEncoder(next::wantsEncoder, nanoClock);
        this.sender = new ContentSender(channel.alloc(), next, recipes, meter, encoder, new Lost());
        this.heldEnd = sender.heldEnd();
        this.timer = new EarliestTimer(channel, () -> continueLater(this::timeIsUp));
        this.found = new FoundParts(channel.alloc(), next, meter, held, heldEnd, parts, piece -> worker().add(piece));
    }

    /**
     * Sends app bytes and takes ownership of them. The caller flushes; bytes sent later are flushed here.
     *
     * @param readAt when the bytes were read, on the nano clock
     */
    public void send(ByteBuf app, long readAt) {
        try {
            followPolicy();
        } catch (RuntimeException | Error e) {
            app.release();
            throw e;
        }
        if (!app.isReadable()) {
            app.release();
            return;
        }
        PieceFinder searching = finder;
        if (searching == null && isEmpty() && !sender.carries()) {
            sender.pass(app, 0, readAt);
            return;
        }
        held.add(app, readAt);
        ByteBuffer bytes = app.nioBuffer(app.readerIndex(), app.readableBytes());
        if (searching == null) {
            found.plain(bytes.remaining());
        } else {
            searching.find(bytes, found);
        }
        found.end();
        goOn();
    }

    /**
     * Runs an action after everything sent before, immediately if no piece is being unpacked. Incomplete pieces go as they are, or as a part
     * of a longer one.
     */
    public void inOrder(Runnable action) {
        passIncomplete();
        sendDone();
        if (closed) {
            return;
        }
        heldEnd.passBeforeNext();
        if (parts.isEmpty()) {
            heldEnd.pass(UnpackMeter.LATE);
            sender.flush();
            action.run();
        } else {
            parts.add(new HeldPart.Action(action));
            goOn();
        }
    }

    /** Begins or ends the search for pieces, as the active policy demands. */
    private void followPolicy() {
        Set<PackedFormat> wanted = recipes.count() == 0 ? Set.of() : next.unpacks();
        if (wanted.equals(formats)) {
            return;
        }
        formats = wanted;
        passIncomplete();
        closeFinder();
        if (wanted.isEmpty()) {
            endCarrying();
        } else {
            finder = new PieceFinder(
                    wanted,
                    recipes.kinds().contains(PieceKind.LZ4_LINKED_BLOCK),
                    recipes.kinds(),
                    parts -> encoder.request(recipes.encoderBytes(parts)),
                    PieceLimits.STANDARD.longestPiece());
            encoder.request(recipes.encoderBytesBefore(wanted)); // the answer takes a round trip
        }
    }

    private void endCarrying() {
        inOrder(() -> {
            sender.endCarrying();
            if (formats.isEmpty()) {
                endUnpacking();
            }
        });
    }

    /** Frees the memory of a piece that came in parts, at both ends. */
    private void endUnpacking() {
        encoder.free();
        if (worker != null && worker.isIdle()) { // otherwise, the policy unpacked again meanwhile
            worker.close();
            worker = null;
        }
    }

    /** Runs the last action, after everything sent before, as {@link #inOrder}. */
    public void finish(Runnable action) {
        inOrder(() -> {
            endParts();
            action.run();
        });
    }

    private void endParts() {
        if (worker != null) {
            worker.endParts();
        }
    }

    /** Applies the peer's answer to {@link Next#wantsEncoder}. */
    public void grantedEncoder(long bytes) {
        encoder.granted(bytes);
    }

    /** Frees the encoders at both ends if no part was sent for that long; returns whether to flush. */
    public boolean freeEncoderIfIdleFor(long nanos, long now) {
        boolean freed = parts.isEmpty() && encoder.freeIfIdleFor(nanos, now);
        if (freed) {
            endParts();
        }
        return freed;
    }

    /** Gives up a piece whose end has not come, or divides it there. */
    private void passIncomplete() {
        if (finder != null && finder.pending() > 0) {
            finder.cutPending(found);
            found.end();
        }
    }

    /** Has what follows a piece that goes as it is not depend on it. */
    private final class Lost implements ContentSender.Losses {
        @Override
        public void forget(HeldPiece piece) {
            worker().markLost(piece);
        }

        @Override
        public void giveUp(StreamedPart part, boolean isUseless) {
            if (finder != null) {
                finder.giveUp(part, isUseless, found);
                found.end();
            }
        }
    }

    private PieceWorker worker() {
        if (worker == null) {
            worker = new PieceWorker(
                    recipes,
                    meter,
                    channel.alloc(),
                    workers,
                    channel.eventLoop(),
                    nanoClock,
                    () -> continueLater(this::goOn));
        }
        return worker;
    }

    /** Goes on outside of any call of the link. Such callers do not handle exceptions, so failures go to the listener. */
    private void continueLater(Runnable step) {
        try {
            step.run();
            if (!closed) {
                channel.flush();
                listener.wrote();
            }
        } catch (RuntimeException | Error e) {
            listener.failed(e); // the caller would swallow it
        }
    }

    /** Sends what can be sent, and has the rest unpacked. */
    private void goOn() {
        sendDone();
        if (closed) {
            return;
        }
        if (worker != null) {
            worker.work();
        }
        congested = parts.memoryBytes()
                >= (congested
                        ? channel.config().getWriteBufferLowWaterMark()
                        : channel.config().getWriteBufferHighWaterMark());
        if (!isEmpty()) {
            long now = nanoClock.getAsLong();
            timer.set(now, left(now));
        }
    }

    private void sendDone() {
        for (HeldPart part = parts.pollDone(); part != null; part = parts.pollDone()) {
            sender.send(part);
        }
        if (parts.isEmpty() || sender.waiting() > HELD_LITERALS) {
            sender.flush();
        }
    }

    private boolean isEmpty() {
        return parts.isEmpty() && held.isEmpty() && heldEnd.isEmpty();
    }

    /** Returns the time until the first waiting bytes are late, in nanoseconds, at least 0. */
    private long left(long now) {
        long left = LONGEST_DELAY;
        HeldPiece awaited = parts.awaited();
        if (awaited != null) {
            left = awaited.readAt() + LONGEST_DELAY - now;
        }
        if (!heldEnd.isEmpty()) {
            left = Math.min(left, heldEnd.since() + LONGEST_DELAY - now);
        }
        if (!held.isEmpty()) {
            left = Math.min(left, held.since() + longestWait() - now);
        }
        return Math.max(0, left);
    }

    /** Returns the longest time that bytes wait for the end of their piece or part. */
    private long longestWait() {
        return finder != null && finder.canCut() ? LONGEST_PART_DELAY : LONGEST_DELAY;
    }

    private void timeIsUp() {
        if (closed || isEmpty()) {
            return;
        }
        long now = nanoClock.getAsLong();
        boolean passes = !heldEnd.isEmpty() && now - heldEnd.since() >= LONGEST_DELAY;
        if (passes) {
            heldEnd.passBeforeNext();
            heldEnd.pass(UnpackMeter.LATE);
            sender.flush();
        }
        if (finder != null && !held.isEmpty() && now - held.since() >= longestWait()) {
            if (!finder.canCut()) {
                meter.incomplete(finder.pending());
            }
            passIncomplete();
        }
        HeldPiece first = parts.awaited();
        parts.forEachAwaited(piece -> {
            if (passes && piece == first && needsHeldBack(piece) || now - piece.readAt() >= LONGEST_DELAY) {
                worker().late(piece);
            }
        });
        goOn();
    }

    private static boolean needsHeldBack(HeldPiece piece) {
        StreamedPart part = piece.found().part();
        return part != null && part.continues() && !piece.isAfterPassed();
    }

    /** Returns the formats of the pieces that it looks for. Safe from any thread, for a summary. */
    public Set<PackedFormat> formats() {
        return formats;
    }

    /** Returns how many recipes both ends have for pieces in these formats. Safe from any thread. */
    public int commonRecipes() {
        Set<PackedFormat> searched = formats;
        return (int) Stream.of(PieceKind.values())
                .filter(kind -> searched.contains(kind.format()))
                .flatMap(kind -> recipes.of(kind).stream())
                .filter(recipes::uses)
                .count();
    }

    /** Returns whether reading from the application should pause. Never because of an incomplete piece: only further bytes complete it. */
    public boolean congested() {
        return congested;
    }

    /** Returns the memory that waiting bytes pin. */
    public long waitingBytes() {
        return held.memoryBytes() + parts.memoryBytes() + sender.memoryBytes();
    }

    /** Discards what waits. A piece on a worker is released when the worker is done. */
    public void close() {
        closed = true;
        timer.cancel();
        if (worker != null) {
            worker.close();
        }
        closeFinder();
        held.release();
        parts.release();
        sender.release();
    }

    private void closeFinder() {
        if (finder != null) {
            finder.close();
            finder = null;
        }
    }
}
