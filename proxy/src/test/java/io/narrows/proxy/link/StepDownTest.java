package io.narrows.proxy.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.meter.StepDownReason;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a link steps down and back. Frames are of 10,000 bytes; the slow codec takes 40 ns for each byte. */
final class StepDownTest {
    private static final int FRAME = 10_000;
    private static final double COST = 40;

    private final StepDown stepDown = new StepDown();
    private long now;

    @Test
    void fullQueue_stepsDownWithTheNextFrame() {
        stepDown.queueFull();
        assertThat(stepDown.reason()).isNull();

        assertThat(frame()).isTrue();
        assertThat(stepDown.reason()).isEqualTo(StepDownReason.QUEUE);
        assertThat(frame()).as("once").isFalse();
    }

    @Test
    void longWaitForAProcessor_stepsDown() {
        encoding(1100, 5, 2);

        assertThat(frame()).isTrue();
        assertThat(stepDown.reason()).isEqualTo(StepDownReason.CPU);
    }

    @Test
    void slowEncodingThatHasItsProcessor_goesOn() {
        encoding(1100, 5, 4);

        assertThat(frame()).isFalse();
    }

    @Test
    void longWaitOfAFewFrames_goesOn() {
        for (int i = 0; i < 20; i++) {
            later(100);
            stepDown.encoded(new StepDown.Effort(millis(5), millis(1), now));
        }

        assertThat(frame()).isFalse();
    }

    @Test
    void lightLoad_stepsBackAfterASecond() {
        stepDown.queueFull();
        frame();

        assertThat(steppedBackWithin(990, 100)).isFalse();
        assertThat(steppedBackWithin(200, 100)).isTrue();
    }

    @Test
    void loadAboveHalfOfTheSlowCodec_staysDown() {
        stepDown.queueFull();
        frame();

        assertThat(steppedBackWithin(10_000, 0.7)).isFalse();
    }

    @Test
    void relapse_doublesTheHold_whichIsForgottenAfterAWhile() {
        stepDown.queueFull();
        frame();
        assertThat(steppedBackWithin(1300, 100)).isTrue();

        stepDown.queueFull();
        frame();
        assertThat(steppedBackWithin(1500, 100)).isFalse();
        assertThat(steppedBackWithin(1000, 100)).isTrue();

        later(31_000);
        stepDown.queueFull();
        frame();
        assertThat(steppedBackWithin(1300, 100)).isTrue();
    }

    @Test
    void holdHasAnEnd() {
        for (int i = 0; i < 20; i++) {
            stepDown.queueFull();
            frame();
            assertThat(steppedBackWithin(66_000, 500)).isTrue();
        }
    }

    /** Frames that come at a pace until the link steps back. */
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

    private void encoding(long millis, long each, long cpu) {
        for (long passed = 0; passed < millis; passed += each) {
            later(each);
            stepDown.encoded(new StepDown.Effort(millis(each), millis(cpu), now));
        }
    }

    private boolean frame() {
        return stepDown.stepsDown(FRAME, COST, now);
    }

    private void later(long millis) {
        now += millis(millis);
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
