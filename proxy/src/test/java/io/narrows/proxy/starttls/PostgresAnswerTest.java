package io.narrows.proxy.starttls;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PostgresAnswerTest {
    @Test
    void yes_letsTlsBegin() {
        assertThatCode(() -> check("S")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "N, it answered SSLRequest with N",
        "S!, it sent 1 bytes in plain text after its answer to SSLRequest",
        "NN, it sent 1 bytes in plain text after its answer to SSLRequest",
        "E...., it answered SSLRequest with 0x45",
        "H, it answered SSLRequest with 0x48",
    })
    void otherAnswers_areRefused(String answer, String message) {
        assertThatThrownBy(() -> check(answer))
                .isInstanceOf(RefusedStartException.class)
                .hasMessageStartingWith(message);
    }

    private static void check(String answer) throws RefusedStartException {
        PostgresAnswer.check(Unpooled.copiedBuffer(answer, StandardCharsets.US_ASCII));
    }
}
