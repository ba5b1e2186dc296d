package io.narrows.proxy.link.unpack;

import io.narrows.proxy.meter.CpuClock;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.PieceUnpacker;
import io.narrows.unpack.Refusal;
import io.narrows.unpack.UnpackedPiece;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unpacks the pieces of one direction of a connection on workers, one at a time and in order. Used on one event loop; at most one task
 * runs at a time.
 */
final class PieceWorker {
    private static final Logger LOG = LoggerFactory.getLogger(PieceWorker.class);
    private static final AtomicBoolean FAILED = new AtomicBoolean();

    /** Learns on the event loop that pieces are done. */
    interface Listener {
        void done();
    }

    /**
     * A piece on a worker.
     *
     * @param original with indices of its own, since a piece that becomes late leaves meanwhile
     */
    private record Task(HeldPiece piece, ByteBuf original) {}

    /**
     * How a piece leaves.
     *
     * @param carried null if it goes as it is, or is held back as a whole
     * @param heldBack how many bytes up to the end of a part are carried with those that follow
     * @param refusal the reason if it goes as it is
     */
    private record Result(
            @Nullable CarriedPiece carried,
            int heldBack,
            @Nullable String refusal) {
        static Result refused(@Nullable String reason) {
            return new Result(null, 0, reason);
        }
    }

    private final PieceUnpacker unpacker;
    private final UnpackMeter.Sending meter;
    private final ByteBufAllocator allocator;
    private final Executor workers;
    private final Executor loop;
    private final LongSupplier nanoClock;
    private final Listener listener;
    private final CpuClock cpu = CpuClock.exact();
    private final Deque<HeldPiece> waiting = new ArrayDeque<>();

    /** The reason of the last piece that was refused; used by tasks only. */
    private @Nullable String refusal;

    private boolean working;
    private boolean closed;

    /**
     * @param recipes those that the peer has as well
     * @param loop the event loop
     */
    PieceWorker(
            AgreedRecipes recipes,
            UnpackMeter.Sending meter,
            ByteBufAllocator allocator,
            Executor workers,
            Executor loop,
            LongSupplier nanoClock,
            Listener listener) {
        this.unpacker =
                new PieceUnpacker(recipes, PieceLimits.STANDARD, (kind, reason, bytes) -> refusal = reason.label());
        this.meter = meter;
        this.allocator = allocator;
        this.workers = workers;
        this.loop = loop;
        this.nanoClock = nanoClock;
        this.listener = listener;
    }

    /** Adds a piece. Call {@link #work} once all pieces of a read are added. */
    void add(HeldPiece piece) {
        waiting.add(piece);
    }

    /** Returns whether no piece waits, or is on a worker. */
    boolean isIdle() {
        return !working && waiting.isEmpty();
    }

    /** Has a worker unpack what waits. */
    void work() {
        forgetLate();
        if (working || waiting.isEmpty()) {
            return;
        }
        List<Task> tasks = waiting.stream()
                .map(piece -> new Task(piece, piece.original().retainedDuplicate()))
                .toList();
        waiting.clear();
        working = true;
        try {
            workers.execute(() -> unpack(tasks));
        } catch (RuntimeException | Error e) {
            working = false;
            tasks.forEach(task -> task.original().release());
            throw e;
        }
    }

    /** Late pieces have left. They are the first ones, since pieces are read in order. */
    private void forgetLate() {
        while (!waiting.isEmpty() && waiting.peek().isDone()) {
            waiting.remove();
        }
    }

    /** Runs on a worker. */
    private void unpack(List<Task> tasks) {
        int last = tasks.size() - 1;
        for (int i = 0; i <= last; i++) {
            unpack(tasks.get(i), i == last);
        }
    }

    /** An event loop that has ended rejects the result. */
    private void unpack(Task task, boolean isLast) {
        Result result = isLate(task) ? Result.refused(UnpackMeter.LATE) : unpack(task);
        try {
            loop.execute(() -> unpacked(task, result, isLast));
        } catch (RejectedExecutionException e) {
            task.original().release();
            release(result);
            if (isLast) {
                unpacker.close();
            }
        }
    }

