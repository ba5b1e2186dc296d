package io.narrows.proxy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FirstBytesTest {
    @ParameterizedTest
    @CsvSource({
        "GET /raft/stream/message/8211f1d0f64f3269 HTTP/1.1, heartbeat",
        "GET /raft/stream/msgapp/8211f1d0f64f3269 HTTP/1.1, replication",
        "POST /raft/snapshot HTTP/1.1, bulk",
        "GET /version HTTP/1.1, none",
        "GET /raft/stream, none",
        "'', none"
    })
    void etcdIsKnownByItsRequest(String request, String expected) {
        ByteBuf first = Unpooled.copiedBuffer(request, StandardCharsets.US_ASCII);

        String found = FirstBytes.recognise(first).map(Object::toString).orElse("none");

        assertThat(found).isEqualTo(expected);
        assertThat(first.readerIndex()).isZero();
    }
}
