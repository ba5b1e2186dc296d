package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.TransportKind;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;

final class TransportTest {
    /** Bytes that the JDK's TLS asks for to write one record. */
    private static final int RECORD_BYTES = 16_709;

    @Test
    void arraysForRecordsOfTls_areUsedAgain() throws Exception {
        try (Transport transport = new Transport(TransportKind.AUTO, 1)) {
            boolean again = transport
                    .loops()
                    .get(0)
                    .submit(() -> arrayOf(transport) == arrayOf(transport))
                    .get();

            assertThat(again).isTrue();
        }
    }

    private static byte[] arrayOf(Transport transport) {
        ByteBuf record = transport.allocator().heapBuffer(RECORD_BYTES);
        try {
            return record.array();
        } finally {
            record.release();
        }
    }
}
