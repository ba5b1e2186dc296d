package io.narrows.proxy.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.config.WhatIfSettings;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.Unpackings;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what is sampled of links, in which figures it appears, and what bounds it. */
@Tag("long")
final class WhatIfTest {
    private static final PeerId B = new PeerId("b");
    private static final PeerId C = new PeerId("c");
    private static final int HEADER_BYTES = 10;
    private static final String FILE = """
            version: 1
            node: {id: a, region: r, zone: z, host: ha}
            link: {listen: 127.0.0.1:1, context-memory: 4GiB}
            targets: {}
            peers:
              - {id: b, region: r, zone: z, host: hb, link: 127.0.0.1:3}
              - {id: c, region: r, zone: z, host: hc, link: 127.0.0.1:4}
            what-if: true
            """;

    private final AtomicLong now = new AtomicLong();
    private final AtomicLong elapsed = new AtomicLong();
    private final SampleWorker worker = new SampleWorker(() -> 0.02, () -> 0, elapsed::get, nanos -> {});
    private final LinkEnvironment links = links(FILE);
    private final WhatIf whatIf = whatIf(links);

    private LinkEnvironment links(String file) {
        return LinkEnvironments.of(file, new EventMeter(), Runnable::run, now::get);
    }

    private WhatIf whatIf(LinkEnvironment environment) {
        return whatIf(environment, worker);
    }

    private WhatIf whatIf(LinkEnvironment environment, SampleWorker sampler) {
        return new WhatIf(
                environment.live(),
                environment.codecs(),
                environment.memory(),
                environment.contexts(),
                PooledByteBufAllocator.DEFAULT,
                sampler,
                now::get);
    }

    @AfterEach
    void close() {
        worker.close();
        whatIf.close();
    }

    @Test
    void everyCandidate_compressesTheSameReads() {
        LinkTap.Connection connection = connection(B);
        for (int i = 0; i < 10; i++) {
            send(connection, TrafficClass.REPLICATION, text(1_000));
        }
        connection.ended();
        settle();

        assertThat(whatIf.estimates())
                .extracting(WhatIfEstimate::candidate)
                .containsExactlyElementsOf(WhatIfSettings.STANDARD.candidates());
        assertThat(whatIf.estimates())
                .allMatch(estimate -> estimate.peer().equals(B)
                        && estimate.trafficClass().equals(TrafficClass.REPLICATION)
                        && estimate.appBytes() == 10_000);
        assertThat(whatIf.droppedTurns()).isZero();
        assertThat(wireBytes(CodecSpec.of(Codec.NONE))).isEqualTo(10 * (1_000 + HEADER_BYTES));
        assertThat(wireBytes(CodecSpec.of(Codec.ZSTD, 3))).isBetween(10L * HEADER_BYTES, 2_000L);
        assertThat(held(B)).isZero();
    }

    @Test
    void firstHalfOfAFullTurn_isOnlyHistory() {
        int half = (int) TurnLimits.WHAT_IF.historyBytes();
        LinkTap.Connection connection = connection(B);
        for (int sent = 0; sent < half; sent += 32 << 10) {
            send(connection, TrafficClass.REPLICATION, random(32 << 10));
        }
        for (int sent = 0; sent < half; sent += 32 << 10) {
            send(connection, TrafficClass.REPLICATION, text(32 << 10));
        }
        connection.ended();
        settle();

        assertThat(whatIf.estimates()).isNotEmpty().allMatch(estimate -> estimate.appBytes() == half);
        assertThat(wireBytes(CodecSpec.of(Codec.ZSTD, 3))).isLessThan(half / 4);
    }

    @Test
    void configuredCandidates_takeThePlaceOfTheStandardOnes() {
        try (WhatIf other = whatIf(links(FILE.replace("what-if: true", "what-if: {candidates: ['gzip:9', lz4]}")))) {
            LinkTap.Connection connection = other.connection(B, WhatIfTest::framed, Unpackings.NONE);
            send(connection, TrafficClass.REPLICATION, text(1_000));
            connection.ended();
            settle();

            assertThat(other.estimates())
                    .extracting(WhatIfEstimate::candidate)
                    .containsExactly(CodecSpec.of(Codec.NONE), CodecSpec.of(Codec.GZIP, 9), CodecSpec.of(Codec.LZ4));
        }
    }

