package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileMetadataTest {
    @ParameterizedTest
    @CsvSource({
        "a, b, false",
        "a, c, true",
        "d, e, true",
        "f, g, true",
        "g, h, false",
        ", b, false",
        "g, , false",
        ", , true"
    })
    void range_overlaps_whenItHasAKeyOfTheFile(String begin, String end, boolean expected) {
        FileMetadata file = Keys.file(1, "c", "f", 5, 1);

        assertThat(file.overlaps(slice(begin), slice(end))).isEqualTo(expected);
    }

    @Test
    void endOfARangeTombstone_isNotInTheFile() {
        FileMetadata file = FileMetadata.of(1, 10, Keys.put("c", 5), Keys.endOfRange("f"), 5, 5, 1);

        assertThat(file.largestIsExclusive()).isTrue();
        assertThat(file.largestUserKey()).isEqualTo(Slice.of("f"));
        assertThat(file.overlaps(Slice.of("f"), null)).isFalse();
        assertThat(file.overlaps(Slice.of("e~"), null)).isTrue();
    }

    @Test
    void keyWithoutTrailer_isRefused() {
        assertThatThrownBy(() -> FileMetadata.of(1, 10, Slice.of("short"), Keys.put("f", 5), 5, 5, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("smallest internal key of 5 bytes (expected: 8 or more)");
    }

    @Test
    void numberThatIsTooLarge_isRefused() {
        assertThatThrownBy(() -> FileMetadata.of(1, -1, Keys.put("c", 5), Keys.put("f", 5), 5, 5, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("size of a file: 18446744073709551615 (expected: 0-9223372036854775807)");
    }

    private static Slice slice(String text) {
        return text == null ? null : Slice.of(text);
    }
}
