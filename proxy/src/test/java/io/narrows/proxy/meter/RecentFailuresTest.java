package io.narrows.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class RecentFailuresTest {
    private static final PeerId DB_2 = new PeerId("db-2");
    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

    private final AtomicReference<Instant> clock = new AtomicReference<>(START);
    private final EventMeter meter = new EventMeter(clock::get);

    @Test
    void failure_isKeptWithItsTimePeerAndDetail() {
        meter.failure(DB_2, Failure.PEER_UNREACHABLE, "Connection refused");

        assertThat(meter.recentFailures().latest())
                .containsOnlyKeys(Failure.PEER_UNREACHABLE)
                .containsValue(List.of(new RecentFailures.Event(START, DB_2, "Connection refused")));
    }

    @Test
    void failuresThatComeOften_pushOutOnlyTheirOwnKind() {
        meter.failure(DB_2, Failure.TLS, "expired");

        for (int i = 0; i < 1_000; i++) {
            clock.set(START.plusSeconds(i));
            meter.failure(new PeerId("db-3"), Failure.LINK_CUT, "number " + i);
        }

        assertThat(meter.recentFailures().latest().get(Failure.TLS)).hasSize(1);
        assertThat(meter.recentFailures().latest().get(Failure.LINK_CUT))
                .hasSize(RecentFailures.PER_REASON)
                .first()
                .isEqualTo(new RecentFailures.Event(START.plusSeconds(999), new PeerId("db-3"), "number 999"));
    }

    @Test
    void detail_isCutAndMayBeMissing() {
        meter.failure(DB_2, Failure.INTERNAL, null);
        meter.failure(DB_2, Failure.TLS, "x".repeat(10_000));

        assertThat(meter.recentFailures().latest().get(Failure.INTERNAL).get(0).detail())
                .isEmpty();
        assertThat(meter.recentFailures().latest().get(Failure.TLS).get(0).detail())
                .hasSize(RecentFailures.MAX_DETAIL);
    }
}
