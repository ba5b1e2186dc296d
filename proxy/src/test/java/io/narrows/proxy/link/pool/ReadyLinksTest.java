package io.narrows.proxy.link.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.EmbeddedLinks;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ready links, under the frozen clock of their event loops. */
final class ReadyLinksTest {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final LinkEnvironment environment =
            LinkEnvironments.ofA("{codec: none}", new EventMeter(), Runnable::run, () -> 0);
    private final List<DuplexEmbeddedChannel> channels = new ArrayList<>();
    private final List<Link> lost = new ArrayList<>();
    private final ReadyLinks ready = new ReadyLinks();

    @AfterEach
    void close() {
        channels.forEach(DuplexEmbeddedChannel::finishAndReleaseAll);
    }

    @Test
    void linkOfLimitedAge_isRetiredAlone() throws Exception {
        Link first = plainLink();
        pass(30);
        Link second = plainLink();

        pass(30);

        assertThat(first.state()).isEqualTo(LinkState.CLOSED);
        assertThat(second.state()).isEqualTo(LinkState.READY);
        assertThat(lost).containsExactly(first);
        assertThat(ready.poll()).isSameAs(second);
    }

    @Test
    void linkThatIsTaken_isNotRetired() throws Exception {
        Link link = plainLink();

        assertThat(ready.poll()).isSameAs(link);
        pass(60);

        assertThat(link.state()).isEqualTo(LinkState.READY);
        assertThat(lost).isEmpty();
    }

    @Test
    void linkThatIsLost_leavesNoTimer() throws Exception {
        Link link = plainLink();

        link.retire();

        assertThat(lost).containsExactly(link);
        assertThat(ready.poll()).isNull();
        assertThat(channels.get(0).runScheduledPendingTasks()).isEqualTo(-1);
    }

    @Test
    void retireAll_countsNoLinkAsLost() throws Exception {
        Link link = plainLink();

        ready.retireAll();

        assertThat(link.state()).isEqualTo(LinkState.CLOSED);
        assertThat(lost).isEmpty();
        assertThat(ready.size()).isZero();
    }

    private Link plainLink() throws Exception {
        DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(ByteBufAllocator.DEFAULT);
        channels.add(channel);
        channel.register();
        channel.freezeTime();
        Link link = EmbeddedLinks.greeted(environment, new LinkTermsBuilder().build(), channel);
        ready.addFor(MINUTE, link, () -> lost.add(link));
        return link;
    }

    private void pass(int seconds) {
        for (DuplexEmbeddedChannel channel : channels) {
            channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }
    }
}
