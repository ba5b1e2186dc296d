package io.narrows.proxy;

import static io.narrows.proxy.support.Admin.get;
import static io.narrows.proxy.support.Admin.post;
import static io.narrows.proxy.support.Admin.scrape;
import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.readHead;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A pair of sidecars with connections whose class no capture specifies. */
@Timeout(60)
final class SidecarClassesTest {
    private static final byte[] CLIENT_HELLO =
            Arrays.copyOf(HexFormat.of().parseHex("1603010124010001200303060ce48a9f3897ce61c045cb"), 2000);

    @TempDir
    private Path folder;

    @Test
    void tlsOfTheApplications_goesAsItIs_inBothDirections() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = unclassified(pair)) {
            echo(socket, CLIENT_HELLO);
            echo(socket, CLIENT_HELLO);

            for (String node : new String[] {"a", "b"}) {
                assertThat(scrape(pair, node))
                        .containsPattern("narrows_raw_frames_total\\{peer=\"[ab]\",reason=\"encrypted\"\\} [1-9]")
                        .containsPattern(sentFrames("encrypted", "none"))
                        .doesNotContainPattern(sentFrames("[a-z]+", "zstd"));
            }
        }
    }

    @Test
    void ruleThatNamesEncrypted_isObeyed() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {class: encrypted, codec: zstd}").start();
                Socket socket = unclassified(pair)) {
            echo(socket, CLIENT_HELLO); // requests the codec of its class; this frame is sent raw

            await().untilAsserted(() -> {
                echo(socket, CLIENT_HELLO);
                assertThat(scrape(pair, "a")).containsPattern(sentFrames("encrypted", "zstd"));
            });
        }
    }

    @Test
    void patternsOfAReload_holdForNewConnections() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket before = unclassified(pair)) {
            for (String node : new String[] {"a", "b"}) {
                String yaml = Files.readString(pair.file(node));
                Files.writeString(pair.file(node), yaml + "classify: [{class: mine, starts-with: \"HI\\0\"}]\n");
                assertThat(post(pair, node, "/-/reload")).isEqualTo("reloaded");
            }

            try (Socket after = unclassified(pair)) {
                echo(before, "HI\0 before".getBytes(StandardCharsets.US_ASCII));
                assertThat(get(pair, "a", "/links")).doesNotContain("\"mine\"");
                echo(after, "HI\0 after".getBytes(StandardCharsets.US_ASCII));

                assertThat(get(pair, "a", "/links")).contains("\"mine\"");
                assertThat(get(pair, "b", "/links")).contains("\"mine\"");
            }
        }
    }

    @Test
    void evenSmallMessages_becomeAHeartbeatWithItsCodec_untilALargeOne() throws Exception {
        String policy = "- {class: heartbeat, codec: gzip}\n- {codec: zstd}";
        ScheduledExecutorService pacemaker = Executors.newSingleThreadScheduledExecutor();
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), policy).start();
                Socket socket = unclassified(pair)) {
            pacemaker.scheduleAtFixedRate(() -> echoUnchecked(socket, new byte[100]), 0, 100, TimeUnit.MILLISECONDS);
            for (String node : new String[] {"a", "b"}) {
                await().atMost(Duration.ofSeconds(40))
                        .untilAsserted(
                                () -> assertThat(scrape(pair, node)).containsPattern(sentFrames("heartbeat", "gzip")));
            }

            pacemaker.shutdown();
            assertThat(pacemaker.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
            echo(socket, new byte[5000]);

            for (String node : new String[] {"a", "b"}) {
                assertThat(get(pair, node, "/links"))
                        .contains("\"class\":\"default\",\"codec\":\"zstd\"")
                        .doesNotContain("heartbeat");
            }
        } finally {
            pacemaker.shutdownNow();
        }
    }

    /** Returns a pattern for one or more frames. */
    private static String sentFrames(String trafficClass, String codec) {
        return "narrows_frames_total\\{class=\"" + trafficClass + "\",codec=\"" + codec
                + "\",direction=\"sent\"[^}]*\\} [1-9]";
    }

    private static Socket unclassified(SidecarPair pair) throws IOException {
        Socket socket = connect(pair.connectPort());
        socket.getOutputStream()
                .write("CONNECT b.example:2380 HTTP/1.1\r\nHost: b.example:2380\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
        assertThat(readHead(socket)).startsWith("HTTP/1.1 200 ");
        return socket;
    }

    private static void echo(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        assertThat(socket.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
    }

    private static void echoUnchecked(Socket socket, byte[] bytes) {
        try {
            echo(socket, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
