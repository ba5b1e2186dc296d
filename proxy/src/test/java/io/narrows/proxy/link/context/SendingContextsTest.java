package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.bill.LinkBill;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Contexts of a peer that grants nothing. */
final class SendingContextsTest {
    private static final PeerId B = new PeerId("b");
    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final LinkEnvironment environment =
            LinkEnvironments.ofA("{codec: none}", new EventMeter(), Runnable::run, () -> 1);
    private final SendingContexts contexts = contexts();

    private SendingContexts contexts() {
        TrafficCell cell = environment
                .traffic()
                .cell(B, new Location("r", "z", "hb"), TrafficClass.CONTROL, Codec.NONE, Direction.SENT);
        FrameWriter frames = new FrameWriter(
                channel,
                FrameForm.PAYLOAD_CHECKED,
                new WireCounter(new LinkBill(channel, false, environment.traffic())));
        ControlWriter control = new ControlWriter(frames, () -> cell);
        SendingGrants grants = new SendingGrants(new LinkTermsBuilder().build(), control, () -> 1);
        return new SendingContexts(environment.contexts(), B, grants, channel, () -> 1, control, true);
    }

    @AfterEach
    void close() {
        contexts.close();
        channel.finishAndReleaseAll();

        assertThat(environment.contexts().usedBytes()).isZero();
    }

    @Test
    void contextOfAnotherLevel_isReplaced() {
        SendingContext first = contexts.of(DENSE.lowerLevel().orElseThrow(), 100);

        SendingContext second = contexts.of(DENSE, 100);

        assertThat(first.serves(DENSE)).isFalse();
        assertThat(second.serves(DENSE)).isTrue();
        assertThat(contexts.of(DENSE, 100)).isSameAs(second);
    }

    @Test
    void contextOfDense_restartsWhenThePeerDecodesVersion2_orNoLonger() {
        SendingContext first = contexts.of(DENSE, 100);

        contexts.decodesDenseVersion2(true);
        assertThat(contexts.of(DENSE, 100)).isSameAs(first);
        contexts.decodesDenseVersion2(false);
        assertThat(contexts.of(DENSE, 100)).isNotSameAs(first);
    }
}
