package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests hand-made blocks after the eight bytes {@code history.}. */
class Lz4ExpanderTest {
    private static final byte[] HISTORY = "history.".getBytes(StandardCharsets.US_ASCII);

    @ParameterizedTest
    @CsvSource({
        "30616263, abc", // literals only
        "04080010 21, history.!", // the whole history
        "14 78 0100 10 21, xxxxxxxxx!", // a match that overlaps itself by one byte
        "23 7879 0200 10 21, xyxyxyxyx!", // by two
        "00010010 21, ....!", // a token without literals
    })
    void expand_wholeBlock_givesItsContent(String block, String content) throws Exception {
        assertThat(expand(block, content.length())).isEqualTo(content);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1, no last literals",
        "00 0100, 4, no last literals", // ends with a match
        "30 6162, 3, 3 literals",
        "30 616263, 2, 3 literals",
        "30 616263, 4, LZ4 block of 3 bytes (expected: 4)",
        "f0, 20, truncated length",
        "f0 ff, 300, truncated length",
        "10 61 01, 5, truncated distance",
        "0f 0100, 40, truncated length",
        "00 0000 10 21, 5, match of 4 at distance 0",
        "00 0900 10 21, 5, match of 4 at distance 9",
        "10 61 0a00 10 21, 6, match of 4 at distance 10",
        "04 0100 10 21, 7, match of 8 at distance 1",
        "0f 0100 ff00 10 21, 20, match of 274 at distance 1",
    })
    void expand_damagedBlock_isRefusedWithTheReason(String block, int length, String reason) {
        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> expand(block, length))
                .withMessageContaining(reason);
    }

    @Test
    void expand_damagedBlock_leavesTheHistoryAsItWas() {
        byte[] out = out(40);

        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> Lz4Expander.expand(block("14 78 0100 10"), 5, out, HISTORY.length, 40));

        assertThat(Arrays.copyOf(out, HISTORY.length)).isEqualTo(HISTORY);
    }

    private static String expand(String hex, int length) throws MalformedDataException {
        byte[] out = out(length);
        byte[] block = block(hex);
        Lz4Expander.expand(block, block.length - Lz4Layout.SLACK, out, HISTORY.length, length);
        return new String(out, HISTORY.length, length, StandardCharsets.US_ASCII);
    }

    private static byte[] block(String hex) {
        byte[] content = HexFormat.of().parseHex(hex.replace(" ", ""));
        return Arrays.copyOf(content, content.length + Lz4Layout.SLACK);
    }

    private static byte[] out(int length) {
        return Arrays.copyOf(HISTORY, HISTORY.length + length + Lz4Layout.SLACK);
    }
}
