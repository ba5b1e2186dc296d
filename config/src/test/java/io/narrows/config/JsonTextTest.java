package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTextTest {
    @Test
    void textIsEscaped() {
        assertThat(JsonText.of("a\"b\\c\n\u007f\u00e9")).isEqualTo("\"a\\\"b\\\\c\\u000a\\u007f\u00e9\"\n");
    }

    @Test
    void emptyMapsAndLists_areClosed() {
        assertThat(JsonText.of(Map.of("a", List.of()))).isEqualToIgnoringWhitespace("{\"a\": []}");
        assertThat(JsonText.of(List.of(Map.of(), 1, true, 0.5))).isEqualToIgnoringWhitespace("[{}, 1, true, 0.5]");
    }
}
