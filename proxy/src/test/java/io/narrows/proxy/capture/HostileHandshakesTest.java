package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Databases that begin TLS in a damaged or senseless way. After each one, {@link HostileHandshakes} and {@link HandshakeRun} check
 * that it was counted, left nothing behind, took no more memory than the limits, and that only the content of TLS was carried. For a
 * longer run: {@code bin/soak handshakes}.
 */
@Tag("long")
final class HostileHandshakesTest {
    private static final int DATABASES = 1_000;
    private static final long SEED = Seed.of(HostileHandshakesTest.class);

    @TempDir
    private static Path folder;

    private static HandshakeCertificates certificates;
    private static HandshakeTally tally;

    @BeforeAll
    static void meetAll() throws Exception {
        certificates = new HandshakeCertificates(folder);
        HandshakeRuns all = new HandshakeRuns(SEED, certificates, System.out);
        all.run(DATABASES, 1);
        all.print();
        tally = all.tally();
    }

    @ParameterizedTest
    @EnumSource(names = {"NOT_BEGUN", "CLEAR_TEXT", "INJECTION", "TLS_FAILED", "CLEAN"})
    void dialingDatabases_reach(HandshakeFate place) {
        assertThat(tally.count(place, true)).as("seed %d", SEED).isPositive();
    }

    @ParameterizedTest
    @EnumSource(names = {"TLS_FAILED", "RESET", "CLEAN"})
    void answeringDatabases_reach(HandshakeFate place) {
        assertThat(tally.count(place, false)).as("seed %d", SEED).isPositive();
    }

    @Test
    void thirdOfTheHandshakes_isCompleted() {
        assertThat(tally.handshakes()).as("seed %d", SEED).isGreaterThan(DATABASES / 3);
    }

    @ParameterizedTest
    @EnumSource
    void longClientHelloInRecordsOfOneByte_isUnderstood_andKeepsNoMoreThanTheLimit(Exchange exchange) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        try (SeriousLog log = new SeriousLog(HostileHandshakes.SECRET);
                HostileHandshakes sidecars = new HostileHandshakes(certificates, log)) {
            Interference way = Interference.oneByteRecords(random);
            HandshakeFate fate = sidecars.meet(new Meeting(exchange, true), way, random, new ArrayList<>());

            assertThat(way.disturbed()).isTrue();
            assertThat(fate).isEqualTo(HandshakeFate.TLS_FAILED); // its checksum covers what was sent
            assertThat(sidecars.shookHands()).isFalse();
            assertThat(sidecars.allocator().largest()).isLessThan(HandshakeRun.BUFFER_LIMIT);
        }
    }

    /** A read buffer has 64 KiB, whatever it holds. */
    @ParameterizedTest
    @EnumSource
    void bytesOneByOne_areUnderstood_andKeepNoReadBuffers(Exchange exchange) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        try (SeriousLog log = new SeriousLog(HostileHandshakes.SECRET);
                HostileHandshakes sidecars = new HostileHandshakes(certificates, log)) {
            HandshakeFate fate = sidecars.meet(
                    new Meeting(exchange, true), Interference.byteByByte(random), random, new ArrayList<>());

            assertThat(fate).isEqualTo(HandshakeFate.CLEAN);
            assertThat(sidecars.allocator().peak()).isLessThan(HandshakeRun.BUFFERS_LIMIT);
        }
    }
}
