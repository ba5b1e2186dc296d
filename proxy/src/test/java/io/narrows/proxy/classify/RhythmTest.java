package io.narrows.proxy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RhythmTest {
    private static final long MILLISECOND = 1_000_000;
    private static final int LARGE = 1025;

    /** Number of beats in a minute, both ends included. */
    private static final int MINUTE_BEATS = 750;

    private final Rhythm rhythm = new Rhythm();
    private long now = 7;

    @Test
    void ratisHeartbeats_areKnownAfterTwoSeconds_andStaySoUnderLoad() {
        List<Long> others = new ArrayList<>();
        for (RecordedMessage message : RecordedMessage.of("ratis-heartbeats.csv")) {
            if (!rhythm.message(message.from(), message.length(), message.nanos())) {
                others.add(message.nanos());
            }
        }

        assertThat(others).hasSizeLessThan(60).allMatch(at -> at < 2_000 * MILLISECOND);
    }

    @Test
    void ratisAppends_areNeverHeartbeats() {
        assertThat(RecordedMessage.of("ratis-appends.csv"))
                .noneMatch(message -> rhythm.message(message.from(), message.length(), message.nanos()));
    }

    @Test
    void evenSmallMessages_areAHeartbeatAfterSixteenGaps() {
        assertThat(beats(16, 100)).containsOnly(false);

        assertThat(beats(100, 100)).containsOnly(true);
    }

    @Test
    void answersOfAnySize_doNotStopIt_asLongAsTheyAreSmall() {
        Random random = seeded();
        boolean heartbeat = false;
        for (int i = 0; i < 20; i++) {
            heartbeat = beat(100);
            rhythm.message(Side.ANSWERING, 1 + random.nextInt(1000), now + MILLISECOND);
        }

        assertThat(heartbeat).isTrue();
    }

    @Test
    void largeAnswer_stopsIt() {
        boolean heartbeat = false;
        for (int i = 0; i < 100; i++) {
            heartbeat |= beat(100);
            if (i % 10 == 0) {
                rhythm.message(Side.ANSWERING, LARGE, now + MILLISECOND);
            }
        }

        assertThat(heartbeat).isFalse();
    }

    @Test
    void firstLargeMessage_takesItAway() {
        beats(20, 100);

        assertThat(rhythm.message(Side.CONNECTING, LARGE, now + MILLISECOND)).isFalse();
        assertThat(beat(100)).isFalse();
    }

    @Test
    void afterBulk_itTakesAMinuteOfEvenBeats() {
        beats(20, 100);
        rhythm.message(Side.ANSWERING, LARGE, now);

        assertThat(beats(MINUTE_BEATS, 100)).containsOnly(false);
        assertThat(beat(100)).isTrue();
    }

    @Test
    void bulkBeforeTheFirstBeat_asksForTheMinuteToo() {
        rhythm.message(Side.CONNECTING, LARGE, now);

        assertThat(beats(MINUTE_BEATS, 100)).containsOnly(false);
        assertThat(beat(100)).isTrue();
    }

    @Test
    void manyBytesInASecond_askForTheMinuteToo() {
        for (int i = 0; i < 140; i++) {
            rhythm.message(Side.ANSWERING, 1000, now);
        }
        now += 1_000 * MILLISECOND;

        assertThat(beats(MINUTE_BEATS, 100)).containsOnly(false);
        assertThat(beat(100)).isTrue();
    }

    @Test
    void unevenBeatWithinTheMinute_restartsIt() {
        rhythm.message(Side.CONNECTING, LARGE, now);
        beats(MINUTE_BEATS - 10, 100);
        now += 500 * MILLISECOND;

        assertThat(beats(MINUTE_BEATS, 100)).containsOnly(false);
        assertThat(beats(10, 100)).endsWith(true);
    }

    @Test
    void bulkEveryHalfMinute_takesTheNameOnce_andForGood() {
        int changes = 0;
        boolean heartbeat = false;
        for (int i = 1; i < 20_000; i++) {
            boolean next = i % 375 == 0 ? rhythm.message(Side.ANSWERING, 64 << 10, now) : beat(100);
            changes += next == heartbeat ? 0 : 1;
            heartbeat = next;
        }

        assertThat(changes).isEqualTo(2);
    }

    @Test
    void upToFourLargeBeatsAtOnce_areStillOne() {
        beats(20, 600);

        assertThat(rhythm.message(Side.CONNECTING, 2400, now + MILLISECOND)).isTrue();
        assertThat(rhythm.message(Side.CONNECTING, 2401, now + MILLISECOND)).isFalse();
    }

    @Test
    void manyBytesInASecond_takeItAway() {
        beats(20, 1000);
        int still = 0;
        while (rhythm.message(Side.CONNECTING, 1000, now + MILLISECOND)) {
            still++;
        }

        assertThat(still).isBetween(110, 131);
    }

    @Test
    void unevenMessages_areNotHeartbeats() {
        Random random = seeded();
        for (int i = 0; i < 20_000; i++) {
            now += (long) (-Math.log(1 - random.nextDouble()) * 50 * MILLISECOND);

            assertThat(rhythm.message(Side.CONNECTING, 100, now)).isFalse();
        }
    }

    @Test
    void evenMessagesOfManySizes_areNotHeartbeats() {
        Random random = seeded();
        for (int i = 0; i < 20_000; i++) {
            assertThat(beat(1 + random.nextInt(1000))).isFalse();
        }
    }

    @Test
    void questionsAsFastAsTheirAnswers_areNotHeartbeats() {
        for (int i = 0; i < 20_000; i++) {
            now += 2 * MILLISECOND;

            assertThat(rhythm.message(Side.CONNECTING, 40, now)).isFalse();
            assertThat(rhythm.message(Side.ANSWERING, 40, now + MILLISECOND)).isFalse();
        }
    }

    private List<Boolean> beats(int count, int length) {
        List<Boolean> verdicts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            verdicts.add(beat(length));
        }
        return verdicts;
    }

    private boolean beat(int length) {
        now += 80 * MILLISECOND;
        return rhythm.message(Side.CONNECTING, length, now);
    }

    private static Random seeded() {
        return new Random(Seed.of(RhythmTest.class));
    }
}
