package io.narrows.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

class TcpSocketTest {
    @Test
    void parse_aLineOfSs() {
        String line = "ESTAB 0      0      127.0.0.1:42686 127.0.0.1:55791 users:((\"java\",pid=1316,fd=4)) cubic"
                + " wscale:10,10 rto:204 mss:1448 bytes_sent:120000 segs_out:102 segs_in:21 data_segs_out:100 send 3bps";

        assertThat(TcpSocket.parse(line)).contains(new TcpSocket(42686, 55791, 1316, 102));
    }

    @Test
    void parse_mappedAddresses_andNothingSentYet() {
        String line = "ESTAB 0 0 [::ffff:127.0.0.1]:42686 [::ffff:127.0.1.2]:55791 users:((\"java\",pid=7,fd=4)) cubic";

        assertThat(TcpSocket.parse(line)).contains(new TcpSocket(42686, 55791, 7, 0));
    }

    @Test
    void parse_nobodysSocket_isEmpty() {
        assertThat(TcpSocket.parse("TIME-WAIT 0 0 127.0.0.1:42686 127.0.0.1:55791"))
                .isEmpty();
        assertThat(TcpSocket.parse("")).isEmpty();
    }

    @Test
    void read_ownConnection_hasBothEndsAndWhatTheySent() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            int sent = 20;
            for (int i = 0; i < sent; i++) {
                client.getOutputStream().write(i);
                echo(accepted, client.getInputStream());
            }

            List<TcpSocket> ends =
                    new SocketTable(List.of(server.getLocalPort())).read().orElseThrow();

            assertThat(ends)
                    .hasSize(2)
                    .allSatisfy(end -> assertThat(end.pid())
                            .isEqualTo(ProcessHandle.current().pid()))
                    .allSatisfy(end -> assertThat(end.segmentsSent()).isBetween((long) sent, 3L * sent))
                    .extracting(TcpSocket::port)
                    .containsExactlyInAnyOrder(client.getLocalPort(), server.getLocalPort());
            assertThat(ends.get(0).isOtherEndOf(ends.get(1))).isTrue();
        }
    }

    private static void echo(Socket accepted, InputStream answer) throws IOException {
        accepted.getOutputStream().write(accepted.getInputStream().read());
        assertThat(answer.read()).isNotNegative();
    }
}
