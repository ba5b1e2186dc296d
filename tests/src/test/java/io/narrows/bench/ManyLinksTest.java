package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManyLinksTest {
    @ParameterizedTest
    @CsvSource({"10000, 20000, 9800", "10000, 1048576, 10000", "10000, 1024, 312", "10, 256, 0"})
    void fitting_leavesFilesForTheRest(int wanted, long files, int fitting) {
        assertThat(ManyLinks.fitting(wanted, files)).isEqualTo(fitting);
    }
}
