package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.FakePeers;
import io.narrows.proxy.link.support.GrantingSidecar;
import io.narrows.proxy.link.support.Payloads;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Grants of contexts by a receiver with little memory, and peers that exceed them. */
@Timeout(60)
final class ContextGrantsTest {
    private static final CodecSpec LARGE = CodecSpec.of(Codec.ZSTD, 3).withWindowLog(23);

    /** A zstd frame with a window of 8 MiB: one block that repeats a byte 65,536 times. */
    private static final byte[] BOMB = {3, 0, 13 << 3, 2, 0, 8, 'x'};

    private static final int NEW_ZSTD = FrameDescriptor.data(Codec.ZSTD, true);

    @TempDir
    private Path folder;

    private GrantingSidecar sidecar;
    private FakePeers peers;

    @BeforeEach
    void start() throws IOException {
        sidecar = new GrantingSidecar(folder, LARGE, "64MiB");
        peers = sidecar.peers();
    }

    @AfterEach
    void stop() throws IOException {
        sidecar.close();
    }

    @Test
    void peerThatDoesNotAsk_isCutWhenThereIsNoMemory_andItsBombsCostNothing() throws Exception {
        for (int i = 0; i < 6; i++) {
            FakePeer peer = peers.greeted(FakePeer.hello("a", Codec.NONE, Codec.ZSTD));
            open(peer, Open.newBuilder());
            peer.send(NEW_ZSTD, BOMB);
        }

        await().untilAsserted(() -> assertThat(sidecar.memoryFailures()).isEqualTo(4));
        assertThat(sidecar.receivingBytes())
                .isEqualTo(2 * ContextSizes.decoder(LARGE))
                .isLessThan(sidecar.metric("narrows_memory_limit_bytes", "pool=\"receiving\""));
    }

    @Test
    void peerThatDoesNotAsk_isOfferedWindowsByWhatIsLeft() throws Exception {
        assertThat(peers.answer(FakePeer.hello("a", Codec.NONE)).getCodecsList())
                .anyMatch(offer -> offer.getId() == Codec.ZSTD.id() && offer.getMaxWindowLog() < 22);
    }

    @Test
    void wishInOpen_isAnsweredInOpened_andItsMemoryIsTaken() throws Exception {
        FakePeer peer = peers.greeted(sidecar.asking());

        Opened opened = open(peer, wishing(LARGE));

        assertThat(opened.getGrantsList()).containsExactly(ContextWindows.of(LARGE, 23));
        assertThat(sidecar.receivingBytes()).isEqualTo(ContextSizes.decoder(LARGE));
    }

    @Test
    void contextBeyondItsGrant_endsTheLink() throws Exception {
        FakePeer peer = peers.greeted(sidecar.asking());
        open(peer, wishing(LARGE.withWindowLog(18)));

        peer.send(NEW_ZSTD, BOMB);

        assertThat(peer.ended()).isTrue();
        assertThat(sidecar.memoryFailures()).isEqualTo(1);
    }

    @Test
    void unrequestedContext_endsTheLink() throws Exception {
        FakePeer peer = peers.greeted(sidecar.asking());
        open(peer, Open.newBuilder());

        peer.send(NEW_ZSTD, BOMB);

        assertThat(peer.ended()).isTrue();
    }

    @Test
    void grantShrinksForOthers_andItsMemoryIsGivenBackWhenThePeerObeys() throws Exception {
        FakePeer first = peers.greeted(sidecar.asking());
        open(first, wishing(LARGE));
        first.send(NEW_ZSTD, BOMB);
        for (int i = 0; i < 5; i++) {
            open(peers.greeted(sidecar.asking()), wishing(LARGE));
        }

        ContextWindow lowered = first.readControl().getGrant();
        assertThat(lowered.getCodec()).isEqualTo(Codec.ZSTD.id());
        assertThat(lowered.getWindowLog()).isBetween(14, 22);
        assertThat(first.readControl().getProbe().getLowering()).isEqualTo(lowered.getLowering());

        double before = sidecar.receivingBytes();
        first.send(Control.newBuilder()
                .setWant(ContextWindows.of(LARGE, 23).toBuilder().setLowering(lowered.getLowering())));
        await().untilAsserted(() -> assertThat(sidecar.receivingBytes()).isLessThan(before));
        first.send(NEW_ZSTD, frame(LARGE.withWindowLog(lowered.getWindowLog())));
        first.send(Control.newBuilder().setWant(ContextWindows.of(LARGE, 23)));
        assertThat(first.readControl().hasGrant()).isTrue();
    }

    @Test
    void grantGrows_whenOthersHaveGone() throws Exception {
        for (int i = 0; i < 5; i++) {
            open(peers.greeted(sidecar.asking()), wishing(LARGE));
        }
        FakePeer last = peers.greeted(sidecar.asking());
        assertThat(open(last, wishing(LARGE)).getGrants(0).getWindowLog()).isLessThan(22);

        for (FakePeer peer : peers.all().subList(0, 5)) {
            peer.close();
        }

        int log = 0;
        while (log < 23) { // in steps, since they are processed one by one
            log = last.readControl().getGrant().getWindowLog();
        }
        assertThat(log).isEqualTo(23);
    }

    @Test
    void linksThatEnd_giveEverythingBack() throws Exception {
        FakePeer peer = peers.greeted(sidecar.asking());
        open(peer, wishing(LARGE));
        peer.send(NEW_ZSTD, BOMB);

        peer.close();

        await().untilAsserted(() -> assertThat(sidecar.receivingBytes()).isZero());
    }

    @Test
    void sidecarSendsRaw_untilItsPeerGrants() throws Exception {
        FakePeer peer = peers.greeted(sidecar.asking());
        peer.send(Control.newBuilder().setOpen(Open.newBuilder().setTarget("work")));
        Socket far = peers.accept();
        Opened opened = peer.readControl().getOpened();
        assertThat(opened.getWantsList()).singleElement().matches(want -> want.getCodec() == Codec.ZSTD.id());

        far.getOutputStream().write("first".getBytes(StandardCharsets.US_ASCII));
        assertThat(FrameDescriptor.codecId(peer.readFrame().head())).isEqualTo(Codec.NONE.id());
        peer.send(Control.newBuilder().setGrant(ContextWindows.of(LARGE, 18)));

        Codec codec = Codec.NONE;
        while (codec == Codec.NONE) { // the grant may arrive after some of them
            far.getOutputStream().write("again".getBytes(StandardCharsets.US_ASCII));
            codec = Codec.ofId(FrameDescriptor.codecId(peer.readFrame().head()));
        }
        assertThat(codec).isEqualTo(Codec.ZSTD);
        assertThat(sidecar.metric("narrows_raw_frames_total", "peer=\"a\"", "reason=\"no-grant\""))
                .isPositive();
    }

    private static Open.Builder wishing(CodecSpec spec) {
        return Open.newBuilder().addWants(ContextWindows.of(spec, spec.windowLog()));
    }

    private static byte[] frame(CodecSpec spec) {
        return Payloads.first(spec, "content".getBytes(StandardCharsets.US_ASCII));
    }

    private Opened open(FakePeer peer, Open.Builder open) throws Exception {
        Opened opened = FakePeers.open(peer, open).getOpened();
        peers.accept();
        return opened;
    }
}
