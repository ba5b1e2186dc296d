package io.narrows.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codecs;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.MemoryLimits;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.meter.DepartedPeers;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.proxy.relay.Relay;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.narrows.proxy.transport.Transport;
import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PeerRecordsTest {
    private static final PeerId OWN = new PeerId("a");
    private static final PeerId CONFIGURED = new PeerId("b");
    private static final PeerId GONE = new PeerId("c");

    private final MemoryLedger memory = new MemoryLedger(new MemoryLimits(1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20));
    private final EventMeter events = new EventMeter();
    private final AtomicLong nanos = new AtomicLong();
    private Transport transport;
    private Relay relay;
    private PeerRecords records;
    private DepartedPeers departed;

    @BeforeEach
    void start() throws IOException, ConfigException {
        Config config = ConfigLoader.parse("a.yaml", """
                version: 1
                node: {id: a, region: r, zone: z, host: h-a}
                link: {listen: 127.0.0.1:%d, threads: 1}
                targets: {work: 127.0.0.1:2}
                peers: [{id: b, region: r, zone: z, host: h-b, link: 127.0.0.1:1}]
                """.formatted(FreePort.next()), Path.of(""));
        LiveConfig live = new LiveConfig(config);
        TrafficMeter traffic = new TrafficMeter(config.node().location(), config.tariff());
        LatencyMeter latency = new LatencyMeter();
        UnpackMeter unpacking = new UnpackMeter();
        LoadedCertificates certificates = LoadedCertificates.of(config);
        transport = new Transport(config.link().transport(), config.link().threads());
        relay = new Relay(
                live,
                Codecs.load(),
                memory,
                traffic,
                events,
                latency,
                unpacking,
                new LinkSecurity(new TlsContexts(certificates.links()), new TlsPeers(transport.workers()), nanos::get),
                new DatabaseTls(certificates.databases()),
                transport,
                nanos::get,
                "test");
        records = new PeerRecords(live, relay, traffic, events, unpacking, latency, memory);
        departed = new DepartedPeers(records, nanos::get);
    }

    @AfterEach
    void stop() {
        relay.drain();
        relay.auto().close();
        relay.sampler().close();
        relay.whatIf().close();
        transport.close();
        relay.recipes().close();
    }

    @Test
    void accounts_areThoseOfPeers() {
        memory.account(Purpose.QUEUES, GONE);

        assertThat(memory.peers()).contains(OWN);
        assertThat(records.accounted()).contains(GONE).doesNotContain(OWN);
        assertThat(records.present()).containsExactly(CONFIGURED);
    }

    @Test
    void gonePeer_isForgotten_andItsMemoryOnceItIsGivenBack() {
        events.linked(GONE);
        Account used = memory.account(Purpose.SENDING, GONE);
        memory.account(Purpose.QUEUES, GONE);
        used.take(Storage.NATIVE, 1000);
        departed.look();

        pass(Duration.ofHours(1));

        assertThat(records.counted()).doesNotContain(GONE);
        assertThat(memory.pool(Purpose.SENDING).accounts()).contains(used);
        assertThat(memory.pool(Purpose.QUEUES).accounts())
                .noneMatch(account -> account.peer().equals(GONE));

        used.giveBack(Storage.NATIVE, 1000);
        pass(Duration.ofMinutes(1));

        assertThat(memory.peers()).contains(OWN).doesNotContain(GONE);
    }

    @Test
    void accountOfAPeerWithoutCounters_isForgotten() {
        memory.account(Purpose.SENDING, GONE);
        departed.look();

        pass(Duration.ofHours(1));

        assertThat(memory.peers()).doesNotContain(GONE);
    }

    @Test
    void memoryOfAPeerThatIsPresentAgain_isKept() {
        Account account = memory.account(Purpose.QUEUES, CONFIGURED);

        assertThat(records.forgetMemory(CONFIGURED)).isFalse();

        assertThat(memory.pool(Purpose.QUEUES).accounts()).contains(account);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        departed.look();
    }
}
