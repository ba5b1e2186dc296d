package io.narrows.bench.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListeningPortsTest {
    private static final List<String> TABLE = List.of(
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid",
            "   0: 0100007F:4E20 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0",
            "   1: 0100007F:4E21 0100007F:4E20 01 00000000:00000000 00:00000000 00000000     0");

    @Test
    void contains_isTrueForListenersOnly() {
        assertThat(ListeningPorts.contains(0x4E20, TABLE)).isTrue();
        assertThat(ListeningPorts.contains(0x4E21, TABLE)).isFalse();
        assertThat(ListeningPorts.contains(0x4E22, TABLE)).isFalse();
    }

    @Test
    void contains_seesASocketOfThisProcess_whileItListens() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();

            assertThat(ListeningPorts.contains(port)).isTrue();
        }
        assertThat(ListeningPorts.contains(port)).isFalse();
    }
}
