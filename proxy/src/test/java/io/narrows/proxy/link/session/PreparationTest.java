package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks that make later frames faster, which workers run while frames continue. */
final class PreparationTest implements Streams.Heard {
    private static final int SHORT = 500;
    private static final LinkTerms SESSION =
            LinkTermsBuilder.sampled().decodes(Codec.DENSE, 23).build();

    private final Streams streams = new Streams("{codec: dense, level: 2}", SESSION, new EventMeter(), () -> 1);
    private final Random random = new Random(1);
    private final List<ByteBuf> sent = new ArrayList<>();
    private final List<ByteBuf> received = new ArrayList<>();

    @AfterEach
    void everythingIsReturned() {
        sent.forEach(ByteBuf::release);
        received.forEach(ByteBuf::release);
        streams.close();

        assertThat(streams.takeFailure()).isNull();
    }

    @Test
    void memoryOfAWindowThatFills_isTakenByAWorkerAtEitherEnd() throws Exception {
        send(10);
        assertThat(streams.work()).isEmpty();

        send(400);
        assertThat(streams.work()).hasSize(2);

        streams.finishWork();
        send(200);
        assertThat(streams.work()).isEmpty();
        assertThat(received).isEqualTo(sent);
    }

    @Test
    void whenTheWorkersHaveEnded_nothingIsPrepared() {
        LinkEnvironment environment = LinkEnvironments.ofA(
                "{codec: none}",
                new EventMeter(),
                task -> {
                    throw new RejectedExecutionException("ended");
                },
                () -> 1);

        assertThatCode(() -> environment.prepare(() -> {})).doesNotThrowAnyException();
    }

    private void send(int frames) throws Exception {
        for (int i = 0; i < frames; i++) {
            byte[] noise = new byte[SHORT / 2];
            random.nextBytes(noise);
            byte[] app = Arrays.copyOf(noise, SHORT);
            sent.add(Unpooled.wrappedBuffer(app));
            streams.send(Unpooled.directBuffer(SHORT).writeBytes(app), 1);
            streams.hear(this);
        }
    }

    @Override
    public void data(int head, ByteBuf payload, long check) throws CorruptFrameException {
        received.add(streams.receiving().decode(head, payload, check));
    }

    @Override
    public void control(ByteBuf payload) {}
}