    @Test
    void readsLongerThanAFrame_areSeveralFrames_andStayReadable() {
        ByteBuf read = Unpooled.wrappedBuffer(random(100_000));
        LinkTap.Connection connection = connection(B);
        connection.sent(TrafficClass.DEFAULT, read, now.get());
        connection.ended();
        settle();

        assertThat(read.readableBytes()).isEqualTo(100_000);
        assertThat(wireBytes(CodecSpec.of(Codec.NONE))).isEqualTo(100_000 + 2 * HEADER_BYTES);
        assertThat(wireBytes(CodecSpec.of(Codec.DENSE, 2))).isGreaterThan(100_000);
    }

    @Test
    void withoutTheKey_nothingIsSampled() {
        try (WhatIf off = whatIf(links(FILE.replace("what-if: true", "what-if: false")))) {
            LinkTap.Connection connection = off.connection(B, WhatIfTest::framed, Unpackings.NONE);
            send(connection, TrafficClass.REPLICATION, text(1_000));
            connection.ended();
            settle();

            assertThat(off.estimates()).isEmpty();
        }
    }

    @Test
    void kindThatHasHadATurn_rests_soThatOthersGetTheirs() {
        sendOnce(B, TrafficClass.BULK);
        sendOnce(B, TrafficClass.BULK);
        sendOnce(B, TrafficClass.REPLICATION);
        sendOnce(C, TrafficClass.BULK);
        settle();

        assertThat(whatIf.estimates().stream()
                        .filter(estimate -> estimate.candidate().codec() == Codec.NONE))
                .allMatch(estimate -> estimate.appBytes() == 1_000)
                .hasSize(3);

        now.addAndGet(TurnLimits.WHAT_IF.restNanos());
        sendOnce(B, TrafficClass.BULK);
        settle();

        assertThat(appBytes(B, TrafficClass.BULK)).isEqualTo(2_000);
    }

    @Test
    void connectionsBeyondTheBound_areSampledWhenOthersEnd() {
        LinkTap.Connection first = connection(B);
        LinkTap.Connection third = connection(B);
        send(first, TrafficClass.BULK, text(1_000));
        send(connection(B), TrafficClass.HEARTBEAT, text(1_000));
        send(third, TrafficClass.DEFAULT, text(1_000));
        first.ended();
        settle();

        now.addAndGet(WhatIfConnection.RETRY_NANOS);
        send(third, TrafficClass.DEFAULT, text(500));
        third.ended();
        settle();

        assertThat(appBytes(B, TrafficClass.BULK)).isEqualTo(1_000);
        assertThat(appBytes(B, TrafficClass.DEFAULT)).isEqualTo(500);
    }

    @Test
    void otherClass_endsTheTurn_andBeginsAnotherOneLater() {
        LinkTap.Connection connection = connection(B);
        send(connection, TrafficClass.DEFAULT, text(1_000));
        send(connection, TrafficClass.REPLICATION, text(1_000));
        now.addAndGet(WhatIfConnection.RETRY_NANOS);
        send(connection, TrafficClass.REPLICATION, text(1_000));
        connection.ended();
        settle();

        assertThat(appBytes(B, TrafficClass.DEFAULT)).isEqualTo(1_000);
        assertThat(appBytes(B, TrafficClass.REPLICATION)).isEqualTo(1_000);
    }

    @Test
    void processShortOfProcessors_samplesNothing() {
        worker.execute(() -> elapsed.addAndGet(ProcessorShortage.JUDGED_NANOS));
        settle();
        sendOnce(B, TrafficClass.BULK);
        settle();
        assertThat(whatIf.estimates()).isEmpty();

        elapsed.addAndGet(ProcessorShortage.PAUSE_NANOS);
        sendOnce(B, TrafficClass.BULK);
        settle();

        assertThat(appBytes(B, TrafficClass.BULK)).isEqualTo(1_000);
    }

    @Test
    void turnOfABusyConnection_ends_andTheNextOneComesLater() {
        LinkTap.Connection busy = connection(B);
        int read = 64 << 10;
        for (int i = 0; i < TurnLimits.WHAT_IF.bytes() / read + 10; i++) {
            send(busy, TrafficClass.BULK, text(read));
        }
        settle();
        long counted = TurnLimits.WHAT_IF.bytes() - TurnLimits.WHAT_IF.historyBytes();
        assertThat(appBytes(B, TrafficClass.BULK)).isEqualTo(counted);
        assertThat(held(B)).isZero();

        now.addAndGet(TurnLimits.WHAT_IF.pauseNanos());
        send(busy, TrafficClass.BULK, text(read));
        busy.ended();
        settle();

        assertThat(appBytes(B, TrafficClass.BULK)).isEqualTo(counted + read);
    }

