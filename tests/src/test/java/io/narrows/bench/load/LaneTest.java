package io.narrows.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LaneTest {
    private SocketChannel client;
    private SocketChannel server;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            client = SocketChannel.open(listener.getLocalAddress());
            server = listener.accept();
        }
    }

    @AfterEach
    void disconnect() throws IOException {
        client.close();
        server.close();
    }

    @Test
    void whatIsWritten_isReadAndTimed_recordByRecord() throws IOException {
        Lane lane = lane("heartbeat");

        lane.write(client, System.nanoTime(), true);
        lane.read(server);

        assertThat(lane.mismatches()).isZero();
        assertThat(lane.delays().getTotalCount()).isEqualTo(3);
    }

    @Test
    void somethingElse_isAMismatch() throws IOException {
        lane("heartbeat").write(client, 0, false);
        Lane other = lane("heartbeaT");

        other.read(server);

        assertThat(other.mismatches()).isPositive();
    }

    @Test
    void more_isAMismatch() throws IOException {
        lane("heartbeat, and more").write(client, 0, false);
        Lane shorter = lane("heartbeat");

        shorter.read(server);

        assertThat(shorter.mismatches()).isPositive();
    }

    @Test
    void less_isTheEnd() throws IOException {
        lane("heart").write(client, 0, false);
        client.close();

        assertThatThrownBy(() -> lane("heartbeat").read(server))
                .isInstanceOf(EOFException.class)
                .hasMessage("after 5 of 9 bytes");
    }

    /** Three records: the first byte, the second, the rest. */
    private static Lane lane(String text) {
        byte[] content = text.getBytes(StandardCharsets.US_ASCII);
        return new Lane(content, new long[] {0, 1_000, 2_000}, new int[] {1, 2, content.length});
    }
}
