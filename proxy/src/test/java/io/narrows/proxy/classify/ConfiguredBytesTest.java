package io.narrows.proxy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.ClassPattern;
import io.narrows.config.TrafficClass;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfiguredBytesTest {
    @ParameterizedTest
    @CsvSource({
        "DUMP,   4, '',         UNDECIDED",
        "DUMP,   4, DU,         UNDECIDED",
        "DUMP,   4, DUMP,       FOUND",
        "DUMP,   4, DUMP it,    FOUND",
        "DUMP,   4, DO,         NOTHING",
        "DUMP,   4, a DUMP,     NOTHING",
        "DUMP,   8, a DU,       UNDECIDED",
        "DUMP,   8, abcdDUMP,   FOUND",
        "DUMP,   8, abcdeDUMP,  NOTHING",
        "DUMP,   8, abcdefgh,   NOTHING",
        "0x4455, 2, DUMP,       FOUND",
    })
    void pattern_isLookedForInItsFirstBytes(String text, int within, String start, Finding.Kind expected) {
        Recogniser pattern = new ConfiguredBytes(new ClassPattern(TrafficClass.BULK, text, within));

        Finding finding = pattern.look(Unpooled.copiedBuffer(start, StandardCharsets.US_ASCII));

        assertThat(finding.kind()).isEqualTo(expected);
    }
}
