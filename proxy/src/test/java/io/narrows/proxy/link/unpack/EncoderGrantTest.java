package io.narrows.proxy.link.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.recipe.WorkspaceMemory;
import org.junit.jupiter.api.Test;

class EncoderGrantTest {
    private final Memory memory = new Memory();
    private final EncoderGrant grant = new EncoderGrant(memory, 1_000);

    private static final class Memory implements WorkspaceMemory {
        private long left = 10_000;

        @Override
        public boolean take(long bytes) {
            if (bytes > left) {
                return false;
            }
            left -= bytes;
            return true;
        }

        @Override
        public void giveBack(long bytes) {
            left += bytes;
        }
    }

    @Test
    void noMoreThanTheLargestEncoder_isGranted() {
        assertThat(grant.want(1_001)).isZero();
        assertThat(grant.want(1_000)).isEqualTo(1_000);
        assertThat(memory.left).isEqualTo(9_000);
    }

    @Test
    void refusal_keepsWhatWasGranted() {
        grant.want(500);
        memory.left = 100;

        assertThat(grant.want(700)).isEqualTo(500);
        assertThat(grant.want(600)).isEqualTo(600);
        assertThat(memory.left).isZero();
        grant.end();
        assertThat(memory.left).isEqualTo(600);
    }
}