    @Test
    void turnThatBecomesShortOfProcessors_hasNoFigures() {
        LinkTap.Connection connection = connection(B);
        send(connection, TrafficClass.BULK, text(1_000));
        worker.execute(() -> elapsed.addAndGet(ProcessorShortage.JUDGED_NANOS));
        connection.ended();
        settle();

        assertThat(whatIf.estimates()).isEmpty();
        assertThat(whatIf.droppedTurns()).isEqualTo(1);
        assertThat(held(B)).isZero();
    }

    @Test
    void sampleThatAChoiceNeeds_isTaken_evenWhileProcessorsAreShort() {
        List<Map<CodecSpec, SampleSums>> samples = new CopyOnWriteArrayList<>();
        SampleNeed need = need(samples);
        try (WhatIf off = whatIf(links(FILE.replace("what-if: true", "what-if: false")))) {
            worker.execute(() -> elapsed.addAndGet(ProcessorShortage.JUDGED_NANOS));
            settle();
            LinkTap.Connection connection = off.connection(B, WhatIfTest::framed, Unpackings.NONE, need);
            send(connection, TrafficClass.BULK, text(1_000));
            connection.ended();
            settle();

            assertThat(samples)
                    .singleElement()
                    .satisfies(figures -> assertThat(figures)
                            .containsOnlyKeys(CodecSpec.of(Codec.LZ4), CodecSpec.of(Codec.NONE))
                            .allSatisfy((candidate, sums) ->
                                    assertThat(sums.appBytes()).isEqualTo(1_000)));
            assertThat(off.totals()).isEmpty();
            assertThat(off.droppedTurns()).isZero();
        }
    }

    @Test
    void compressedMessages_areCompressedAgain_andUnpacked() throws IOException {
        LinkTap.Connection connection = unpacking();
        for (int i = 0; i < 20; i++) {
            send(connection, TrafficClass.BULK, gzip(i));
        }
        connection.ended();
        settle();

        CodecSpec zstd = CodecSpec.of(Codec.ZSTD, 3);
        WhatIfEstimate packed = estimate(zstd, false);
        WhatIfEstimate unpacked = estimate(zstd, true);
        assertThat(unpacked.unpack()).containsExactly(PackedFormat.GZIP);
        assertThat(unpacked.appBytes()).isEqualTo(packed.appBytes()).isPositive();
        assertThat(unpacked.wireBytes()).isLessThan(packed.wireBytes() / 2);
        assertThat(whatIf.estimates())
                .filteredOn(estimate -> !estimate.unpack().isEmpty())
                .extracting(WhatIfEstimate::candidate)
                .containsExactlyElementsOf(WhatIfSettings.STANDARD.candidates().stream()
                        .filter(candidate -> candidate.codec() != Codec.NONE)
                        .toList());
        assertThat(held(B)).isZero();
    }

    @Test
    void ruleThatUnpacks_changesNeitherFigure_andContentIsOnlyForTheChoice() throws IOException {
        LinkTap.Connection plain = unpacking();
        LinkTap.Connection ofRule = whatIf.connection(C, WhatIfTest::framed, Unpackings.ofRule(PackedFormat.GZIP));
        for (int i = 0; i < 20; i++) {
            send(plain, TrafficClass.BULK, gzip(i));
            send(ofRule, TrafficClass.BULK, gzip(i));
            ofRule.carried(Unpooled.wrappedBuffer(text(4_000)), 3_000, now.get());
        }
        plain.ended();
        ofRule.ended();
        settle();

        assertThat(figures(C)).isEqualTo(figures(B)).hasSize(15);
    }

    @Test
    void choiceForALinkThatUnpacks_isMadeForItsContent() throws IOException {
        List<Map<CodecSpec, SampleSums>> samples = new CopyOnWriteArrayList<>();
        SampleNeed need = need(samples);
        LinkTap.Connection connection =
                whatIf.connection(B, WhatIfTest::framed, Unpackings.ofRule(PackedFormat.GZIP), need);
        byte[] message = gzip(0);
        send(connection, TrafficClass.BULK, message);
        connection.carried(Unpooled.wrappedBuffer(text(4_000)), 4_000 - message.length, now.get());
        connection.ended();
        settle();

        assertThat(samples)
                .singleElement()
                .satisfies(
                        figures -> assertThat(figures.values()).hasSize(2).allMatch(sums -> sums.appBytes() == 4_000));
        assertThat(whatIf.estimates()).isNotEmpty().allMatch(estimate -> estimate.appBytes() == message.length);
    }

