package io.narrows.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Links whose contexts would need several times the available memory, at both ends and in both directions. */
@Timeout(120)
final class ManyDenseLinksTest {
    private static final int LINKS = 40;
    private static final String LINK = "plaintext: true, context-memory: 128MiB";

    @TempDir
    private Path folder;

    private final Random random = new Random(3);
    private final List<Socket> sockets = new ArrayList<>();

    @Test
    void windowsShrink_nothingGoesRawForMemory_andTheyGrowAgain() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(
                                folder, target.port(), "- {codec: dense, level: 2}", List.of(LINK, LINK))
                        .start()) {
            for (int i = 0; i < LINKS; i++) {
                sockets.add(new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort()));
                echo(sockets.get(i), 2_000);
            }
            for (int round = 0; round < 10; round++) {
                for (Socket socket : sockets) {
                    echo(socket, 40_000); // so much that every link asks for all the memory of its window
                }
            }

            for (Sidecar sidecar : List.of(pair.a(), pair.b())) {
                Exposed metrics = Exposed.of(sidecar);
                assertThat(metrics.value("narrows_raw_frames_total", "reason=\"memory\""))
                        .isZero();
                for (String reason : List.of("memory", "corrupt-frame", "internal", "link-cut")) {
                    assertThat(metrics.value("narrows_failures_total", "reason=\"" + reason + "\""))
                            .as(reason)
                            .isZero();
                }
                assertThat(metrics.value("narrows_context_shrinks_total", "pool=\"sending\""))
                        .isPositive();
                assertThat(metrics.value("narrows_memory_bytes", "pool=\"sending\""))
                        .isPositive()
                        .isLessThan(metrics.value("narrows_memory_limit_bytes", "pool=\"sending\""));
            }
            int crowded = window(pair);
            assertThat(crowded).isBetween(14, 19);

            for (Socket socket : sockets.subList(4, LINKS)) {
                socket.close();
            }
            await().untilAsserted(() -> {
                echo(sockets.get(0), 50_000); // a window grows when it is full
                assertThat(window(pair)).isGreaterThan(crowded);
            });
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Returns the largest window of the first sidecar's sending contexts, as a base-two logarithm of bytes. */
    private static int window(SidecarPair pair) {
        return pair.a().links().stream()
                .mapToInt(link -> link.windowLog())
                .max()
                .orElse(0);
    }

    private void echo(Socket socket, int length) throws IOException {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(4));
        }
        socket.getOutputStream().write(bytes);
        assertThat(socket.getInputStream().readNBytes(length)).isEqualTo(bytes);
    }
}
