package io.narrows.proxy.link.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.send.SendingStream;
import io.narrows.proxy.link.support.CarriedForm;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.meter.UnpackCounts;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.testkit.Packing;
import io.narrows.testkit.Seed;
import io.netty.channel.Channel;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.channel.local.LocalChannel;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pieces that become late while real workers unpack them. */
@Timeout(60)
final class RacingWorkersTest {
    private static final int PIECES = 1_500;
    private static final long LONGEST_LEFT = 1_000_000;
    private static final long ALWAYS_ENOUGH = TimeUnit.MINUTES.toNanos(10);

    private final EventLoop loop = new DefaultEventLoop();
    private final ExecutorService workers = Executors.newFixedThreadPool(2);
    private final UnpackMeter meter = new UnpackMeter();
    private final Outgoing outgoing = new Outgoing();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @Test
    void piecesThatBecomeLateMeanwhile_arriveInOneFormOrTheOther() throws Exception {
        long seed = Seed.of(RacingWorkersTest.class);
        Random random = new Random(seed);
        Channel channel = new LocalChannel();
        loop.register(channel).sync();
        UnpackingStream stream = new UnpackingStream(
                channel,
                outgoing,
                workers,
                System::nanoTime,
                new SendingStream.Listener() {
                    @Override
                    public void wrote() {}

                    @Override
                    public void failed(Throwable cause) {
                        failures.add(cause);
                    }
                },
                CarriedForm.RECIPES,
                meter.sending(new PeerId("b")));
        byte[][] pieces = new byte[8][];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = Packing.values()[i % 4].pack(Orders.of(random, 500 + random.nextInt(20_000)));
        }
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        for (int i = 0; i < PIECES; i++) {
            byte[] piece = pieces[random.nextInt(pieces.length)];
            sent.writeBytes(piece);
            long readAt = System.nanoTime() - UnpackingStream.LONGEST_DELAY + left(i, random);
            loop.submit(() -> stream.send(channel.alloc().directBuffer().writeBytes(piece), readAt))
                    .sync();
        }
        CompletableFuture<Void> finished = new CompletableFuture<>();
        loop.submit(() -> stream.inOrder(() -> finished.complete(null))).sync();
        finished.get();

        assertThat(failures).as("seed %d", seed).isEmpty();
        assertThat(outgoing.app()).as("seed %d", seed).isEqualTo(sent.toByteArray());
        assertThat(outgoing.contentWithoutSurplus()).as("seed %d", seed).isEqualTo(sent.size());
        assertThat(UnpackCounts.unpackedPieces(meter)).as("seed %d", seed).isPositive();
        assertThat(UnpackCounts.packedPieces(meter, UnpackMeter.LATE))
                .as("seed %d", seed)
                .isPositive();
        workers.shutdown();
        assertThat(workers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        loop.submit(stream::close).sync();
        channel.close().sync();
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    }

    /** Returns the time that is left for a piece: seldom enough on any machine, seldom none. */
    private static long left(int piece, Random random) {
        return switch (piece % 20) {
            case 0 -> ALWAYS_ENOUGH;
            case 1 -> 0;
            default -> (long) (random.nextDouble() * random.nextDouble() * LONGEST_LEFT);
        };
    }
}
