package io.narrows.node.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Fnv1aTest {
    /** The authors' own test vectors. */
    @ParameterizedTest
    @CsvSource({"'', cbf29ce484222325", "a, af63dc4c8601ec8c", "foobar, 85944171f73967e8"})
    void hash(String text, String expected) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);

        long hash = Fnv1a.hash(ByteBuffer.wrap(bytes), 0, bytes.length);

        assertThat(Long.toHexString(hash)).isEqualTo(expected);
    }
}
