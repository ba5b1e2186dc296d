package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Ping;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.FakePeers;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.memory.ProcessMemory;
import io.narrows.proxy.support.Admin;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many connections whose target does not read, in a sidecar with little memory. */
@Timeout(120)
final class StoppedTargetsTest {
    private static final long MIB = 1 << 20;
    private static final long DIRECT = 8 * MIB;
    private static final long QUEUES = DIRECT * 3 / 4;
    private static final int MAX_CONNECTIONS = 400;
    private static final int FRAMES = 300;

    @TempDir
    private Path folder;

    private EchoServer target;
    private SidecarPair pair;
    private FakePeers peers;

    @BeforeEach
    void start() throws IOException {
        target = EchoServer.holding(8 * 1024);
        pair = new SidecarPair(folder, target.port(), "- {codec: none}")
                .withMemory(new ProcessMemory(512 * MIB, DIRECT, 4096 * MIB));
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
    void queuesStayBelowTheirBound_andAHealthyConnectionGoesOn() throws Exception {
        FakePeer healthy = peers.greeted();
        Socket served = peers.opened(healthy);

        int accepted = floodUntilRefused(healthy);

        assertThat(accepted).isBetween(5, MAX_CONNECTIONS - 1);
        FakePeers.exchange(healthy, served, 20);
        assertThat(Admin.status(pair, "b", "/healthz")).isEqualTo(200);
        Exposed metrics = Exposed.of(pair.b());
        assertThat(metrics.value("narrows_memory_bytes", "pool=\"queues\"")).isBetween(QUEUES / 2.0, (double) QUEUES);
        assertThat(metrics.value("narrows_memory_limit_bytes", "pool=\"queues\""))
                .isEqualTo(QUEUES);
        assertThat(metrics.value("narrows_buffer_memory_bytes"))
                .isLessThan(2 * DIRECT); // its chunks are not completely used
        assertThat(metrics.value("narrows_failures_total", "peer=\"a\"", "reason=\"memory\""))
                .isEqualTo(1);
    }

    /** Floods one connection after another until a new one is refused, and returns the number of accepted ones. */
    private int floodUntilRefused(FakePeer healthy) throws Exception {
        for (int accepted = 0; accepted < MAX_CONNECTIONS; accepted++) {
            healthy.send(Control.newBuilder().setPing(Ping.getDefaultInstance()));
            FakePeer stopped = peers.greeted();
            Control answer = FakePeers.open(stopped, Open.newBuilder());
            if (answer.hasRefused()) {
                assertThat(answer.getRefused().getReason()).isEqualTo(Refused.Reason.MEMORY);
                return accepted;
            }
            peers.accept();
            flood(stopped);
        }
        return MAX_CONNECTIONS;
    }

    /** Sends on a separate thread, which blocks while the sidecar does not read. */
    private static void flood(FakePeer peer) {
        byte[] frame = WireBytes.frame(FrameDescriptor.data(Codec.NONE, false), new byte[40_000]);
        Thread sender = new Thread(() -> {
            try {
                for (int i = 0; i < FRAMES; i++) {
                    peer.send(frame);
                }
            } catch (SocketException ended) {
                // the test is over
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        sender.setDaemon(true);
        sender.start();
    }
}
