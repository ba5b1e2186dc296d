package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Examines connections with simulated kernel states once a second, for up to a minute. */
final class UnansweredTest {
    private static final Duration PATIENCE = Duration.ofSeconds(12);
    private static final int LONG_AGO = 3_600_000;

    private final Unanswered unanswered = new Unanswered();
    private long now = TimeUnit.HOURS.toNanos(2);

    @Test
    void retransmissionsWithoutAnAnswer_lastForThePatience() {
        assertThat(firstSecondOf(TcpInfos.retransmitting(4, LONG_AGO))).isEqualTo(12);
    }

    @Test
    void probesWithoutAnAnswer_lastForThePatience() {
        assertThat(firstSecondOf(TcpInfos.probing(4, LONG_AGO))).isEqualTo(12);
    }

    @Test
    void closedWindowWithAnsweredProbes_isNotSilence() {
        assertThat(firstSecondOf(TcpInfos.probing(0, 60_000))).isEqualTo(-1);
    }

    @Test
    void aLossAfterLongSilence_isNotTheEnd() {
        assertThat(unanswered.lastsFor(PATIENCE, TcpInfos.retransmitting(3, LONG_AGO), now))
                .isFalse();
    }

    @Test
    void fewAttempts_mayHaveBeenLostByChance() {
        assertThat(firstSecondOf(TcpInfos.probing(2, LONG_AGO))).isEqualTo(-1);
    }

    @Test
    void retransmissionsThatAreAnsweredNowAndThen_areNoSilence() {
        assertThat(firstSecondOf(TcpInfos.retransmitting(4, 11_000))).isEqualTo(-1);
    }

    @Test
    void forgotten_startsAgain() {
        pass(TcpInfos.retransmitting(4, LONG_AGO), 11);

        unanswered.forget();

        assertThat(firstSecondOf(TcpInfos.retransmitting(4, LONG_AGO))).isEqualTo(12);
    }

    /** Returns the second in which the connection is found dead; -1 if not within a minute. */
    private int firstSecondOf(TcpInfo info) {
        for (int second = 0; second < 60; second++) {
            if (pass(info, 1)) {
                return second;
            }
        }
        return -1;
    }

    private boolean pass(TcpInfo info, int seconds) {
        boolean lasts = false;
        for (int second = 0; second < seconds; second++) {
            lasts = unanswered.lastsFor(PATIENCE, info, now);
            now += TimeUnit.SECONDS.toNanos(1);
        }
        return lasts;
    }

    /** Creates connection states in the kernel's layout. */
    private static final class TcpInfos {
        private TcpInfos() {}

        static TcpInfo retransmitting(int times, int silentMillis) {
            ByteBuffer fields = silent(silentMillis);
            fields.put(2, (byte) times).putInt(24, 1);
            return new TcpInfo(fields);
        }

        static TcpInfo probing(int times, int silentMillis) {
            ByteBuffer fields = silent(silentMillis);
            fields.put(3, (byte) times).put(4, (byte) 5).putInt(144, 10_000);
            return new TcpInfo(fields);
        }

        private static ByteBuffer silent(int millis) {
            ByteBuffer fields = ByteBuffer.allocate(232).order(ByteOrder.nativeOrder());
            return fields.putInt(52, millis).putInt(56, millis);
        }
    }
}
