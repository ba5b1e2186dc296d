package io.narrows.proxy.admin;

import static io.narrows.proxy.support.Admin.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code /unpack}, {@code /links} and {@code /explain} with a link that unpacks, and without. */
@Timeout(60)
final class UnpackEndpointTest {
    private static final String EXPLAIN = "/explain?peer=b&class=replication";

    @TempDir
    private Path folder;

    @Test
    void piecesOfALink_areCountedOnBothSides() throws Exception {
        byte[] message = gzip(orders());
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair =
                        new SidecarPair(folder, target.port(), "- {codec: zstd, unpack: [lz4, gzip]}").start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort())) {
            await().untilAsserted(
                            () -> { // the first pieces of a process may be late
                                socket.getOutputStream().write(message);
                                assertThat(socket.getInputStream().readNBytes(message.length))
                                        .isEqualTo(message);
                                assertThat(get(pair, "a", "/unpack"))
                                        .contains("\"node\":\"a\",\"unpack\":true,")
                                        .containsPattern("\\[\"b\",\"sent\",\"gzip\",\"deflate [^\"]+\",\\d+,\\d+]")
                                        .containsPattern("\\[\"b\",\"received\",\"gzip\",\"deflate [^\"]+\",\\d+,\\d+]")
                                        .containsPattern("\\[\"b\",\"sent\",[0-9.]+]");
                            });
            assertThat(get(pair, "b", "/unpack")).containsPattern("\\[\"a\",\"received\",\"gzip\",");
            assertThat(get(pair, "a", "/links"))
                    .containsPattern("\"unpack\":\\[\"lz4\",\"gzip\"],\"common_recipes\":[1-9]");
            assertThat(get(pair, "a", EXPLAIN)).contains("\nunpacked     gzip: ", "; recipes: deflate ");
        }
    }

    @Test
    void withoutSuchARule_nothingIsFound() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start()) {
            assertThat(get(pair, "a", "/unpack")).contains("\"unpack\":false,", "\"unpacked\":[],", "\"packed\":[],");
            assertThat(get(pair, "a", EXPLAIN)).doesNotContain("unpacked");
        }
    }

    private static String orders() {
        return IntStream.range(0, 300)
                .mapToObj(i -> "order " + i * i + " of customer " + i % 17 + "\n")
                .collect(Collectors.joining());
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }
}
