package io.narrows.cli.sst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotationTest {
    @ParameterizedTest
    @EnumSource
    void parse_shownFormOfEveryByte_isThatByte(Notation notation) {
        byte[] all = new byte[256];
        for (int value = 0; value < all.length; value++) {
            all[value] = (byte) value;
        }

        assertThat(notation.parse(notation.show(Slice.of(all)))).isEqualTo(Slice.of(all));
    }

    @Test
    void show_text_escapesWhatIsNotPrintable() {
        assertThat(Notation.TEXT.show(Slice.of("a b\0\\'\u00e9"))).isEqualTo("a b\\x00\\\\\\x27\\xc3\\xa9");
    }

    @Test
    void parse_textBeyondAscii_isUtf8() {
        assertThat(Notation.TEXT.parse("\u00e9")).isEqualTo(Slice.of(new byte[] {(byte) 0xc3, (byte) 0xa9}));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\", "\\n", "\\x", "\\x0", "\\xg0", "\\y00"})
    void parse_backslashWithoutMeaning_isRefused(String text) {
        assertThatThrownBy(() -> Notation.TEXT.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("backslash");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0g", "user"})
    void parse_noHexadecimal_isRefused(String text) {
        assertThatThrownBy(() -> Notation.HEX.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not hexadecimal");
    }
}