    @Test
    void messageWhoseEndIsMissing_countsAsTheOthers() throws IOException {
        byte[] message = gzip(0);
        LinkTap.Connection connection = unpacking();
        send(connection, TrafficClass.BULK, message);
        send(connection, TrafficClass.BULK, Arrays.copyOf(message, message.length / 2));
        connection.ended();
        settle();

        WhatIfEstimate both = estimate(CodecSpec.of(Codec.LZ4), true);
        assertThat(both.appBytes()).isEqualTo(message.length + message.length / 2);
        now.addAndGet(WhatIfWindow.MINUTES * 60_000_000_000L);
        LinkTap.Connection other = unpacking();
        send(other, TrafficClass.BULK, message);
        other.ended();
        settle();
        long whole = estimate(CodecSpec.of(Codec.LZ4), true).wireBytes();
        assertThat(both.wireBytes()).isBetween(whole * 14 / 10, whole * 16 / 10);
    }

    @Test
    void turnsWithNothingToUnpack_countForBothFigures() throws IOException {
        LinkTap.Connection first = unpacking();
        send(first, TrafficClass.BULK, text(1_000));
        first.ended();
        settle();
        assertThat(whatIf.estimates())
                .isNotEmpty()
                .allMatch(estimate -> estimate.unpack().isEmpty());

        now.addAndGet(TurnLimits.WHAT_IF.restNanos());
        LinkTap.Connection second = unpacking();
        send(second, TrafficClass.BULK, gzip(0));
        second.ended();
        settle();

        int sent = 1_000 + gzip(0).length;
        assertThat(whatIf.estimates()).hasSize(15).allMatch(estimate -> estimate.appBytes() == sent);
    }

    @Test
    void withoutMemoryForContent_onlyTheFiguresWithoutUnpackCount() throws IOException {
        Account account = links.memory().account(Purpose.SENDING, B);
        LinkTap.Connection connection = unpacking();
        send(connection, TrafficClass.BULK, gzip(0));
        long taken = account.leftBytes() - UnpackedCopies.WORK_BYTES / 2;
        account.count(Storage.NATIVE, taken);
        connection.ended();
        settle();

        assertThat(whatIf.estimates())
                .isNotEmpty()
                .allMatch(estimate -> estimate.unpack().isEmpty());
        assertThat(held(B)).isEqualTo(taken);
    }

    private static SampleNeed need(List<Map<CodecSpec, SampleSums>> samples) {
        return new SampleNeed() {
            @Override
            public List<CodecSpec> candidates() {
                return List.of(CodecSpec.of(Codec.LZ4), CodecSpec.of(Codec.NONE));
            }

            @Override
            public void sampled(TrafficClass trafficClass, Map<CodecSpec, SampleSums> figures) {
                samples.add(figures);
            }
        };
    }

    private LinkTap.Connection unpacking() {
        return whatIf.connection(B, WhatIfTest::framed, Unpackings.ofRule());
    }

    private WhatIfEstimate estimate(CodecSpec candidate, boolean unpacks) {
        return whatIf.estimates().stream()
                .filter(estimate -> estimate.candidate().equals(candidate)
                        && estimate.unpack().isEmpty() != unpacks)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the bytes of each candidate, without unpack and with it. */
    private List<String> figures(PeerId peer) {
        return whatIf.estimates().stream()
                .filter(estimate -> estimate.peer().equals(peer))
                .map(estimate -> estimate.candidate() + " " + estimate.unpack() + ": " + estimate.appBytes() + ", "
                        + estimate.wireBytes())
                .toList();
    }

    /** Returns a message of digits, which gzip halves. Messages have much in common. */
    private static byte[] gzip(int number) throws IOException {
        StringBuilder digits = new StringBuilder();
        new Random(1).ints(2_000, 0, 1 << 30).forEach(digits::append);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write((number + " " + digits).getBytes(StandardCharsets.US_ASCII));
        }
        return packed.toByteArray();
    }

    @Test
    void withoutMemory_nothingIsSampled_andNothingStaysTaken() {
        Account account = links.memory().account(Purpose.SENDING, B);
        long all = account.pool().limitBytes();
        account.count(Storage.NATIVE, all);

        sendOnce(B, TrafficClass.BULK);
        settle();

        assertThat(whatIf.estimates()).isEmpty();
        assertThat(held(B)).isEqualTo(all);
    }

