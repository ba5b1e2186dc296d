package io.narrows.proxy.capture;

import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer with {@code fallback: plain} that begins to drain, and so closes unused links, when a connection takes one. */
@Timeout(60)
final class LeavingPeerTest {
    private static final byte[] TEXT = "compressible ".repeat(100).getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CompletableFuture<Void> connected = new CompletableFuture<>();
    private EchoServer database;
    private SidecarPair pair;
    private ServerSocket leaving;
    private volatile boolean stopsListening;

    @BeforeEach
    void start() throws IOException {
        database = EchoServer.echoing();
        pair = new SidecarPair(folder, database.port(), "- {codec: zstd}").withFallback("");
        leaving = new ServerSocket(pair.linkPortOfB(), 50, InetAddress.getLoopbackAddress());
        threads.submit(this::acceptLinks);
        pair.startA();
    }

    @AfterEach
    void stop() throws IOException {
        threads.shutdownNow();
        pair.close();
        leaving.close();
        database.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void countsAsAbsent_andNoByteIsLostOrRepeated(boolean closedFirst) throws Exception {
        stopsListening = closedFirst;
        try (Socket application = connect(pair.listenerPort())) {
            CompletableFuture<Void> writing = write(application, TEXT);
            connected.complete(null);
            assertThat(application.getInputStream().readNBytes(TEXT.length)).isEqualTo(TEXT);
            writing.join();
            application.shutdownOutput();
            assertThat(application.getInputStream().read()).isEqualTo(-1);
        }

        assertThat(Exposed.of(pair.a()).sum("narrows_fallback_connections_total", "peer=\"b\""))
                .isEqualTo(1);
    }

    private Void acceptLinks() throws IOException {
        while (true) {
            FakePeer link = new FakePeer(leaving.accept());
            threads.submit(() -> greetAndLeave(link));
        }
    }

    /** Greets once the application has connected, so that no link is ready before, and leaves at OPEN. */
    private Void greetAndLeave(FakePeer link) throws IOException {
        connected.join();
        link.send(FakePeer.hello("b", Codec.NONE));
        link.readGreeting();
        assertThat(link.readControl().hasOpen()).isTrue();
        if (stopsListening) {
            leaving.close();
        }
        link.reset();
        return null;
    }
}
