package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.ContextSteps;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.FakePeers;
import io.narrows.proxy.link.support.GrantingSidecar;
import io.narrows.proxy.link.support.Payloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Grants in steps of memory by a receiver, to peers that know them, do not know them, and exceed them. */
@Timeout(60)
final class GrantStepsProtocolTest {
    /** Too little for the second step of a context that decodes. */
    private static final String LITTLE = "3MiB";

    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);
    private static final long FIRST = ContextSteps.of(DENSE).get(0).decoderBytes();
    private static final int NEW_DENSE = FrameDescriptor.data(Codec.DENSE, true);

    @TempDir
    private Path folder;

    private GrantingSidecar sidecar;
    private FakePeers peers;

    @BeforeEach
    void start() throws IOException {
        sidecar = new GrantingSidecar(folder, DENSE, LITTLE);
        peers = sidecar.peers();
    }

    @AfterEach
    void stop() throws IOException {
        sidecar.close();
    }

    @Test
    void peerThatDoesNotKnowSteps_isGrantedTheMaximumOfAWindow() throws Exception {
        ContextWindow granted = open(peers.greeted(sidecar.asking()), 0);

        assertThat(granted.getMemory()).isZero();
        assertThat(sidecar.receivingBytes())
                .isEqualTo(ContextSizes.decoder(DENSE.withWindowLog(granted.getWindowLog())))
                .isGreaterThan(FIRST);
    }

    @Test
    void peerThatKnowsSteps_isGrantedTheFirstOne_forAWholeWindow() throws Exception {
        FakePeer peer = peers.greeted(sidecar.asking().setGrantSteps(true));

        ContextWindow granted = open(peer, FIRST);

        assertThat(granted.getMemory()).isEqualTo(FIRST);
        assertThat(granted.getWindowLog()).isEqualTo(22);
        assertThat(sidecar.receivingBytes()).isEqualTo(FIRST);
        peer.send(NEW_DENSE, Payloads.first(DENSE, "content".getBytes(StandardCharsets.US_ASCII)));
        assertThat(peers.accept().getInputStream().readNBytes(7))
                .asString(StandardCharsets.US_ASCII)
                .isEqualTo("content");
        assertThat(sidecar.receivingBytes()).isEqualTo(FIRST);
    }

    @Test
    void frameThatTakesMoreThanWasGranted_endsTheLink() throws Exception {
        FakePeer peer = peers.greeted(sidecar.asking().setGrantSteps(true));
        open(peer, FIRST);
        byte[] noise = new byte[FrameDescriptor.MAX_APP_BYTES];
        new Random(1).nextBytes(noise); // uses all models

        peer.send(NEW_DENSE, Payloads.first(DENSE, noise));

        assertThat(peer.ended()).isTrue();
        assertThat(sidecar.memoryFailures()).isEqualTo(1);
        assertThat(sidecar.receivingBytes()).isZero();
    }

    private ContextWindow open(FakePeer peer, long memory) throws Exception {
        ContextWindow want =
                ContextWindows.of(DENSE, 22).toBuilder().setMemory(memory).build();
        return FakePeers.open(peer, Open.newBuilder().addWants(want))
                .getOpened()
                .getGrants(0);
    }
}