    @Test
    void figures_expire_andThoseOfAPeerThatIsGoneAreRemoved() {
        sendOnce(B, TrafficClass.BULK);
        sendOnce(C, TrafficClass.BULK);
        settle();

        whatIf.forget(B);
        assertThat(whatIf.estimates())
                .isNotEmpty()
                .allMatch(estimate -> estimate.peer().equals(C));
        now.addAndGet(WhatIfWindow.MINUTES * 60_000_000_000L);

        assertThat(whatIf.estimates()).isEmpty();
    }

    @Test
    void figuresReadWhileTurnsAreCounted_restOnTheSameBytes() throws InterruptedException {
        String many =
                "what-if: {candidates: [lz4, snappy, 'zstd:1', 'zstd:2', 'zstd:3', 'gzip:1', 'gzip:2', 'gzip:3']}";
        try (WhatIf counted = whatIf(links(FILE.replace("what-if: true", many)))) {
            AtomicBoolean over = new AtomicBoolean();
            AtomicLong torn = new AtomicLong();
            Thread reader = new Thread(() -> {
                while (!over.get()) {
                    torn.addAndGet(isTorn(counted.estimates()) ? 1 : 0);
                    torn.addAndGet(isTorn(counted.totals()) ? 1 : 0);
                }
            });
            reader.start();
            for (int turn = 0; turn < 500; turn++) {
                LinkTap.Connection connection = counted.connection(B, WhatIfTest::framed, Unpackings.NONE);
                send(connection, TrafficClass.BULK, text(100));
                connection.ended();
                settle();
                now.addAndGet(TurnLimits.WHAT_IF.restNanos());
            }
            over.set(true);
            reader.join();

            assertThat(torn).hasValue(0);
            assertThat(counted.totals()).hasSize(9).allMatch(total -> total.appBytes() == 500 * 100);
        }
    }

    private static boolean isTorn(List<WhatIfEstimate> estimates) {
        return estimates.stream().mapToLong(WhatIfEstimate::appBytes).distinct().count() > 1;
    }

    @Test
    void closed_holdsNoMemory_andConnectionsGoOn() {
        LinkTap.Connection connection = connection(B);
        send(connection, TrafficClass.BULK, text(1_000));
        assertThat(held(B)).isPositive();

        worker.close();
        whatIf.close();
        send(connection, TrafficClass.BULK, text(1_000));
        connection.ended();

        assertThat(held(B)).isZero();
    }

    private LinkTap.Connection connection(PeerId peer) {
        return whatIf.connection(peer, WhatIfTest::framed, Unpackings.NONE);
    }

    private static int framed(int length) {
        return length + HEADER_BYTES;
    }

    private void send(LinkTap.Connection connection, TrafficClass trafficClass, byte[] bytes) {
        connection.sent(trafficClass, Unpooled.wrappedBuffer(bytes), now.get());
    }

    private void sendOnce(PeerId peer, TrafficClass trafficClass) {
        LinkTap.Connection connection = connection(peer);
        send(connection, trafficClass, text(1_000));
        connection.ended();
        settle();
    }

    /** Waits until the worker has done everything that waits now, and what that leaves for later. */
    private void settle() {
        settleOnce();
        settleOnce();
        settleOnce();
    }

    private void settleOnce() {
        CountDownLatch idle = new CountDownLatch(1);
        worker.execute(idle::countDown);
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(() -> idle.getCount() == 0);
    }

    private long wireBytes(CodecSpec candidate) {
        return whatIf.estimates().stream()
                .filter(estimate -> estimate.candidate().equals(candidate))
                .mapToLong(WhatIfEstimate::wireBytes)
                .sum();
    }

    private long appBytes(PeerId peer, TrafficClass trafficClass) {
        return whatIf.estimates().stream()
                .filter(estimate -> estimate.peer().equals(peer)
                        && estimate.trafficClass().equals(trafficClass)
                        && estimate.candidate().codec() == Codec.NONE)
                .mapToLong(WhatIfEstimate::appBytes)
                .sum();
    }

    private long held(PeerId peer) {
        return links.memory().account(Purpose.SENDING, peer).usedBytes();
    }

    private static byte[] text(int length) {
        return "some words that repeat themselves "
                .repeat(length / 34 + 1)
                .substring(0, length)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(1).nextBytes(bytes);
        return bytes;
    }
}
