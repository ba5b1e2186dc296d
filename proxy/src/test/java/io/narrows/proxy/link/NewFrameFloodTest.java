package io.narrows.proxy.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A peer that restarts its context with every frame of a few bytes, beside a link of the same event loop. */
@Timeout(60)
final class NewFrameFloodTest {
    private static final int FLOOD = 20_000;
    private static final int ROUND_TRIPS = 20;
    private static final String ONE_LOOP = "plaintext: true, threads: 1";

    @TempDir
    private Path folder;

    private EchoServer target;
    private SidecarPair pair;

    @BeforeEach
    void start() throws IOException {
        target = EchoServer.holding();
        pair = new SidecarPair(folder, target.port(), "- {codec: none}", List.of(ONE_LOOP, ONE_LOOP));
        pair.startB();
    }

    @AfterEach
    void stop() throws IOException {
        pair.close();
        target.close();
    }

    @Test
    void otherLinksAreServedWhileItIsPaused() throws Exception {
        try (FakePeer hostile = greeted();
                FakePeer healthy = greeted()) {
            Socket flooded = open(hostile);
            Socket served = open(healthy);
            CompletableFuture<Void> flood = CompletableFuture.runAsync(() -> flood(hostile));
            assertThat(flooded.getInputStream().read()).isEqualTo('x');

            for (int i = 0; i < ROUND_TRIPS; i++) {
                healthy.send(FrameDescriptor.data(Codec.NONE, false), new byte[] {(byte) i});
                assertThat(served.getInputStream().read()).isEqualTo(i);
                served.getOutputStream().write(i);
                assertThat(healthy.readFrame().payload()).containsExactly(i);
            }

            assertThat(metric("narrows_frames_total\\{[^}]*codec=\"dense\",direction=\"received\"[^}]*\\}"))
                    .isPositive()
                    .isLessThan(FLOOD / 100);
            assertThat(metric("narrows_restart_pauses_total\\{peer=\"a\"\\}")).isPositive();
            flood.join();
        }
    }

    private void flood(FakePeer peer) {
        try (StreamEncoder encoder = Codecs.load().streamEncoder(CodecSpec.of(Codec.DENSE))) {
            ByteBuffer out = ByteBuffer.allocate(encoder.maxFrameLength(1));
            encoder.encode(ByteBuffer.wrap(new byte[] {'x'}), out);
            byte[] payload = new byte[out.flip().remaining()];
            out.get(payload);
            byte[] frame = WireBytes.frame(FrameDescriptor.data(Codec.DENSE, true), payload);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < FLOOD; i++) {
                all.writeBytes(frame);
            }
            peer.send(all.toByteArray());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private FakePeer greeted() throws IOException {
        FakePeer peer = new FakePeer(pair.linkPortOfB());
        peer.send(FakePeer.hello("a", Codec.NONE));
        assertThat(peer.readGreeting().getHello().getNode()).isEqualTo("b");
        return peer;
    }

    private Socket open(FakePeer peer) throws IOException, InterruptedException {
        peer.send(Control.newBuilder().setOpen(Open.newBuilder().setTarget("work")));
        assertThat(peer.readControl().hasOpened()).isTrue();
        Socket far = target.take();
        far.setSoTimeout(10_000);
        return far;
    }

    private long metric(String sample) {
        String metrics = new String(pair.b().metrics(), StandardCharsets.UTF_8);
        Matcher matcher = Pattern.compile(sample + " ([0-9.E]+)").matcher(metrics);
        assertThat(matcher.find()).as(metrics).isTrue();
        return (long) Double.parseDouble(matcher.group(1));
    }
}
