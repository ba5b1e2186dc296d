package io.narrows.terminal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LogSettingsTest {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    @Test
    void environmentWithoutAWord_isTextFromInfoOn() {
        assertThat(LogSettings.of(Map.of("NARROWS_LOG_LEVEL", "")))
                .isEqualTo(new LogSettings(Level.INFO, false, false));
    }

    @Test
    void knownWords_areTaken() {
        assertThat(LogSettings.of(Map.of("NARROWS_LOG_LEVEL", "WARN", "NARROWS_LOG_FORMAT", "json")))
                .isEqualTo(new LogSettings(Level.WARN, true, false));
    }

    @Test
    void unknownWord_isRefusedWithThoseThatAreKnown() {
        assertThatThrownBy(() -> LogSettings.of(Map.of("NARROWS_LOG_LEVEL", "loud")))
                .hasMessage(
                        "unknown value \"loud\" of NARROWS_LOG_LEVEL, expected one of error, warn, info, debug, trace");
        assertThatThrownBy(() -> LogSettings.of(Map.of("NARROWS_LOG_FORMAT", "xml")))
                .hasMessage("unknown value \"xml\" of NARROWS_LOG_FORMAT, expected one of text, json");
    }

    @Test
    void journal_isTheStreamThatSystemdNames() throws IOException {
        Map<String, Object> own = Files.readAttributes(STANDARD_ERROR, "unix:dev,ino");
        String stream = own.get("dev") + ":" + own.get("ino");

        assertThat(LogSettings.of(Map.of("JOURNAL_STREAM", stream)).journal()).isTrue();
        assertThat(LogSettings.of(Map.of("JOURNAL_STREAM", stream + "0")).journal())
                .isFalse();
        assertThat(LogSettings.of(Map.of("JOURNAL_STREAM", "nonsense")).journal())
                .isFalse();
    }
}
