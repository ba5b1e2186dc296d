package io.narrows.proxy.admin;

import static io.narrows.proxy.support.Admin.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code /auto} and {@code /explain} with a link whose codec is chosen, and without. */
@Timeout(60)
final class AutoEndpointTest {
    private static final String EXPLAIN = "/explain?peer=b&class=replication";

    @TempDir
    private Path folder;

    @Test
    void linkOfARuleWithAuto_hasAChoice() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: auto}")
                        .withKeys("auto: {candidates: [lz4]}\n")
                        .start()) {
            assertThat(get(pair, "a", "/auto")).contains("\"auto\":true", "\"choices\":[],");

            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort())) {
                socket.getOutputStream().write(1);
                assertThat(socket.getInputStream().read()).isEqualTo(1);

                await().untilAsserted(() -> assertThat(get(pair, "a", "/auto"))
                        .contains("\"choices\":[[\"b\",\"replication\",\"lz4\",0,1,\"2"));
                assertThat(get(pair, "a", EXPLAIN)).contains("\nchosen       lz4 on 1 link since 2");
            }
        }
    }

    @Test
    void withoutSuchARule_thereIsNone() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start()) {
            assertThat(get(pair, "a", "/auto")).contains("\"auto\":false", "\"choices\":[],");
            assertThat(get(pair, "a", EXPLAIN)).doesNotContain("in use");
        }
    }
}
