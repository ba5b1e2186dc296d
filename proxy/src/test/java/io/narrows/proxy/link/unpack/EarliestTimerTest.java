package io.narrows.proxy.link.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.send.SendingStream;
import io.narrows.proxy.link.support.CarriedForm;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.testkit.Packing;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests how often an unpacking stream sets its timer. */
final class EarliestTimerTest {
    private static final byte[] PIECE = Packing.GZIP.pack(Orders.of(new Random(1), 6_000));

    private final CountingChannel channel = new CountingChannel();
    private long now = 1;
    private long tick = 1_000;

    @Test
    void endThatIsTheSame_isNotSetAgain() {
        UnpackingStream stream = new UnpackingStream(
                channel,
                new Outgoing(),
                task -> {},
                this::tick,
                new Quiet(),
                CarriedForm.RECIPES,
                new UnpackMeter().sending(new PeerId("b")));
        stream.send(Unpooled.copiedBuffer(Arrays.copyOf(PIECE, 500)), 1);
        assertThat(channel.scheduled).isOne();

        for (int from = 500; from < 1_000; from += 100) {
            tick -= 100;
            stream.send(Unpooled.copiedBuffer(Arrays.copyOfRange(PIECE, from, from + 100)), now);
        }

        assertThat(stream.waitingBytes()).isPositive();
        assertThat(channel.scheduled).isOne();
        stream.close();
        channel.finishAndReleaseAll();
    }

    /** Returns the time on a clock that moves on with each reading. */
    private long tick() {
        now += tick;
        return now;
    }

    /** Counts the tasks that are scheduled on its event loop. */
    private static final class CountingChannel extends EmbeddedChannel {
        private int scheduled;

        @Override
        public EventLoop eventLoop() {
            EventLoop loop = super.eventLoop();
            return (EventLoop) Proxy.newProxyInstance(
                    EventLoop.class.getClassLoader(), new Class<?>[] {EventLoop.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("schedule")) {
                            scheduled++;
                        }
                        return method.invoke(loop, arguments);
                    });
        }
    }

    private static final class Quiet implements SendingStream.Listener {
        @Override
        public void wrote() {}

        @Override
        public void failed(Throwable cause) {
            throw new AssertionError(cause);
        }
    }
}
