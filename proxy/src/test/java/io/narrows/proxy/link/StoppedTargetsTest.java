package io.narrows.proxy.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Ping;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.memory.ProcessMemory;
import io.narrows.proxy.support.Admin;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final int CONNECTIONS = 60;
    private static final int FRAMES = 300;

    @TempDir
    private Path folder;

    private final List<FakePeer> peers = new ArrayList<>();
    private final List<Socket> stoppedTargets =
            new ArrayList<>(); // one that nobody holds is closed when it is collected
    private EchoServer target;
    private SidecarPair pair;

    @BeforeEach
    void start() throws IOException {
        target = EchoServer.holding(8 * 1024);
        pair = new SidecarPair(folder, target.port(), "- {codec: none}")
                .withMemory(new ProcessMemory(512 * MIB, DIRECT, 4096 * MIB));
        pair.startB();
    }

    @AfterEach
    void stop() throws IOException {
        for (FakePeer peer : peers) {
            peer.close();
        }
        for (Socket stopped : stoppedTargets) {
            stopped.close();
        }
        pair.close();
        target.close();
    }

    @Test
    void queuesStayBelowTheirBound_andAHealthyConnectionGoesOn() throws Exception {
        FakePeer healthy = greeted();
        Socket served = open(healthy);
        int refused = 0;
        for (int i = 0; i < CONNECTIONS; i++) {
            healthy.send(Control.newBuilder().setPing(Ping.getDefaultInstance()));
            FakePeer stopped = greeted();
            stopped.send(Control.newBuilder().setOpen(Open.newBuilder().setTarget("work")));
            Control answer = stopped.readControl();
            if (answer.hasRefused()) {
                assertThat(answer.getRefused().getReason()).isEqualTo(Refused.Reason.MEMORY);
                refused++;
            } else {
                stoppedTargets.add(target.take());
                flood(stopped);
            }
        }
        await().pollInterval(Duration.ofMillis(200))
                .atMost(Duration.ofSeconds(30))
                .until(() -> metric("narrows_memory_bytes\\{pool=\"queues\"\\}") > DIRECT / 4);

        for (int i = 0; i < 20; i++) {
            healthy.send(FrameDescriptor.data(Codec.NONE, false), new byte[] {(byte) i});
            assertThat(served.getInputStream().read()).isEqualTo(i);
            served.getOutputStream().write(i);
            assertThat(healthy.readFrame().payload()).containsExactly(i);
        }
        assertThat(Admin.status(pair, "b", "/healthz")).isEqualTo(200);
        assertThat(metric("narrows_memory_bytes\\{pool=\"queues\"\\}")).isLessThan(DIRECT / 4 * 3);
        assertThat(metric("narrows_buffer_memory_bytes")).isLessThan(2 * DIRECT); // of chunks that are not all full
        assertThat(refused).isPositive();
        assertThat(metric("narrows_failures_total\\{peer=\"a\",reason=\"memory\"\\}"))
                .isEqualTo(refused);
    }

    /** Sends without waiting for what the sidecar does not take. */
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

    private FakePeer greeted() throws IOException {
        FakePeer peer = new FakePeer(pair.linkPortOfB());
        peers.add(peer);
        peer.send(FakePeer.hello("a", Codec.NONE));
        assertThat(peer.readGreeting().getHello().getNode()).isEqualTo("b");
        return peer;
    }

    private Socket open(FakePeer peer) throws IOException, InterruptedException {
        peer.send(Control.newBuilder().setOpen(Open.newBuilder().setTarget("work")));
        assertThat(peer.readControl().hasOpened()).isTrue();
        Socket far = target.take();
        far.setSoTimeout(30_000);
        return far;
    }

    private long metric(String sample) {
        String metrics = new String(pair.b().metrics(), StandardCharsets.UTF_8);
        Matcher matcher = Pattern.compile("(?m)^" + sample + " ([0-9.E]+)").matcher(metrics);
        assertThat(matcher.find()).as(metrics).isTrue();
        return (long) Double.parseDouble(matcher.group(1));
    }
}
