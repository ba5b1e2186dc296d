package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.bench.store.EtcdTool;
import io.narrows.tests.support.StoreProgram;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class EtcdToolsCommandTest {
    private final CommandLine command =
            new CommandLine(new EtcdToolsCommand()).setCaseInsensitiveEnumValuesAllowed(true);

    @Test
    void parseArgs_nothing_isTheWholeComparison() {
        command.parseArgs();

        assertThat(value("--programs"))
                .isEqualTo(List.of(StoreProgram.ETCD, StoreProgram.ETCD_3_6, StoreProgram.NARROWS));
        assertThat(value("--tool")).isEqualTo(List.of(EtcdTool.values()));
        assertThat(value("--baseline")).isEqualTo(StoreProgram.ETCD_3_6);
    }

    @Test
    void parseArgs_names_areThoseOfTables() {
        command.parseArgs("--programs", "etcd-3.6,narrows", "--tool", "check-perf-m,txn-mixed", "--baseline", "etcd");

        assertThat(value("--programs")).isEqualTo(List.of(StoreProgram.ETCD_3_6, StoreProgram.NARROWS));
        assertThat(value("--tool")).isEqualTo(List.of(EtcdTool.CHECK_PERF_M, EtcdTool.TXN_MIXED));
        assertThat(value("--baseline")).isEqualTo(StoreProgram.ETCD);
    }

    private Object value(String option) {
        return command.getCommandSpec().findOption(option).getValue();
    }
}
