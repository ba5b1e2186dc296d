package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.HostPort;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.meter.EventCounts;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.PassedMeter;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

final class PassedConnectionTest {
    private final EventMeter events = new EventMeter();
    private final LinkEnvironment links = LinkEnvironments.ofA("", events, Runnable::run, System::nanoTime);
    private final CaptureEnvironment environment = new CaptureEnvironment(
            links, null, null, new LocalConnections(links), null, null, null, null, new PassedMeter());

    @Test
    void withoutMemory_isRefused_andCountedAsAFailure() {
        Account queues = links.memory().account(Purpose.QUEUES, EventMeter.UNKNOWN_PEER);
        queues.count(Storage.NATIVE, queues.pool().limitBytes());
        EmbeddedChannel captured = new EmbeddedChannel();

        new PassedConnection(environment, captured, new HostPort("10.0.0.9", 7000)).start();

        assertThat(captured.isOpen()).isFalse();
        assertThat(EventCounts.failures(events)).isEqualTo(1);
    }
}
