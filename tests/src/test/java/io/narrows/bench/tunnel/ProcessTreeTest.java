package io.narrows.bench.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessTreeTest {
    @Test
    void ticks_areOfTheProcessAndOfItsWaitedForChildren_whateverItsName() {
        String stat = "4711 (a) S 9 (x) S 1 4711 4711 0 -1 4194560 1 2 3 4 100 20 3000 400 20 0 1 0 77 88 99\n";

        assertThat(ProcessTree.ticks(stat)).isEqualTo(3520);
    }

    @Test
    void cpuSeconds_ofThisProcess_arePositive() {
        assertThat(ProcessTree.cpuSeconds(ProcessHandle.current())).isPositive();
    }
}
