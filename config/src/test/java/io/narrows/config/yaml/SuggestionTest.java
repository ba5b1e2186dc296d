package io.narrows.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
    private static final List<String> KNOWN = List.of("region", "zone", "zstd", "lz4", "lz4hc", "cross-zone");

    @ParameterizedTest
    @CsvSource({
        "regoin, region",
        "regions, region",
        "Region, region",
        "zne, zone",
        "ztsd, zstd",
        "lz4h, lz4",
        "crosszone, cross-zone",
        "cros-zones, cross-zone",
    })
    void nearWord_isSuggested(String given, String meant) {
        assertThat(Suggestion.after(given, KNOWN)).isEqualTo(" (did you mean \"" + meant + "\"?)");
    }

    @ParameterizedTest
    @CsvSource({"brotli", "z", "zo", "tone-deaf", "reg", "''"})
    void farWord_isNot(String given) {
        assertThat(Suggestion.after(given, KNOWN)).isEmpty();
    }

    @Test
    void nothingKnown_nothingSuggested() {
        assertThat(Suggestion.after("region", List.of())).isEmpty();
    }
}
