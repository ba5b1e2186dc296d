package io.narrows.proxy.auto;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.UsableCodecs;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.PeerDetail;
import io.narrows.config.PeerId;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.Unpackings;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Exposition;
import io.narrows.proxy.sample.SampleSums;
import io.narrows.proxy.sample.SampleWorker;
import io.narrows.proxy.sample.WhatIf;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.ExposedPeers;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the metrics of simulated links, at simulated times. */
final class AutoMetricsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SAMPLE = 1 << 20;
    private static final CodecSpec ZSTD_1 = CodecSpec.of(Codec.ZSTD, 1);
    private static final CodecSpec ZSTD_9 = CodecSpec.of(Codec.ZSTD, 9);

    private static final String NODE = """
            version: 1
            node: {id: a, region: r1, zone: z, host: ha}
            link: {listen: 127.0.0.1:1}
            targets: {}
            peers:
              - {id: b, region: r2, zone: z, host: hb, link: 127.0.0.1:3}
              - {id: c, region: r2, zone: z, host: hc, link: 127.0.0.1:4}
            """;
    private static final String AUTO = """
            policy: [{codec: auto}]
            auto: {candidates: ['zstd:1', 'zstd:9'], cpu-budget: 0.75}
            """;

    private final AtomicLong now = new AtomicLong(1);
    private final AtomicLong cpuNanos = new AtomicLong();
    private final LinkEnvironment links = LinkEnvironments.of(NODE + AUTO, new EventMeter(), Runnable::run, now::get);
    private final SampleWorker worker = new SampleWorker(() -> 0.02, () -> false);
    private final WhatIf whatIf = new WhatIf(
            links.live(),
            links.codecs(),
            links.memory(),
            links.contexts(),
            PooledByteBufAllocator.DEFAULT,
            worker,
            now::get);
    private final AutoCodecs auto = new AutoCodecs(
            links.live(), whatIf, cpuNanos::get, now::get, () -> Instant.ofEpochSecond(0, now.get()), Long.MAX_VALUE);

    @AfterEach
    void close() {
        auto.close();
        worker.close();
        whatIf.close();
    }

    /** Opens a link of class replication, which asks for its codec. */
    private AutoLink link(String peer) {
        AutoLink link = (AutoLink) auto.connection(new PeerId(peer), length -> length, Unpackings.NONE);
        Config config = links.live().current();
        Traffic traffic = config.trafficTo(config.peer(new PeerId(peer)).orElseThrow(), TrafficClass.REPLICATION);
        link.codec(
                traffic,
                config.policy().choose(traffic).compression(),
                new UsableCodecs(EnumSet.allOf(Codec.class), true));
        return link;
    }

    /** Samples a link, for which level 9 is better. */
    private static void sample(AutoLink link) {
        link.samples()
                .sampled(
                        TrafficClass.REPLICATION,
                        Map.of(
                                ZSTD_1,
                                new SampleSums(SAMPLE, SAMPLE / 2, SAMPLE),
                                ZSTD_9,
                                new SampleSums(SAMPLE, SAMPLE / 8, SAMPLE),
                                CodecSpec.of(Codec.NONE),
                                new SampleSums(SAMPLE, SAMPLE, 0)));
    }

    /** Samples a link that sends, and lets its codec be chosen. */
    private void measure(AutoLink link) {
        passASecond(link);
        sample(link);
        passASecond(link);
    }

    /** Lets a link send something within the time between two choices. */
    private void passASecond(AutoLink link) {
        link.sent(TrafficClass.REPLICATION, Unpooled.buffer(SAMPLE).writerIndex(SAMPLE), now.get());
        now.addAndGet(SECOND);
        auto.tick();
    }

    private Exposed scrape(PeerDetail detail) throws ConfigException {
        return new Exposed(text(detail));
    }

    private String text(PeerDetail detail) throws ConfigException {
        Exposition exposition = new ExposedPeers(1).exposition();
        exposition.register(new AutoMetrics(links.live(), auto));
        return new String(exposition.scrape("", detail).body(), StandardCharsets.UTF_8);
    }

    @Test
    void links_areCountedByTheCodecAndLevelInUse() throws ConfigException {
        AutoLink measured = link("b");
        link("b");
        link("c");
        measure(measured);

        Exposed exposed = scrape(PeerDetail.FULL);

        assertThat(exposed.value(
                        "narrows_auto_links", "peer=\"b\"", "class=\"replication\"", "codec=\"zstd\"", "level=\"9\""))
                .isEqualTo(1);
        assertThat(exposed.value("narrows_auto_links", "peer=\"b\"", "level=\"1\""))
                .isEqualTo(1);
        assertThat(exposed.value("narrows_auto_links", "peer=\"c\"", "level=\"1\""))
                .isEqualTo(1);
    }

    @Test
    void switches_areCountedByReason_beginningAtZero() throws ConfigException {
        AutoLink link = link("b");

        assertThat(text(PeerDetail.FULL).lines().filter(line -> line.startsWith("narrows_auto_switches_total{")))
                .hasSize(SwitchReason.values().length)
                .allMatch(line -> line.endsWith(" 0.0"));

        measure(link);

        Exposed exposed = scrape(PeerDetail.FULL);
        assertThat(exposed.value(
                        "narrows_auto_switches_total", "peer=\"b\"", "class=\"replication\"", "reason=\"measured\""))
                .isEqualTo(1);
        assertThat(exposed.value("narrows_auto_switches_total")).isEqualTo(1);
    }

    @Test
    void off_hasTheSumsOfAllPeers() throws ConfigException {
        for (String peer : new String[] {"b", "c"}) {
            measure(link(peer));
        }

        assertThat(text(PeerDetail.OFF).lines().filter(line -> line.startsWith("narrows_auto_")))
                .contains(
                        "narrows_auto_links{class=\"replication\",codec=\"zstd\",level=\"9\"} 2.0",
                        "narrows_auto_switches_total{class=\"replication\",reason=\"measured\"} 2.0")
                .noneMatch(line -> line.contains("peer="));
    }

    @Test
    void processors_areThoseOfTwoWindows_besideTheBudget() throws ConfigException {
        AutoLink link = link("b");
        passASecond(link);
        cpuNanos.addAndGet(SECOND / 4);
        passASecond(link);
        cpuNanos.addAndGet(SECOND / 2);
        passASecond(link);

        Exposed exposed = scrape(PeerDetail.FULL);

        assertThat(exposed.value("narrows_auto_cpu_budget_processors")).isEqualTo(0.75);
        assertThat(exposed.value("narrows_auto_cpu_processors", "window=\"20ms\""))
                .isEqualTo(0.5);
        assertThat(exposed.value("narrows_auto_cpu_processors", "window=\"10s\""))
                .isEqualTo(0.375);
    }

    @Test
    void peerThatIsGone_hasNoSwitches() throws ConfigException {
        link("b");
        link("c");

        auto.forget(new PeerId("b"));

        assertThat(text(PeerDetail.FULL)).contains("narrows_auto_switches_total{class=\"replication\",peer=\"c\"");
        assertThat(text(PeerDetail.FULL))
                .doesNotContain("narrows_auto_switches_total{class=\"replication\",peer=\"b\"");
    }

    @Test
    void withoutARule_thereIsNothing() throws ConfigException {
        link("b");
        links.live()
                .replace(LinkEnvironments.of(NODE, new EventMeter(), Runnable::run, now::get)
                        .live()
                        .current());

        assertThat(text(PeerDetail.FULL)).doesNotContain("narrows_auto_");
    }
}
