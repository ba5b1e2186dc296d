package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.support.DiscardingUser;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.EmbeddedLinks;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what a {@link LinkTap} observes of a link. */
final class LinkTapTest {
    private final List<String> observed = new ArrayList<>();

    @Test
    void readsOfTheApplication_areObservedInTheirClass_andTheEnd() throws Exception {
        LinkEnvironment environment = LinkEnvironments.tapped(
                LinkEnvironments.ofA("{codec: zstd}", new EventMeter(), Runnable::run, () -> 0),
                (peer, wireBytes, unpacking) -> {
                    observed.add("link to " + peer + ", 10 bytes are " + wireBytes.applyAsInt(10));
                    return new Observer();
                });
        DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(UnpooledByteBufAllocator.DEFAULT);
        channel.register();
        Link link = EmbeddedLinks.greeted(environment, new LinkTermsBuilder().build(), channel);
        link.open(new DiscardingUser(), "work", TrafficClass.BULK);

        link.send(Unpooled.copiedBuffer("first", StandardCharsets.US_ASCII), 1);
        link.send(Unpooled.copiedBuffer("second", StandardCharsets.US_ASCII), 2);
        link.cut(Failure.LINK_CUT);

        assertThat(observed)
                .startsWith("link to b, 10 bytes are 16", "bulk first at 1", "bulk second at 2")
                .endsWith("end");
        channel.finishAndReleaseAll();
    }

    private final class Observer implements LinkTap.Connection {
        @Override
        public void sent(TrafficClass trafficClass, ByteBuf app, long readAt) {
            observed.add(trafficClass.name() + " " + app.toString(StandardCharsets.US_ASCII) + " at " + readAt);
        }

        @Override
        public void ended() {
            observed.add("end");
        }
    }
}
