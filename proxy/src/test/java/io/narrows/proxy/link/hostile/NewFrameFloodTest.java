package io.narrows.proxy.link.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.FakePeers;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A peer that restarts its context with every small frame, alongside another link of the same event loop. */
@Timeout(60)
final class NewFrameFloodTest {
    private static final int FLOOD = 20_000;
    private static final String ONE_LOOP = "plaintext: true, threads: 1";

    @TempDir
    private Path folder;

    private EchoServer target;
    private SidecarPair pair;
    private FakePeers peers;

    @BeforeEach
    void start() throws IOException {
        target = EchoServer.holding();
        pair = new SidecarPair(folder, target.port(), "- {codec: none}", List.of(ONE_LOOP, ONE_LOOP));
        pair.startB();
        peers = new FakePeers(pair, target);
    }

    @AfterEach
    void stop() throws IOException {
        peers.close();
        pair.close();
        target.close();
    }

    @Test
    void otherLinksAreServedWhileItIsPaused() throws Exception {
        FakePeer hostile = peers.greeted();
        FakePeer healthy = peers.greeted();
        Socket flooded = peers.opened(hostile);
        Socket served = peers.opened(healthy);
        CompletableFuture<Void> flood = CompletableFuture.runAsync(() -> flood(hostile));
        assertThat(flooded.getInputStream().read()).isZero();

        await().untilAsserted(() -> assertThat(Exposed.of(pair.b()).value("narrows_restart_pauses_total", "peer=\"a\""))
                .isPositive());

        FakePeers.exchange(healthy, served, 20);

        assertThat(Exposed.of(pair.b()).value("narrows_frames_total", "codec=\"dense\"", "direction=\"received\""))
                .isPositive()
                .isLessThan(FLOOD / 100);
        flood.join();
    }

    private static void flood(FakePeer peer) {
        byte[] frame = HostileWords.freshFrame(CodecSpec.of(Codec.DENSE), 1);
        try {
            peer.send(HostileWords.repeated(frame, FLOOD * frame.length));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
