package io.narrows.proxy.link.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.PackedFormat;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.support.CarriedForm;
import io.narrows.proxy.link.support.CountingAllocator;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.meter.UnpackCounts;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.testkit.Packing;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.PieceFinder;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pieces between a worker and the event loop; the test runs the tasks of both. */
final class PieceWorkerTest {
    private final CountingAllocator allocator = new CountingAllocator();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final Deque<Runnable> results = new ArrayDeque<>();
    private final byte[] packed = Packing.ZSTD.pack(Orders.of(new Random(1), 5_000));
    private final UnpackMeter meter = new UnpackMeter();
    private Executor loop = results::add;
    private int done;
    private final PieceWorker worker = new PieceWorker(
            CarriedForm.RECIPES,
            meter.sending(new PeerId("b")),
            allocator,
            work::add,
            task -> loop.execute(task),
            () -> 0,
            () -> done++);

    @AfterEach
    void nothingIsLeft() {
        assertThat(allocator.live()).isZero();
    }

    @Test
    void pieceThatBecomesLateWhileAWorkerHasIt_staysAsItIs() {
        HeldPiece piece = added();
        worker.work();
        work.remove().run();

        piece.late();
        piece.release();
        results.remove().run();

        assertThat(piece.carried()).isNull();
        assertThat(done).isOne();
    }

    @Test
    void refusedPiece_isCountedWithItsReason() {
        HeldPiece piece = addedDamaged();
        worker.work();
        work.remove().run();
        results.remove().run();

        assertThat(piece.isDone()).isTrue();
        assertThat(UnpackCounts.packedPieces(meter, "malformed")).isOne();
        assertThat(UnpackCounts.packedPieces(meter)).isOne();
        piece.release();
    }

    @Test
    void pieceThatBecomesLateWhileAWorkerRefusesIt_isCountedOnce() {
        HeldPiece piece = addedDamaged();
        worker.work();
        work.remove().run();

        worker.late(piece);
        piece.release();
        results.remove().run();

        assertThat(UnpackCounts.packedPieces(meter, UnpackMeter.LATE)).isOne();
        assertThat(UnpackCounts.packedPieces(meter)).isOne();
    }

    @Test
    void onePieceAfterTheOther_inOneTask() {
        List<HeldPiece> pieces = List.of(added(), added(), added());
        worker.work();
        worker.work();
        assertThat(work).hasSize(1);

        work.remove().run();
        assertThat(results).hasSize(3);
        results.remove().run();

        assertThat(pieces.get(0).carried()).isNotNull();
        assertThat(pieces.get(1).isDone()).isFalse();
        results.forEach(Runnable::run);
        assertThat(done).isEqualTo(3);
        pieces.forEach(HeldPiece::release);
    }

    @Test
    void piecesAddedMeanwhile_waitForTheirTurn_unlessTheyAreLate() {
        HeldPiece first = added();
        worker.work();
        HeldPiece late = added();
        HeldPiece last = added();
        worker.work();
        assertThat(work).hasSize(1);
        late.late();

        work.remove().run();
        results.remove().run();
        worker.work();
        work.remove().run();

        assertThat(results).hasSize(1);
        results.remove().run();
        assertThat(last.carried()).isNotNull();
        List.of(first, late, last).forEach(HeldPiece::release);
    }

    @Test
    void resultsAfterClose_areDiscarded() {
        HeldPiece piece = added();
        worker.work();
        work.remove().run();

        worker.close();
        piece.release();
        results.remove().run();

        assertThat(done).isZero();
    }

    @Test
    void resultsOfAnEndedEventLoop_areReleased() {
        List<HeldPiece> pieces = List.of(added(), added());
        worker.work();
        loop = task -> {
            throw new RejectedExecutionException("ended");
        };

        work.remove().run();

        pieces.forEach(HeldPiece::release);
        assertThat(done).isZero();
    }

    @Test
    void internalError_leavesThePieceAsItIs() {
        CountingAllocator exhausted = new CountingAllocator();
        exhausted.exhaust();
        PieceWorker failing = new PieceWorker(
                CarriedForm.RECIPES,
                meter.sending(new PeerId("b")),
                exhausted,
                work::add,
                results::add,
                () -> 0,
                () -> done++);
        HeldPiece piece = piece();
        failing.add(piece);
        failing.work();
        work.remove().run();
        results.remove().run();

        assertThat(piece.isDone()).isTrue();
        assertThat(piece.carried()).isNull();
        assertThat(done).isOne();
        assertThat(UnpackCounts.packedPieces(meter, UnpackMeter.INTERNAL)).isOne();
        piece.release();
    }

    private HeldPiece added() {
        HeldPiece piece = piece();
        worker.add(piece);
        return piece;
    }

    private HeldPiece addedDamaged() {
        HeldPiece piece = added();
        int last = packed.length - 1;
        piece.original().setByte(last, ~packed[last]);
        return piece;
    }

    private HeldPiece piece() {
        List<FoundPiece> found = new ArrayList<>();
        try (PieceFinder finder =
                new PieceFinder(EnumSet.of(PackedFormat.ZSTD), true, Set.of(), parts -> true, 1 << 20)) {
            finder.find(ByteBuffer.wrap(packed), new PieceFinder.Receiver() {
                @Override
                public void plain(int bytes) {}

                @Override
                public void piece(FoundPiece piece) {
                    found.add(piece);
                }
            });
        }
        ByteBuf original = allocator.directBuffer(packed.length).writeBytes(packed);
        return new HeldPiece(found.get(0), original, 0);
    }
}
