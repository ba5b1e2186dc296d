package io.narrows.unpack.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

final class GrowingBufferTest {
    private static final int LARGE = 32 << 20;

    private final GrowingBuffer buffer = new GrowingBuffer(new Charge(WorkspaceMemory.UNLIMITED));

    /** Meanwhile the collector may free buffers of other tests, which are counted as well: less may be in use than this buffer has. */
    @Test
    void memory_isFreedAtOnce() {
        long before = directBytes();
        buffer.cleared(LARGE);
        long held = directBytes();

        buffer.free();

        assertThat(held).isLessThan(before + 2L * LARGE);
        assertThat(directBytes()).isLessThan(held - LARGE / 2);
    }

    @Test
    void formerMemory_isFreedWhenItGrows() {
        long before = directBytes();

        buffer.cleared(LARGE);
        buffer.grown(LARGE + 1);
        buffer.cleared(LARGE + LARGE / 2);

        assertThat(directBytes()).isLessThan(before + 2 * LARGE);
        buffer.free();
    }

    @Test
    void grown_keepsWhatIsBeforeThePosition() {
        buffer.cleared(8).putLong(42);

        assertThat(buffer.grown(1 << 20).position()).isEqualTo(8);
        assertThat(buffer.filled().getLong(0)).isEqualTo(42);
        buffer.free();
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
