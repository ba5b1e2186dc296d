package io.narrows.proxy.link.send;

import static io.narrows.proxy.link.send.SendingLink.B;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A link whose context of dense gets no more memory than that of the first step. */
final class ContextWithoutRoomTest {
    private static final int FRAME = 16 << 10;

    private final SendingLink link = new SendingLink(
            "{codec: dense, level: 2}",
            LinkTermsBuilder.sampled().decodes(Codec.DENSE, 22).build());
    private final Streams streams = link.streams();
    private final Random random = new Random(1);

    @AfterEach
    void close() {
        link.close();
    }

    @Test
    void nothingIsUnpacked_whileFramesGoRaw() throws Exception {
        send();
        assertThat(link.sending().compresses()).isTrue();
        Account sent = streams.memory().account(Purpose.SENDING, B);
        long rest = streams.memory().pool(Purpose.SENDING).limitBytes() - sent.usedBytes();
        sent.count(Storage.NATIVE, rest);
        try {
            boolean isRaw = false;
            for (int i = 0; i < 100 && !isRaw; i++) {
                send();
                isRaw = link.received().contains("none");
                assertThat(link.sending().compresses()).isEqualTo(!isRaw);
            }
            assertThat(isRaw).isTrue();
        } finally {
            sent.count(Storage.NATIVE, -rest);
        }

        link.later(TimeUnit.SECONDS.toMillis(2));
        send();
        assertThat(link.sending().compresses()).isTrue();
    }

    private void send() {
        link.send(PooledByteBufAllocator.DEFAULT.directBuffer(FRAME).writeBytes(Orders.of(random, FRAME)));
        streams.finishWork();
    }
}
