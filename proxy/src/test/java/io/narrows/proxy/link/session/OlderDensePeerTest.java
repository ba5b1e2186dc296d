package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.FakePeers;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A peer of the version before level 0 of dense, which offers dense without versions. */
@Timeout(120)
final class OlderDensePeerTest {
    private static final byte[] FLOOD = flood();

    @TempDir
    private Path folder;

    @Test
    void flood_isSentAsDenseOfTheFirstVersion_andAsZstd() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: dense, level: 1}");
                FakePeers peers = started(pair, target)) {
            FakePeer older = peers.greeted(FakePeer.hello("a", Codec.NONE, Codec.ZSTD, Codec.DENSE));
            Socket connection = peers.opened(older);
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(connection));

            FakePeer.Received first = older.readFrame();
            assertThat(first.head()).isEqualTo(FrameDescriptor.data(Codec.DENSE, true));
            assertThat(first.payload()[0]).as("version").isEqualTo((byte) 1);

            FakePeer.Received later = older.readFrame();
            while (later.head() != FrameDescriptor.data(Codec.ZSTD, true)) {
                assertThat(later.head()).isEqualTo(FrameDescriptor.data(Codec.DENSE, false));
                later = older.readFrame();
            }
            assertThat(Exposed.text(pair.b())).containsPattern("narrows_level_0_frames_total\\{peer=\"a\"\\} 0");
            older.close();
            writing.exceptionally(ended -> null).join();
        }
    }

    private static FakePeers started(SidecarPair pair, EchoServer target) throws IOException {
        pair.startB();
        return new FakePeers(pair, target);
    }

    private static void write(Socket connection) {
        try {
            for (int i = 0; i < 16; i++) {
                connection.getOutputStream().write(FLOOD);
            }
        } catch (IOException ended) {
            // by the test, which needs no more frames
        }
    }

    private static byte[] flood() {
        byte[] bytes = new byte[1 << 20];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 >>> 5);
        }
        return bytes;
    }
}
