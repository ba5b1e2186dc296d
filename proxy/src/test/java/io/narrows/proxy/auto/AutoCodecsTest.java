package io.narrows.proxy.auto;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.UsableCodecs;
import io.narrows.config.Compression;
import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.Unpackings;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.sample.SampleSums;
import io.narrows.proxy.sample.SampleWorker;
import io.narrows.proxy.sample.WhatIf;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the choices for simulated links, in a process whose processor time follows from them. Time is simulated as well. */
final class AutoCodecsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double BUDGET = 0.5;

    private static final CodecSpec NONE = CodecSpec.of(Codec.NONE);
    private static final CodecSpec LZ4 = CodecSpec.of(Codec.LZ4);
    private static final CodecSpec ZSTD_1 = CodecSpec.of(Codec.ZSTD, 1);
    private static final CodecSpec ZSTD_3 = CodecSpec.of(Codec.ZSTD, 3);
    private static final CodecSpec ZSTD_9 = CodecSpec.of(Codec.ZSTD, 9);
    private static final CodecSpec DENSE_0 = CodecSpec.of(Codec.DENSE, 0);
    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);
    private static final List<CodecSpec> CANDIDATES = List.of(ZSTD_1, LZ4, ZSTD_9, DENSE, NONE);

    private static final String FILE = """
            version: 1
            node: {id: a, region: r1, zone: z, host: ha}
            link: {listen: 127.0.0.1:1}
            targets: {}
            peers:
              - {id: b, region: r2, zone: z, host: hb, link: 127.0.0.1:3}
              - {id: c, region: r1, zone: z, host: hc, link: 127.0.0.1:4}
            policy: [{codec: auto}]
            auto: {candidates: ['zstd:1', lz4, 'zstd:9', 'dense:2'], cpu-budget: 0.5}
            """;

    /** Nature of a traffic: for each candidate the part of the bytes that remains, and nanoseconds for each byte. */
    private record Nature(Map<CodecSpec, Double> ratios, Map<CodecSpec, Double> nanos) {
        static final Map<CodecSpec, Double> NANOS =
                Map.of(NONE, 0.0, LZ4, 4.0, ZSTD_1, 5.0, ZSTD_3, 9.0, ZSTD_9, 30.0, DENSE_0, 10.0, DENSE, 100.0);
        static final Nature TEXT = new Nature(
                Map.of(NONE, 1.0, LZ4, 0.5, ZSTD_1, 0.35, ZSTD_3, 0.3, ZSTD_9, 0.25, DENSE_0, 0.2, DENSE, 0.15), NANOS);
        static final Nature NOISE = new Nature(
                Map.of(NONE, 1.0, LZ4, 1.0, ZSTD_1, 1.0, ZSTD_3, 1.0, ZSTD_9, 1.0, DENSE_0, 1.0, DENSE, 1.0), NANOS);
    }

    /** A link that sends all the time. */
    private final class Link {
        private final AutoLink link;
        private final PeerId peer;
        private final List<CodecSpec> used = new ArrayList<>();
        private final List<Long> switchedAt = new ArrayList<>();
        private Nature nature;
        private double bytesPerSecond;
        private UsableCodecs usable = new UsableCodecs(EnumSet.allOf(Codec.class), true);
        private TrafficClass trafficClass = TrafficClass.REPLICATION;

        Link(String peer, Nature nature, double megabytesPerSecond) {
            this.peer = new PeerId(peer);
            this.nature = nature;
            this.bytesPerSecond = megabytesPerSecond * 1e6;
            this.link = (AutoLink) auto.connection(this.peer, length -> length, Unpackings.NONE);
        }

        CodecSpec codec() {
            Config config = links.live().current();
            Traffic traffic = new Traffic(
                    peer,
                    config.node().location(),
                    config.peer(peer).orElseThrow().location().orElseThrow(),
                    trafficClass);
            Compression compression = config.policy().choose(traffic).compression();
            CodecSpec codec = link.codec(traffic, compression, usable);
            if (used.isEmpty() || !used.get(used.size() - 1).equals(codec)) {
                used.add(codec);
                switchedAt.add(now.get());
            }
            return codec;
        }

        /** Sends for a reading's period; returns the processor time. */
        double send() {
            int bytes = (int) (bytesPerSecond * CpuHistory.PERIOD_NANOS / SECOND);
            link.sent(trafficClass, content.slice(0, bytes), now.get());
            return bytes * nature.nanos().get(codec());
        }

        void sample(List<CodecSpec> candidates, int bytes) {
            Map<CodecSpec, SampleSums> figures = new HashMap<>();
            for (CodecSpec candidate : candidates) {
                figures.put(
                        candidate,
                        new SampleSums(
                                bytes, of(nature.ratios(), candidate, bytes), of(nature.nanos(), candidate, bytes)));
            }
            link.samples().sampled(trafficClass, figures);
        }

        private static long of(Map<CodecSpec, Double> figures, CodecSpec candidate, int bytes) {
            return Math.round(bytes * figures.get(candidate));
        }

        int mostSwitchesInAMinute() {
            return switchedAt.stream()
                    .skip(1)
                    .mapToInt(first -> (int) switchedAt.stream()
                            .skip(1)
                            .filter(at -> at >= first && at - first < 60 * SECOND)
                            .count())
                    .max()
                    .orElse(0);
        }
    }

    private final AtomicLong now = new AtomicLong(1);
    private final ByteBuf content = Unpooled.buffer(16 << 20).writerIndex(16 << 20);
    private final LinkEnvironment links = LinkEnvironments.of(FILE, new EventMeter(), Runnable::run, now::get);
    private final SampleWorker worker = new SampleWorker(() -> 0.02, () -> false);
    private final WhatIf whatIf = new WhatIf(
            links.live(),
            links.codecs(),
            links.memory(),
            links.contexts(),
            PooledByteBufAllocator.DEFAULT,
            worker,
            now::get);
    private double cpuNanos;
    private final AutoCodecs auto = new AutoCodecs(
            links.live(),
            whatIf,
            () -> (long) cpuNanos,
            now::get,
            () -> Instant.ofEpochSecond(0, now.get()),
            Long.MAX_VALUE);
    private final List<Link> all = new ArrayList<>();
    private double otherProcessors = 0.05;
    private final List<Double> usedAtTicks = new ArrayList<>();

    @AfterEach
    void close() {
        auto.close();
        worker.close();
        whatIf.close();
    }

    private Link link(String peer, Nature nature, double megabytesPerSecond) {
        Link link = new Link(peer, nature, megabytesPerSecond);
        link.codec();
        all.add(link);
        return link;
    }

    /** Lets all links send, and samples each every ten seconds. */
    private void pass(int seconds) {
        pass(seconds, true);
    }

    private void pass(int seconds, boolean samples) {
        for (int i = 0; i < seconds * 50; i++) {
            now.addAndGet(CpuHistory.PERIOD_NANOS);
            cpuNanos += otherProcessors * CpuHistory.PERIOD_NANOS;
            for (Link link : all) {
                cpuNanos += link.send();
                if (samples && now.get() / CpuHistory.PERIOD_NANOS % 500 == 100) {
                    link.sample(link.link.samples().candidates(), 1 << 20);
                }
            }
            auto.tick();
            usedAtTicks.add(cpuNanos);
        }
    }

    private void reload(String file) {
        links.live()
                .replace(LinkEnvironments.of(file, new EventMeter(), Runnable::run, now::get)
                        .live()
                        .current());
    }

    /** Returns the most processors that were used in any ten seconds. */
    private double mostProcessors() {
        double most = 0;
        for (int i = 500; i < usedAtTicks.size(); i++) {
            most = Math.max(most, (usedAtTicks.get(i) - usedAtTicks.get(i - 500)) / (10 * SECOND));
        }
        return most;
    }

    @Test
    void firstCandidate_isUsedUntilTheTrafficIsMeasured_thenTheCheapest() {
        Link link = link("b", Nature.TEXT, 1);
        assertThat(link.codec()).isEqualTo(ZSTD_1);

        pass(30);

        assertThat(link.used).containsExactly(ZSTD_1, DENSE);
        assertThat(auto.state().choices()).singleElement().satisfies(choice -> {
            assertThat(choice.candidate()).isEqualTo(DENSE);
            assertThat(choice.reason()).contains(SwitchReason.MEASURED);
            assertThat(choice.costs()).extracting(CandidateCost::candidate).containsExactlyElementsOf(CANDIDATES);
        });
    }

    @Test
    void whereBytesAreFree_nothingIsCompressed() {
        Link link = link("c", Nature.TEXT, 1);
        pass(30);

        assertThat(link.used).containsExactly(ZSTD_1, NONE);
    }

    @Test
    void laterLinkOfTheSamePeerAndClass_beginsWithTheirChoice() {
        link("b", Nature.TEXT, 1);
        pass(30);

        assertThat(link("b", Nature.TEXT, 1).codec()).isEqualTo(DENSE);
        assertThat(link("c", Nature.TEXT, 1).codec()).isEqualTo(ZSTD_1);
    }

    @Test
    void noise_changesNothing_sinceLinksSendItRawAnyway() {
        Link link = link("b", Nature.TEXT, 1);
        pass(30);
        link.nature = Nature.NOISE;
        pass(60);
        link.nature = Nature.TEXT;
        pass(60);

        assertThat(link.used).containsExactly(ZSTD_1, DENSE);
    }

    @Test
    void linksWithTheirOwnFigures_doNotFollowThoseOfTheirPeerAndClass() {
        Nature fast = new Nature(Map.of(NONE, 1.0, LZ4, 0.10, ZSTD_1, 0.10, ZSTD_9, 0.10, DENSE, 0.10), Nature.NANOS);
        Link text = link("b", Nature.TEXT, 1);
        Link other = link("b", fast, 1);
        pass(40);

        assertThat(text.codec()).isEqualTo(DENSE);
        assertThat(other.codec()).isEqualTo(ZSTD_1);
    }

    @Test
    void moreTrafficThanTheBudgetAllows_givesWayInTime_andComesBack() {
        Link link = link("b", Nature.TEXT, 1);
        pass(60);
        link.bytesPerSecond = 12e6; // dense would take 1.2 processors
        pass(120);

        assertThat(mostProcessors()).isLessThan(BUDGET * 1.1);
        assertThat(link.codec()).isNotIn(DENSE, NONE);
        link.bytesPerSecond = 1e6;
        pass(400);

        assertThat(link.codec()).isEqualTo(DENSE);
        assertThat(link.mostSwitchesInAMinute()).isLessThanOrEqualTo(SwitchLimit.MOST);
    }

    @Test
    void trafficThatIsTooMuchBeforeItIsMeasured_isNotCompressed_untilThereIsLess() {
        Link link = link("b", Nature.TEXT, 300);
        pass(60, false);

        assertThat(mostProcessors()).isLessThan(BUDGET * 1.1);
        assertThat(link.codec()).isEqualTo(NONE);
        link.bytesPerSecond = 1e6;
        pass(400, false);
        assertThat(link.codec()).isEqualTo(ZSTD_1);
    }

    @Test
    void otherWorkOfTheProcess_makesLinksGiveWay_theLeastValuableFirst() {
        Nature dear = new Nature(Map.of(NONE, 1.0, LZ4, 0.8, ZSTD_1, 0.7, ZSTD_9, 0.6, DENSE, 0.1), Nature.NANOS);
        Link valuable = link("b", dear, 0.9);
        Link cheap = link("b", Nature.TEXT, 2.7);
        pass(60);
        assertThat(valuable.codec()).isEqualTo(DENSE);
        assertThat(cheap.codec()).isEqualTo(DENSE);
        otherProcessors = 0.2;
        pass(60);

        assertThat(valuable.codec()).isEqualTo(DENSE);
        assertThat(cheap.codec()).isNotEqualTo(DENSE);
        assertThat(mostProcessors()).isLessThan(BUDGET * 1.1);
    }

    @Test
    void loadAtTheLimit_changesTheCodecSixTimesAMinuteAtMost() {
        Link link = link("b", Nature.TEXT, 4.4);
        for (int i = 0; i < 30; i++) {
            link.bytesPerSecond = i % 2 == 0 ? 4.4e6 : 9e6;
            pass(10);
        }

        assertThat(link.mostSwitchesInAMinute()).isLessThanOrEqualTo(SwitchLimit.MOST);
        assertThat(mostProcessors()).isLessThan(BUDGET * 1.1);
    }

    @Test
    void queueThatGrows_makesItsLinkGiveWay_andNoOther() {
        Link slow = link("b", Nature.TEXT, 1);
        Link other = link("b", Nature.TEXT, 1);
        pass(30);
        slow.link.overloaded(DENSE);
        pass(2);

        assertThat(slow.used).containsExactly(ZSTD_1, DENSE, ZSTD_9);
        assertThat(other.codec()).isEqualTo(DENSE);
        pass(30);
        assertThat(slow.codec()).isEqualTo(DENSE);
    }

    @Test
    void codecThatThePeerNoLongerAccepts_isReplaced() {
        Link link = link("b", Nature.TEXT, 1);
        pass(30);
        link.usable = new UsableCodecs(EnumSet.of(Codec.NONE, Codec.ZSTD), false);
        pass(2);

        assertThat(link.codec()).isEqualTo(ZSTD_9);
        assertThat(auto.state().choices().get(0).reason()).contains(SwitchReason.WITHDRAWN);
    }

    @Test
    void level0_isOnlyChosenForAPeerThatDecodesIt() {
        reload(FILE.replace("dense:2", "dense:0"));
        Link newer = link("b", Nature.TEXT, 1);
        pass(30);
        assertThat(newer.codec()).isEqualTo(DENSE_0);

        newer.usable = withoutLevel0();
        pass(2);
        assertThat(newer.codec()).isEqualTo(ZSTD_9);
        assertThat(auto.state().choices().get(0).reason()).contains(SwitchReason.WITHDRAWN);
    }

    @Test
    void laterLinkOfAPeerWithoutLevel0_doesNotBeginWithIt() {
        reload(FILE.replace("dense:2", "dense:0"));
        link("b", Nature.TEXT, 1);
        pass(30);

        Link older = new Link("b", Nature.TEXT, 1);
        older.usable = withoutLevel0();
        assertThat(older.codec()).isEqualTo(ZSTD_1);
    }

    private static UsableCodecs withoutLevel0() {
        return new UsableCodecs(EnumSet.allOf(Codec.class), false);
    }

    @Test
    void overloadOfAnEarlierCandidate_isIgnored() {
        Link link = link("b", Nature.TEXT, 1);
        pass(30);
        link.link.overloaded(ZSTD_1);
        pass(2);

        assertThat(link.used).containsExactly(ZSTD_1, DENSE);
    }

    @Test
    void otherCandidates_applyAfterAReload_asIfNothingWasMeasured() {
        Link link = link("b", Nature.TEXT, 1);
        pass(30);
        reload(FILE.replace("'zstd:1', lz4, 'zstd:9', 'dense:2'", "'zstd:9', lz4"));
        pass(2);
        assertThat(link.codec()).isEqualTo(ZSTD_9);

        reload(FILE.replace("'zstd:1', lz4, 'zstd:9', 'dense:2'", "'zstd:3'"));
        pass(2);
        assertThat(link.codec()).isEqualTo(ZSTD_3);
    }

    @Test
    void figuresOfALinkThatAreOld_giveWayToThoseOfItsPeerAndClass() {
        Nature fast = new Nature(Map.of(NONE, 1.0, LZ4, 0.10, ZSTD_1, 0.10, ZSTD_9, 0.10, DENSE, 0.10), Nature.NANOS);
        Link first = link("b", fast, 1);
        pass(30);
        link("b", Nature.TEXT, 1);
        all.remove(first);
        pass(30);
        assertThat(first.codec()).isEqualTo(ZSTD_1);
        pass(40);

        assertThat(first.codec()).isEqualTo(DENSE);
    }

    @Test
    void sampleThatIsReadyAfterItsLinkHasEnded_countsForOthers() {
        Link link = link("b", Nature.TEXT, 1);
        pass(1);
        all.clear();
        link.link.ended();
        link.sample(CANDIDATES, 1 << 20);

        Link later = link("b", Nature.TEXT, 1);
        assertThat(later.codec()).isEqualTo(ZSTD_1);
        pass(2, false);
        assertThat(later.codec()).isEqualTo(DENSE);
    }

    @Test
    void nearTheBudget_aBetterCandidateThatNeedsLess_isChosenAllTheSame() {
        Nature dear = new Nature(
                Map.of(NONE, 1.0, LZ4, 0.5, ZSTD_1, 0.16, ZSTD_3, 0.16, ZSTD_9, 0.16, DENSE, 0.16), Nature.NANOS);
        Link link = link("b", Nature.TEXT, 1);
        pass(30);
        assertThat(link.codec()).isEqualTo(DENSE);
        otherProcessors = 0.37; // 0.47 with dense
        link.nature = dear;
        pass(40);

        assertThat(link.codec()).isEqualTo(ZSTD_1);
        assertThat(auto.state().choices().get(0).reason()).contains(SwitchReason.BETTER);
    }

    @Test
    void nearTheBudget_aCandidateThatIsRemoved_givesPlaceToTheBestOther() {
        Link link = link("b", Nature.TEXT, 1);
        pass(30);
        otherProcessors = 0.37;
        pass(15);
        reload(FILE.replace(", 'dense:2'", ""));
        pass(2);

        assertThat(link.codec()).isEqualTo(ZSTD_9);
    }

    @Test
    void linkThatHasCarriedData_beginsWithItsPresentRate() {
        Link link = new Link("b", Nature.TEXT, 1);
        for (int i = 0; i < 1_000; i++) {
            link.link.sent(link.trafficClass, content.slice(0, 16 << 20), now.get());
        }
        link.codec();
        all.add(link);
        pass(3);

        assertThat(auto.state().choices().get(0).bytesPerSecond()).isBetween(0.9e6, 1.1e6);
    }

    @Test
    void linkThatHasEnded_isNotChosenForAgain() {
        Link link = link("b", Nature.TEXT, 1);
        link.link.ended();
        link.codec();
        pass(2, false);

        assertThat(auto.state().choices()).isEmpty();
    }

    @Test
    void otherClass_hasItsOwnFigures() {
        Link link = link("b", Nature.TEXT, 1);
        pass(30);
        link.trafficClass = TrafficClass.BULK;
        link.nature = new Nature(Map.of(NONE, 1.0, LZ4, 0.2, ZSTD_1, 0.1, ZSTD_9, 0.1, DENSE, 0.1), Nature.NANOS);
        pass(30);

        assertThat(link.codec()).isEqualTo(ZSTD_1);
    }

    @Test
    void linkThatHasEnded_isForgotten() {
        Link link = link("b", Nature.TEXT, 1);
        pass(30);
        all.clear();
        link.link.ended();
        link.link.ended();
        pass(2);

        assertThat(auto.state().choices()).isEmpty();
        assertThat(link.link.samples().candidates()).isEmpty();
    }

    @Test
    void ruleThatNamesACodec_isFollowed() {
        Link link = link("b", Nature.TEXT, 1);
        pass(30);
        reload(FILE.replace("codec: auto", "codec: lz4"));

        assertThat(link.codec()).isEqualTo(LZ4);
        assertThat(link.link.isCurrent(LZ4)).isTrue();
        pass(2);
        assertThat(auto.state().choices()).isEmpty();
    }

    @Test
    void switches_areCountedByPeerClassAndReason() {
        link("b", Nature.TEXT, 1);
        pass(30);

        assertThat(auto.meter().switches()).containsOnlyKeys(new Kind(new PeerId("b"), TrafficClass.REPLICATION));
        assertThat(auto.meter()
                        .switches()
                        .values()
                        .iterator()
                        .next()
                        .get(SwitchReason.MEASURED)
                        .sum())
                .isEqualTo(1);
    }
}
