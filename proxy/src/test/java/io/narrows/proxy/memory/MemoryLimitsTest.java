package io.narrows.proxy.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MemoryLimitsTest {
    private static final long MIB = 1 << 20;

    @Test
    void contexts_takeWhatTheOperatorAllows() {
        MemoryLimits limits = MemoryLimits.of(new ProcessMemory(512 * MIB, 512 * MIB, 8192 * MIB), 256 * MIB);

        assertThat(limits.contexts()).isEqualTo(256 * MIB);
        assertThat(limits.heapContexts()).isEqualTo((512 - 16) / 2 * MIB);
        assertThat(limits.of(Purpose.SENDING)).isEqualTo(112 * MIB);
        assertThat(limits.of(Purpose.RECEIVING)).isEqualTo(112 * MIB);
        assertThat(limits.of(Purpose.LINKS)).isEqualTo((512 - 16) / 4 * MIB);
        assertThat(limits.heapOf(Purpose.LINKS)).isEqualTo((512 - 16) / 4 * MIB);
        assertThat(limits.of(Purpose.QUEUES)).isEqualTo(384 * MIB);
    }

    @Test
    void contextsOnTheHeap_leaveHalfOfItForTheRest() {
        MemoryLimits limits = MemoryLimits.of(new ProcessMemory(100 * MIB, 100 * MIB, 8192 * MIB), 256 * MIB);

        assertThat(limits.contexts()).isEqualTo(256 * MIB);
        assertThat(limits.heapContexts()).isEqualTo((100 - 16) / 2 * MIB);
    }

    @Test
    void smallContainer_allowsLessThanTheOperator() {
        MemoryLimits limits = MemoryLimits.of(new ProcessMemory(80 * MIB, 40 * MIB, 256 * MIB), 256 * MIB);

        assertThat(limits.contexts()).isEqualTo((32 + 32) * MIB);
        assertThat(limits.heapContexts()).isEqualTo(32 * MIB);
        assertThat(limits.of(Purpose.LINKS)).isEqualTo(16 * MIB);
    }

    @Test
    void heapAsLargeAsTheContainer_leavesAnEighthForNativeContexts() {
        MemoryLimits limits = MemoryLimits.of(new ProcessMemory(500 * MIB, 500 * MIB, 512 * MIB), 1024 * MIB);

        assertThat(limits.contexts()).isEqualTo((242 + 64) * MIB);
    }

    @Test
    void smallHeap_isHalfForTheIdleProcess() {
        MemoryLimits limits = MemoryLimits.of(new ProcessMemory(24 * MIB, 24 * MIB, 8192 * MIB), 256 * MIB);

        assertThat(limits.heapContexts()).isEqualTo(6 * MIB);
        assertThat(limits.of(Purpose.LINKS)).isEqualTo(3 * MIB);
    }

    @Test
    void processThatRunsHere_hasMemoryOfEachKind() {
        ProcessMemory memory = ProcessMemory.ofThisProcess();

        assertThat(memory.heap()).isPositive();
        assertThat(memory.direct()).isPositive();
        assertThat(memory.total()).isGreaterThan(memory.heap() / 8);
    }
}
