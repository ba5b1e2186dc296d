package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapStopsTest {
    private static final String WARM_UP = "[2.1s][info][gc] GC(3) Pause Full (System.gc()) 40M->12M(60M) 91.5ms\n";

    @Test
    void between_countsCollectionsThatWereAskedFor_afterTheEarlierLog() {
        String log = WARM_UP + """
                [9.1s][info][gc] GC(4) Pause Young (Allocation Failure) 60M->50M(80M) 120.2ms
                [9.2s][info][gc] GC(5) Pause Full (System.gc()) 54M->21M(64M) 23.456ms
                12:00:01 INFO  io.narrows.proxy.Sidecar - ready
                [29.2s][info][gc] GC(6) Pause Full (System.gc()) 54M->20M(64M) 19.1ms
                [39.2s][info][gc] GC(7) Pause Full (Allocation Failure) 512M->500M(512M) 300.1ms
                """;

        assertThat(HeapStops.between(WARM_UP, log)).isEqualTo(new HeapStops(2, 23.456, 21));
    }

    @Test
    void between_withoutACollection_isNothing() {
        assertThat(HeapStops.between(WARM_UP, WARM_UP)).isEqualTo(new HeapStops(0, 0, 0));
    }
}
