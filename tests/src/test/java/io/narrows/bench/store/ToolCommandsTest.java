package io.narrows.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.HostPort;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolCommandsTest {
    private final ToolCommands commands =
            new ToolCommands(List.of(new HostPort("10.0.0.1", 2379), new HostPort("10.0.0.2", 2379)), 6_000, 8, 2);

    @Test
    void command_ofBenchmark_namesAllMembersAndClients() {
        assertThat(String.join(" ", EtcdTool.PUT.command(commands)))
                .isEqualTo("etcd-benchmark --endpoints=10.0.0.1:2379,10.0.0.2:2379 --clients=8 --conns=2 --precise"
                        + " put --total=6000 --sequential-keys --key-space-size=1000 --val-size=256");
    }

    @Test
    void command_ofOtherRequests_hasItsShareOfTheTotal() {
        assertThat(EtcdTool.RANGE.command(commands)).contains("--total=12000");
        assertThat(EtcdTool.TXN_MIXED.command(commands)).contains("--total=2000");
        assertThat(EtcdTool.WATCH_LATENCY.command(commands)).contains("--put-total=400");
    }

    @Test
    void warmUp_ofAFixedRate_isAtFullSpeed() {
        assertThat(EtcdTool.CHECK_PERF_M.warmUp(commands)).contains("put");
        assertThat(EtcdTool.WATCH_LATENCY.warmUp(commands)).contains("put");
        assertThat(EtcdTool.RANGE.warmUp(commands)).isEqualTo(EtcdTool.RANGE.command(commands));
    }
}
