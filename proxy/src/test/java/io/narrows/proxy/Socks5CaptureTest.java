package io.narrows.proxy;

import static io.narrows.proxy.support.Admin.scrape;
import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.echo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SOCKS5 through a pair of sidecars, with the JDK's client and by hand. Bytes are those of RFC 1928. */
@Timeout(60)
final class Socks5CaptureTest {
    private static final String GREETING = "05 01 00";
    private static final String ACCEPTED = "05 00";

    /** CONNECT to b.example:2380. */
    private static final String TO_B = "05 01 00 03 09 62 2e 65 78 61 6d 70 6c 65 09 4c";

    @TempDir
    private Path folder;

    private EchoServer target;
    private SidecarPair pair;

    @BeforeEach
    void start() throws IOException {
        target = EchoServer.echoing();
        pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
    }

    @AfterEach
    void stop() throws Exception {
        pair.close();
        target.close();
    }

    @Test
    void client_reachesTheTargetOfAName() throws IOException {
        Proxy proxy =
                new Proxy(Proxy.Type.SOCKS, new InetSocketAddress(InetAddress.getLoopbackAddress(), pair.socks5Port()));
        try (Socket socket = new Socket(proxy)) {
            socket.connect(InetSocketAddress.createUnresolved("b.example", 2380));

            echo(socket, "ping");
            socket.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @Test
    void client_isToldThatNoPeerHasTheAddress() throws Exception {
        Proxy proxy =
                new Proxy(Proxy.Type.SOCKS, new InetSocketAddress(InetAddress.getLoopbackAddress(), pair.socks5Port()));
        try (Socket socket = new Socket(proxy)) {
            assertThatThrownBy(() -> socket.connect(InetSocketAddress.createUnresolved("elsewhere.example", 2380)))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("not allowed");
        }

        assertThat(scrape(pair, "a"))
                .contains("narrows_failures_total{peer=\"unknown\",reason=\"bad-socks5-request\"} 1");
    }

    @Test
    void bytesBehindTheRequest_areCarried() throws IOException {
        try (Socket socket = connect(pair.socks5Port())) {
            send(socket, GREETING);
            assertThat(read(socket, 2)).isEqualTo(ACCEPTED);
            send(socket, TO_B + " 70 69 6e 67");

            assertThat(read(socket, 10)).isEqualTo("05 00 00 01 00 00 00 00 00 00");
            assertThat(read(socket, 4)).isEqualTo("70 69 6e 67");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "target that the peer does not have, 05 01 00 03 09 62 2e 65 78 61 6d 70 6c 65 00 01, 02",
        "BIND, 05 02 00 03 09 62 2e 65 78 61 6d 70 6c 65 09 4c, 07",
        "UDP ASSOCIATE, 05 03 00 03 09 62 2e 65 78 61 6d 70 6c 65 09 4c, 07",
        "IPv4 address of no peer, 05 01 00 01 0a 00 00 09 09 4c, 02",
        "IPv6 address of no peer, 05 01 00 04 fd 00 00 00 00 00 00 00 00 00 00 00 00 00 00 09 09 4c, 02",
        "not a host name, 05 01 00 03 03 61 20 62 09 4c, 02",
    })
    void request_isAnsweredWithTheReason(String name, String request, String status) throws IOException {
        try (Socket socket = connect(pair.socks5Port())) {
            send(socket, GREETING);
            read(socket, 2);
            send(socket, request);

            assertThat(read(socket, 10)).isEqualTo("05 " + status + " 00 01 00 00 00 00 00 00");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void clientThatInsistsOnAuthentication_isTurnedAway() throws IOException {
        try (Socket socket = connect(pair.socks5Port())) {
            send(socket, "05 01 02");

            assertThat(read(socket, 2)).isEqualTo("05 ff");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @CsvSource({"04 01 09 4c 0a 00 00 02 00", "47 45 54 20 2f 20 48 54 54 50"})
    void whatIsNotSocks5_isClosedWithoutAnAnswer(String bytes) throws IOException {
        try (Socket socket = connect(pair.socks5Port())) {
            send(socket, bytes);

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    private static void send(Socket socket, String hex) throws IOException {
        socket.getOutputStream().write(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    private static String read(Socket socket, int bytes) throws IOException {
        return HexFormat.ofDelimiter(" ").formatHex(socket.getInputStream().readNBytes(bytes));
    }
}
