package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.testkit.Seed;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HostileFramesTest {
    @Test
    void decode_mutatedFrames_mostlyRefusedAndNeverWorse() {
        long seed = Seed.of(HostileFramesTest.class);

        Mutations.Outcome outcome = new Mutations(seed).run(1_000);

        assertThat(outcome.frames()).isEqualTo(1_000);
        assertThat(outcome.refused()).as("seed %d", seed).isGreaterThan(700);
    }

    @Test
    void decode_unknownVersion_isRefused() {
        byte[] frame = new FramePair(2, 17).encode(new byte[] {1, 2, 3});
        frame[0] = 2;

        assertRefused(frame, 17, "version 2 (expected: 1)");
    }

    @Test
    void decode_windowAboveTheLimit_isRefused() {
        byte[] frame = new FramePair(2, 20).encode(new byte[] {1, 2, 3});

        assertRefused(frame, 19, "window log 20 (expected: 17-19)");
    }

    @Test
    void decode_unknownFlag_isRefused() {
        byte[] frame = new FramePair(2, 17).encode(new byte[] {1, 2, 3});
        frame[1] |= 0x20;

        assertRefused(frame, 24, "window log 49 (expected: 17-24)");
    }

    @Test
    void decode_firstFrameOfOneByte_isRefused() {
        assertRefused(new byte[] {1}, 17, "first frame of 1 bytes (expected: at least 2)");
    }

    @Test
    void decode_bytesBehind_areRefused() {
        byte[] frame = new FramePair(2, 17).encode(new byte[] {1, 2, 3});
        byte[] longer = Arrays.copyOf(frame, frame.length + 1);

        assertRefused(longer, 17, "a frame of " + (frame.length - 1) + " bytes (expected: " + (frame.length - 2) + ")");
    }

    private static void assertRefused(byte[] frame, int windowLog, String message) {
        assertThatExceptionOfType(DamagedFrameException.class)
                .isThrownBy(() -> new FramePair(2, windowLog).decode(frame))
                .withMessage(message);
    }
}
