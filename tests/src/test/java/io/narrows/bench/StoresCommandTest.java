package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.bench.store.StoreLoad;
import io.narrows.tests.support.StoreProgram;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class StoresCommandTest {
    private final StoresCommand stores = new StoresCommand();
    private final CommandLine command = new CommandLine(stores).setCaseInsensitiveEnumValuesAllowed(true);

    @Test
    void parseArgs_nothing_isTheWholeComparison() {
        command.parseArgs();

        assertThat(value("--programs"))
                .isEqualTo(List.of(StoreProgram.ETCD, StoreProgram.ETCD_3_6, StoreProgram.NARROWS));
        assertThat(value("--load")).isEqualTo(List.of(StoreLoad.values()));
        assertThat(value("--baseline")).isEqualTo(StoreProgram.ETCD_3_6);
    }

    @Test
    void parseArgs_names_areThoseOfTables() {
        command.parseArgs("--programs", "etcd-3.6,narrows", "--load", "keep-alives,gets", "--baseline", "etcd");

        assertThat(value("--programs")).isEqualTo(List.of(StoreProgram.ETCD_3_6, StoreProgram.NARROWS));
        assertThat(value("--load")).isEqualTo(List.of(StoreLoad.KEEP_ALIVES, StoreLoad.GETS));
        assertThat(value("--baseline")).isEqualTo(StoreProgram.ETCD);
    }

    @Test
    void parseArgs_anotherLoad_namesTheOnesThereAre() {
        assertThatThrownBy(() -> command.parseArgs("--load", "scans"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("scans")
                .hasMessageContaining("GETS")
                .hasMessageContaining("keep-alives");
    }

    @Test
    void warmUp_withoutOption_isAsLongAsTheMeasurement_atMost15Seconds() {
        command.parseArgs("--for", "10");
        assertThat(stores.warmUp()).isEqualTo(Duration.ofSeconds(10));

        command.parseArgs("--for", "60");
        assertThat(stores.warmUp()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void warmUp_isThatOfTheOption() {
        command.parseArgs("--for", "10", "--warm-up", "60");
        assertThat(stores.warmUp()).isEqualTo(Duration.ofSeconds(60));

        command.parseArgs("--warm-up", "0");
        assertThat(stores.warmUp()).isZero();
    }

    @Test
    void warmUp_negative_namesTheOptionAndWhatIsExpected() {
        command.parseArgs("--warm-up", "-1");

        assertThatThrownBy(stores::warmUp)
                .isInstanceOf(ParameterException.class)
                .hasMessage("--warm-up -1 (expected: at least 0)");
    }

    @Test
    void compactionPeriod_isTenSeconds_orThatOfTheOption() {
        command.parseArgs();
        assertThat(stores.compactionPeriod()).isEqualTo(Duration.ofSeconds(10));

        command.parseArgs("--compact-every", "60");
        assertThat(stores.compactionPeriod()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void compactionPeriod_zero_namesTheOptionAndWhatIsExpected() {
        command.parseArgs("--compact-every", "0");

        assertThatThrownBy(stores::compactionPeriod)
                .isInstanceOf(ParameterException.class)
                .hasMessage("--compact-every 0 (expected: at least 1)");
    }

    private Object value(String option) {
        return command.getCommandSpec().findOption(option).getValue();
    }
}