    private boolean isLate(Task task) {
        return nanoClock.getAsLong() - task.piece().readAt() >= UnpackingStream.LONGEST_DELAY;
    }

    /** After an internal error, the piece goes as it is: the original is at hand. */
    private Result unpack(Task task) {
        try {
            CarriedPiece carried = carried(task);
            int heldBack = task.piece().found().part() == null ? 0 : unpacker.heldBack();
            return carried == null && heldBack == 0 ? Result.refused(refusal) : new Result(carried, heldBack, null);
        } catch (RuntimeException | Error e) {
            if (FAILED.compareAndSet(false, true)) {
                LOG.atError()
                        .setCause(e)
                        .log("cannot unpack a piece because of an internal error; later ones are logged at debug");
            } else {
                LOG.atDebug().setCause(e).log("cannot unpack a piece because of an internal error");
            }
            return Result.refused(UnpackMeter.INTERNAL);
        }
    }

    private @Nullable CarriedPiece carried(Task task) {
        ByteBuf original = task.original();
        ByteBuffer bytes = original.nioBuffer(original.readerIndex(), original.readableBytes());
        if (task.piece().isAfterPassed()) {
            unpacker.passHeldBack();
        }
        cpu.start();
        try (UnpackedPiece unpacked = unpacker.unpack(task.piece().found(), bytes)) {
            return unpacked == null ? null : carried(unpacked);
        } finally {
            meter.cpu(cpu.stop());
        }
    }

    private CarriedPiece carried(UnpackedPiece unpacked) {
        int length = unpacked.carriedLength();
        ByteBuf bytes = allocator.directBuffer(length, length);
        unpacked.writeTo(bytes.internalNioBuffer(0, length));
        return new CarriedPiece(bytes.writerIndex(length), unpacked.recipe(), unpacked.begins());
    }

    /** A piece that became late meanwhile has left, and was counted then. */
    private void unpacked(Task task, Result result, boolean isLast) {
        HeldPiece piece = task.piece();
        task.original().release();
        if (isLast) {
            working = false;
            closeUnpacker();
            unpacker.endLost();
        }
        if (closed || piece.isDone()) {
            release(result);
        } else {
            done(piece, result);
        }
        if (!closed) {
            listener.done();
        }
    }

    private void done(HeldPiece piece, Result result) {
        String reason = result.refusal();
        if (reason == null) {
            piece.done(result.carried(), result.heldBack());
            return;
        }
        if (reason.equals(Refusal.NO_RECIPE.label()) || reason.equals(Refusal.PAUSED.label())) {
            piece.withoutRecipe();
        } else {
            piece.done(null, 0);
        }
        refused(piece, reason);
    }

    private static void release(Result result) {
        if (result.carried() != null) {
            result.carried().bytes().release();
        }
    }

    /** Has a piece that is not done go as it is, and counts it. */
    void late(HeldPiece piece) {
        piece.late();
        refused(piece, UnpackMeter.LATE);
    }

    private void refused(HeldPiece piece, String reason) {
        FoundPiece found = piece.found();
        meter.refused(found.kind().format(), reason, found.length());
    }

    /** Records that a piece goes as it is, so that no later one may refer to it. */
    void markLost(HeldPiece piece) {
        unpacker.markLost(piece.found());
        if (!working) {
            unpacker.endLost();
        }
    }

    /** Frees the memory of a piece that comes in parts, which cannot be continued, unless others wait. */
    void endParts() {
        if (isIdle()) {
            unpacker.endParts();
        }
    }

    /** Discards what waits, and results that come later. */
    void close() {
        closed = true;
        waiting.clear();
        closeUnpacker();
    }

    /** Frees native memory once nothing uses it. */
    private void closeUnpacker() {
        if (closed && !working) {
            unpacker.close();
        }
    }
}
