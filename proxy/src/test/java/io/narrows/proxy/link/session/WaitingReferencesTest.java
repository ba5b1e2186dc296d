package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.shared.HistoryConsumer;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** References of a link while frames wait for their turn. The clock stands still; dense is assumed to need 100 ns a byte. */
final class WaitingReferencesTest {
    private static final int STREAM = 7;
    private static final int OTHER_STREAM = 8;
    private static final int HISTORY = 32 << 10;
    private static final LinkTerms SESSION = LinkTermsBuilder.sampled()
            .decodes(Codec.DENSE, 23)
            .decodes(Codec.ZSTD, 23)
            .build();

    private final Random random = new Random(5);
    private long now = 1;
    private final Streams streams = new Streams(
            "{codec: dense, level: 1, window: 128KiB, shared-history: true}", SESSION, new EventMeter(), () -> now);
    private final HistoryConsumer consumer = streams.history().consumer();

    @AfterEach
    void everythingIsReturned() {
        streams.close();

        assertThat(streams.contextBytes()).isZero();
        assertThat(streams.takeFailure()).isNull();
    }

    @Test
    void referencesThatWouldMakeFramesLate_waitForAFrameThatIsAlone() throws Exception {
        sendAlone(3);

        send(15_000);
        consumer.offered(1, STREAM, 0, now);
        receiveHistory();
        assertThat(due()).isEqualTo(HISTORY);
        send(8_000);
        streams.finishWork();
        assertThat(due()).isEqualTo(HISTORY);

        send(8_000);
        streams.finishWork();
        assertThat(due()).isZero();
    }

    /** It uses dense even if it will be late, to measure the speed. */
    @Test
    void firstFrameOfABurst_learnsNoMoreThanLeavesItInTime() throws Exception {
        sendAlone(4);
        consumer.offered(1, STREAM, 0, now);
        receiveHistory();
        now += TimeUnit.SECONDS.toNanos(1);

        send(40_000);
        assertThat(due()).isEqualTo(HISTORY);
    }

    @Test
    void referencesThatAreShort_areLearntAtOnce() throws Exception {
        sendAlone(3);

        send(15_000);
        receiveHistory();
        consumer.offered(1, STREAM, HISTORY - 1_000, now);
        assertThat(due()).isEqualTo(1_000);
        send(8_000);
        streams.finishWork();

        assertThat(due()).isZero();
    }

    @Test
    void sourceThatHasEnded_makesNoFrameLate() throws Exception {
        sendAlone(3);

        send(15_000);
        receiveHistory();
        consumer.offered(1, STREAM, HISTORY - 1_000, now);
        LinkHistory other = streams.historyOfAnotherLink();
        receiveHistory(other, OTHER_STREAM);
        consumer.offered(2, OTHER_STREAM, 0, now);
        assertThat(due()).isEqualTo(1_000 + HISTORY);
        other.close();
        send(8_000);
        streams.finishWork();

        assertThat(due()).isZero();
    }

    /** Sends frames, none of which waits for another. */
    private void sendAlone(int frames) {
        for (int i = 0; i < frames; i++) {
            send(8_000);
            streams.finishWork();
        }
    }

    private long due() {
        return consumer.due(0, now);
    }

    private void receiveHistory() throws Exception {
        receiveHistory(streams.history(), STREAM);
    }

    private void receiveHistory(LinkHistory history, int stream) throws Exception {
        byte[] content = new byte[HISTORY];
        random.nextBytes(content);
        history.received().kept(stream, false);
        history.received().received(Unpooled.wrappedBuffer(content));
    }

    private void send(int length) {
        byte[] content = new byte[length];
        random.nextBytes(content);
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(length).writeBytes(content);
        streams.send(app, now);
    }
}
