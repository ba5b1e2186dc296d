package io.narrows.proxy;

import static io.narrows.proxy.support.Admin.request;
import static io.narrows.proxy.support.Admin.status;
import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.readHead;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP CONNECT through a pair of sidecars. */
@Timeout(60)
final class ConnectCaptureTest {
    private static final int READ_LIMIT_MILLIS = 20_000;

    @TempDir
    private Path folder;

    @Test
    void connectReachesTheTargetOfAnAddress() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.connectPort())) {
            socket.getOutputStream()
                    .write("CONNECT b.example:2380 HTTP/1.1\r\nHost: b.example:2380\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(readHead(socket)).startsWith("HTTP/1.1 200 ");

            socket.getOutputStream().write("ping".getBytes(StandardCharsets.UTF_8));

            assertThat(socket.getInputStream().readNBytes(4)).asString().isEqualTo("ping");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CONNECT elsewhere.example:2380 HTTP/1.1|403",
                "GET / HTTP/1.1|405",
                "CONNECT b.example:1 HTTP/1.1|502",
                "CONNECT b.example:2380 HTTP/1.1\r\nContent-Length: 10|400",
                "CONNECT b.example:2380 HTTP/1.1\r\nTransfer-Encoding: chunked|400",
                "nonsense|400"
            })
    void connectAnswersWhatItCannotDo(String requestAndStatus) throws Exception {
        String request = requestAndStatus.split("\\|")[0];
        String status = requestAndStatus.split("\\|")[1];
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.connectPort())) {

            socket.getOutputStream().write((request + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));

            assertThat(readHead(socket)).startsWith("HTTP/1.1 " + status + " ");
        }
    }

    @Test
    void clientThatAnnouncesContentAndLeaves_isClosed() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.connectPort())) {
            socket.setSoTimeout(READ_LIMIT_MILLIS);
            socket.getOutputStream()
                    .write("CONNECT b.example:2380 HTTP/1.1\r\nContent-Length: 10\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();

            readHead(socket);

            assertThat(socket.getInputStream().readAllBytes()).asString().contains("content");
        }
    }
}
