package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarintTest {
    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "127, 1",
        "128, 2",
        "16383, 2",
        "16384, 3",
        "65536, 3",
        "2097151, 3",
        "2097152, 4",
        "268435455, 4"
    })
    void get_returnsWhatWasPut_inFewestBytes(int value, int length) throws MalformedDataException {
        ByteBuffer buffer = ByteBuffer.allocate(Varint.MAX_LENGTH);

        Varint.put(buffer, value);

        assertThat(buffer.position()).isEqualTo(length);
        assertThat(Varint.get(buffer.flip())).isEqualTo(value);
        assertThat(buffer.hasRemaining()).isFalse();
    }

    @Test
    void put_beyondTheRange_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Varint.put(ByteBuffer.allocate(9), 1 << 28));
        assertThatIllegalArgumentException().isThrownBy(() -> Varint.put(ByteBuffer.allocate(9), -1));
    }

    @Test
    void get_cutOrEndless_isRefused() {
        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> Varint.get(ByteBuffer.wrap(new byte[] {-1, -1})))
                .withMessage("truncated size");
        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> Varint.get(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1, 1})))
                .withMessage("size of more than 4 bytes");
    }
}
