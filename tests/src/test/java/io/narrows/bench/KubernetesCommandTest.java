package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.StoreProgram;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class KubernetesCommandTest {
    @Test
    void parseArgs_nothing_isOneRoundOnEtcd3_6AndTheBundledStore() {
        CommandLine command = new CommandLine(new KubernetesCommand()).setCaseInsensitiveEnumValuesAllowed(true);

        command.parseArgs();

        assertThat(value(command, "--programs")).isEqualTo(List.of(StoreProgram.ETCD_3_6, StoreProgram.NARROWS));
        assertThat(value(command, "--clients")).isEqualTo(16);
        assertThat(value(command, "--objects")).isEqualTo(5_000);
        assertThat(value(command, "--reps")).isEqualTo(1);
    }

    private static Object value(CommandLine command, String option) {
        return command.getCommandSpec().findOption(option).getValue();
    }
}
