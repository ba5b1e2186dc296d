package io.narrows.proxy.starttls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NatsClientStartTest {
    private final NatsClientStart start = new NatsClientStart();

    @Test
    void handshake_isLeftUnread() throws Exception {
        ByteBuf bytes = Unpooled.wrappedBuffer(new byte[] {0x16, 3, 1});

        assertThat(start.read(Unpooled.EMPTY_BUFFER)).isFalse();
        assertThat(start.read(bytes)).isTrue();
        assertThat(bytes.readableBytes()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void connect_isReadToItsEnd_andAnsweredByAnError(int segment) throws Exception {
        byte[] connect = "CONNECT {\"pass\":\"sesame\"}\r\n".getBytes(StandardCharsets.US_ASCII);
        for (int at = 0; at + segment < connect.length; at += segment) {
            assertThat(start.read(Unpooled.wrappedBuffer(connect, at, segment))).isFalse();
        }

        int last = (connect.length - 1) / segment * segment;
        assertThatThrownBy(() -> start.read(Unpooled.wrappedBuffer(connect, last, connect.length - last)))
                .isInstanceOfSatisfying(RefusedStartException.class, refused -> {
                    assertThat(refused.failure()).isEqualTo(Failure.CLEAR_TEXT);
                    assertThat(refused).hasMessageStartingWith("CONNECT in plain text after INFO (expected: TLS;");
                    assertThat(refused.getMessage()).doesNotContain("sesame");
                    assertThat(new String(refused.answer(), StandardCharsets.US_ASCII))
                            .isEqualTo("-ERR 'Secure Connection - TLS Required'\r\n");
                });
    }

    @Test
    void handshakeInsideConnect_doesNotBeginTls() throws Exception {
        assertThat(start.read(Unpooled.wrappedBuffer(new byte[] {'C'}))).isFalse();
        assertThat(start.read(Unpooled.wrappedBuffer(new byte[] {0x16, 3, 1}))).isFalse();
    }

    @Test
    void connectWithoutAnEnd_isRefused() throws Exception {
        assertThat(start.read(Unpooled.wrappedBuffer("C".repeat(4095).getBytes(StandardCharsets.US_ASCII))))
                .isFalse();

        assertThatThrownBy(() -> start.read(Unpooled.wrappedBuffer(new byte[] {'C'})))
                .isInstanceOf(RefusedStartException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PING\r\n", "INFO {}\r\n", "user"})
    void otherBytes_areReset(String text) {
        assertThatThrownBy(() -> start.read(Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.US_ASCII))))
                .isInstanceOfSatisfying(RefusedStartException.class, refused -> {
                    assertThat(refused.failure()).isEqualTo(Failure.CLIENT_HELLO);
                    assertThat(refused)
                            .hasMessage("after INFO, the first byte is 0x%02x (expected: 0x16, a TLS handshake)"
                                    .formatted((int) text.charAt(0)));
                    assertThat(refused.answer()).isEmpty();
                });
    }
}
