package io.narrows.proxy.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.dictionary.ConnectionDictionaries;
import io.narrows.proxy.link.frame.ContentCheck;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.primed.LinkStates;
import io.narrows.proxy.link.proto.HeldStates;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Payloads;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which contexts of the peer leave their states: the rule excludes those with content of the class encrypted. */
final class KeptContextTest {
    private static final PeerId PEER = new PeerId("b");

    private final LinkEnvironment environment = LinkEnvironments.ofA(
            "{codec: dense, level: 1, primed: plain}", new EventMeter(), Runnable::run, System::nanoTime);
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final LinkStates states = states();
    private final ReceivingStream receiving = new ReceivingStream(
            environment,
            LinkTermsBuilder.sampled().decodes(Codec.DENSE, 23).build(),
            TrafficClass.DEFAULT,
            channel.alloc(),
            new LinkHistory(environment.histories(), PEER, channel.eventLoop(), null).received(),
            states.connection("db", true, false),
            ConnectionDictionaries.NONE);
    private StreamEncoder encoder = encoder();

    private LinkStates states() {
        LinkStates agreed = environment.primed().link(PEER);
        agreed.offered(HeldStates.getDefaultInstance());
        return agreed;
    }

    private static StreamEncoder encoder() {
        return Codecs.load().streamEncoder(CodecSpec.of(Codec.DENSE, 1));
    }

    @AfterEach
    void close() {
        encoder.close();
        receiving.close();
        states.close();
    }

    /** Receives a frame whose content is of a class. */
    private void receive(boolean isNew, TrafficClass trafficClass) throws Exception {
        ByteBuf payload = Unpooled.directBuffer().writeBytes(Payloads.next(encoder, new byte[100]));
        receiving
                .decode(FrameDescriptor.data(Codec.DENSE, isNew), payload, ContentCheck.NONE)
                .release();
        payload.release();
        receiving.traffic().reclassify(trafficClass);
        receiving.classified();
    }

    private boolean keeps() throws Exception {
        receiving.keepContext(Codec.DENSE.id());
        return environment.memory().account(Purpose.HISTORY, PEER).usedBytes() > 0;
    }

    @Test
    void contextWhoseContentTheRuleAllows_isKept() throws Exception {
        receive(true, TrafficClass.DEFAULT);
        receive(false, TrafficClass.DEFAULT);

        assertThat(keeps()).isTrue();
    }

    @Test
    void contextOfAClassThatTheRuleExcludesNow_isNotKept() throws Exception {
        receive(true, TrafficClass.DEFAULT);
        receiving.traffic().reclassify(TrafficClass.ENCRYPTED);

        assertThat(keeps()).isFalse();
    }

    @Test
    void contextAfterContentOfAClassThatTheRuleExcludes_isKept() throws Exception {
        receiving.traffic().reclassify(TrafficClass.ENCRYPTED);

        receive(true, TrafficClass.DEFAULT);

        assertThat(keeps()).isTrue();
    }

    @Test
    void contextWithEarlierContentThatTheRuleExcludes_isNotKept_butTheNextOneIs() throws Exception {
        receive(true, TrafficClass.ENCRYPTED);
        receiving.traffic().reclassify(TrafficClass.DEFAULT); // by content of the other direction
        receive(false, TrafficClass.DEFAULT);
        assertThat(keeps()).isFalse();

        encoder.close();
        encoder = encoder();
        receive(true, TrafficClass.DEFAULT);
        assertThat(keeps()).isTrue();
    }
}
