package io.narrows.proxy.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.proxy.meter.StepDownReason;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The conditions for stepping down and back. Frames are 10,000 bytes long; before any has been encoded, a byte is
 * assumed to need 100 ns.
 */
final class StepDownTest {
    private static final int FRAME = 10_000;

    private final StepDown stepDown = new StepDown(CodecSpec.of(Codec.DENSE));
    private long now;

    @Test
    void queueThatIsNotEmptyAfterAWhile_stepsDownWithTheNextFrame() {
        stepDown.queueFull(now);
        later(100);
        stepDown.queueFull(now);
        later(149);
        assertThat(frame()).isFalse();

        later(1);
        assertThat(stepDown.reason()).isNull();
        assertThat(frame()).isTrue();
        assertThat(stepDown.reason()).isEqualTo(StepDownReason.QUEUE);
        assertThat(frame()).as("once").isFalse();
    }

    @Test
    void occasionallyEmptyQueue_continues() {
        for (int i = 0; i < 10; i++) {
            stepDown.queueFull(now);
            later(200);
            stepDown.queueEmpty(now);
            later(100);
            assertThat(frame()).isFalse();
        }
    }

    @Test
    void queueThatIsEmptyForAMoment_stepsDownWhenItIsFullAgain() {
        stepDown.queueFull(now);
        later(240);
        stepDown.queueEmpty(now);
        later(20);
        assertThat(frame()).as("while it is empty").isFalse();

        stepDown.queueFull(now);

        assertThat(frame()).isTrue();
    }

    @Test
    void moreThanTheSlowCodecEncodes_stepsDownAfterASecondWithLateFrames() {
        assertThat(steppedDownWithin(990, 0.9, true)).isFalse();

        assertThat(steppedDownWithin(20, 0.9, true)).isTrue();
        assertThat(stepDown.reason()).isEqualTo(StepDownReason.QUEUE);
    }

    @Test
    void moreThanTheSlowCodecEncodes_withoutLateFrames_continues() {
        assertThat(steppedDownWithin(10_000, 0.9, false)).isFalse();
    }

    @Test
    void lateFramesOfALoadThatTheSlowCodecCarries_goOn() {
        assertThat(steppedDownWithin(10_000, 1.1, true)).isFalse();
    }

    @Test
    void overload_isForgottenInASilence() {
        assertThat(steppedDownWithin(995, 0.9, true)).isFalse();
        encoded(10, 1);

        later(60_000);

        assertThat(frame()).isFalse();
        assertThat(stepDown.reason()).isNull();
    }

    @Test
    void burstsOfLateFrames_goOn() {
        for (int i = 0; i < 20; i++) {
            assertThat(steppedDownWithin(300, 0.4, true)).isFalse();
            later(700);
        }
    }

    @Test
    void longWaitForAProcessor_stepsDownAfterFiveSeconds() {
        encoding(4_900, 5, 2);
        assertThat(frame()).isFalse();

        encoding(200, 5, 2);

        assertThat(frame()).isTrue();
        assertThat(stepDown.reason()).isEqualTo(StepDownReason.CPU);
    }

    @Test
    void fiveSecondsThatAreNotInARow_goOn() {
        for (int i = 0; i < 10; i++) {
            encoding(4_000, 5, 2);
            encoding(2_000, 5, 4);
            assertThat(frame()).isFalse();
        }
    }

    @Test
    void pausedProcess_continues() {
        for (int i = 0; i < 30; i++) {
            encoded(900, 4);
            encoding(1_100, 5, 4);
            assertThat(frame()).isFalse();
        }
    }

    @Test
    void shortagesWithSilenceBetween_goOn() {
        for (int i = 0; i < 10; i++) {
            encoding(3_000, 5, 2);
            later(20_000);
            assertThat(frame()).isFalse();
        }
    }

    @Test
    void slowEncodingWithEnoughProcessorTime_continues() {
        encoding(20_000, 5, 4);

        assertThat(frame()).isFalse();
    }

    @Test
    void longWaitOfAFewFrames_continues() {
        for (int i = 0; i < 200; i++) {
            later(95);
            encoded(5, 1);
        }

        assertThat(frame()).isFalse();
    }

    @Test
    void lightLoad_stepsBackAfterAQuarterOfASecond() {
        stepDownForTheQueue();

        assertThat(steppedBackWithin(240, 30)).isFalse();
        assertThat(steppedBackWithin(60, 30)).isTrue();
    }

    @Test
    void loadAboveHalfOfTheSlowCodec_staysDown() {
        stepDownForTheQueue();

        assertThat(steppedBackWithin(10_000, 0.7)).isFalse();
    }

    @Test
    void loadIsProcessorTime_notTheWaitForIt() {
        encoding(6_000, 5, 2);
        frame();

        assertThat(steppedBackWithin(1_300, 6)).isTrue();
    }

    @Test
    void processorThatStaysShort_isTriedOnceInAMinute() {
        int stepsDown = 0;
        while (now < millis(1_200_000)) {
            if (stepDown.reason() == null) {
                encoded(5, 2);
            } else {
                later(5);
            }
            stepsDown += frame() ? 1 : 0;
        }

        assertThat(stepsDown).isBetween(10, 25);
    }

    @Test
    void relapse_doublesTheHold_whichIsForgottenAfterAWhile() {
        stepDownForTheQueue();
        assertThat(steppedBackWithin(300, 30)).isTrue();

        stepDownForTheQueue();
        assertThat(steppedBackWithin(490, 30)).isFalse();
        assertThat(steppedBackWithin(90, 30)).isTrue();

        later(5_000);
        stepDownForTheQueue();
        assertThat(steppedBackWithin(300, 30)).isTrue();
    }

    @Test
    void holdHasAnEnd() {
        for (int i = 0; i < 20; i++) {
            stepDownForTheQueue();
            assertThat(steppedBackWithin(66_000, 500)).isTrue();
        }
    }

    private void stepDownForTheQueue() {
        stepDown.queueFull(now);
        later(250);
        assertThat(frame()).isTrue();
    }

    /** Sends frames at a pace until the link steps back. */
    private boolean steppedBackWithin(long millis, double everyMillis) {
        for (double passed = 0; passed < millis; passed += everyMillis) {
            now += (long) (everyMillis * 1e6);
            frame();
            if (stepDown.reason() == null) {
                return true;
            }
        }
        return false;
    }

    /** Sends frames at a pace until the link steps down. */
    private boolean steppedDownWithin(long millis, double everyMillis, boolean late) {
        for (double passed = 0; passed < millis; passed += everyMillis) {
            now += (long) (everyMillis * 1e6);
            if (late) {
                stepDown.late();
            }
            if (frame()) {
                return true;
            }
        }
        return false;
    }

    private void encoding(long millis, long each, long cpu) {
        for (long passed = 0; passed < millis; passed += each) {
            encoded(each, cpu);
        }
    }

    private void encoded(long millis, long cpu) {
        later(millis);
        stepDown.encoded(new StepDown.Effort(FRAME, millis(millis), millis(cpu), now));
    }

    private boolean frame() {
        return stepDown.stepsDown(FRAME, now);
    }

    private void later(long millis) {
        now += millis(millis);
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
