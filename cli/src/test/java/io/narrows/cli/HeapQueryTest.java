package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapQueryTest {
    private static final long GIB = 1L << 30;

    @ParameterizedTest
    @CsvSource({"1MiB, 512", "256MiB, 512", "257MiB, 514", "1GiB, 2048"})
    void heapOfASidecar_holdsItsContextsInHalf(String contextMemory, int mebibytes) throws ConfigException {
        assertThat(answer("context-memory: " + contextMemory, "", 64 * GIB)).isEqualTo("sidecar " + mebibytes);
    }

    @ParameterizedTest
    @CsvSource({"256MiB, 2048", "1GiB, 3584"})
    void heapOfAStore_growsByTheContextsBesideIt(String contextMemory, int mebibytes) throws ConfigException {
        assertThat(answer("context-memory: " + contextMemory, "store: {data: store, members: [db-1]}", 64 * GIB))
                .isEqualTo("store " + mebibytes);
    }

    @Test
    void storeInAnotherProcess_needsNoHeapHere() throws ConfigException {
        assertThat(answer("ready: 1", "store: {data: store, members: [db-1], process: own}", 64 * GIB))
                .isEqualTo("sidecar 512");
    }

    @ParameterizedTest
    @CsvSource({"8, 4096", "1, 512"})
    void raisedHeap_takesAtMostHalfOfTheMemory_butNeverLessThanUsual(long gibibytes, int mebibytes)
            throws ConfigException {
        assertThat(answer("context-memory: 64GiB", "", gibibytes * GIB)).isEqualTo("sidecar " + mebibytes);
    }

    private static String answer(String link, String store, long totalMemory) throws ConfigException {
        String yaml = """
                version: 1
                node: {id: db-1, region: r, zone: a, host: h1}
                link: {listen: 127.0.0.1:15000, %s}
                targets: {app: 127.0.0.1:9000, raft: 127.0.0.1:2380}
                peers: [{id: db-2, region: r, zone: b, host: h2, link: 127.0.0.2:15000}]
                capture: [{listen: 127.0.0.1:7000, peer: db-2, target: app}]
                %s
                """.formatted(link, store);
        return HeapQuery.answer(ConfigLoader.parse("test.yaml", yaml, Path.of(".")), () -> totalMemory);
    }
}
