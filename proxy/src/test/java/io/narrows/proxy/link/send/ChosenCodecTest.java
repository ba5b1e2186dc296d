package io.narrows.proxy.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.UsableCodecs;
import io.narrows.config.Compression;
import io.narrows.config.PeerId;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.RawReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a link whose codec is chosen anew while it sends. */
final class ChosenCodecTest {
    private static final CodecSpec ZSTD = CodecSpec.of(Codec.ZSTD, 1);
    private static final CodecSpec LZ4 = CodecSpec.of(Codec.LZ4);
    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);

    /** Three frames of zstd, of which the first begins the context. */
    private static final List<Integer> ONE_CONTEXT = List.of(
            FrameDescriptor.data(Codec.ZSTD, true),
            FrameDescriptor.data(Codec.ZSTD, false),
            FrameDescriptor.data(Codec.ZSTD, false));

    private static final int READ_BYTES = 64 << 10;
    private static final long QUARTER_SECOND = 250_000_000L;

    private final EventMeter events = new EventMeter();
    private final Chooser chooser = new Chooser();
    private final List<Integer> heads = new ArrayList<>();
    private long now;
    private long tick;
    private Streams streams = streams(sampled());

    private static final class Chooser implements LinkTap.Connection {
        private CodecSpec chosen = ZSTD;
        private UsableCodecs usable = new UsableCodecs(Set.of(), false);
        private final List<CodecSpec> tooSlow = new ArrayList<>();

        @Override
        public CodecSpec codec(Traffic traffic, Compression compression, UsableCodecs usableOnLink) {
            usable = usableOnLink;
            return chosen;
        }

        @Override
        public boolean isCurrent(CodecSpec codec) {
            return codec.equals(chosen);
        }

        @Override
        public void overloaded(CodecSpec codec) {
            tooSlow.add(codec);
        }

        @Override
        public void sent(TrafficClass trafficClass, ByteBuf app, long readAt) {}

        @Override
        public void ended() {}
    }

    private static LinkTermsBuilder sampled() {
        return LinkTermsBuilder.sampled()
                .decodes(Codec.ZSTD, 23)
                .decodes(Codec.LZ4, 0)
                .decodes(Codec.SNAPPY, 0);
    }

    private Streams streams(LinkTermsBuilder terms) {
        LinkTerms built = terms.build();
        return new Streams("{codec: auto, min-size: 2B}", built, events, () -> now += tick, chooser);
    }

    @AfterEach
    void close() {
        streams.close();
    }

    private void send() {
        streams.send(PooledByteBufAllocator.DEFAULT.directBuffer().writeZero(2_000), 0);
    }

    /** Returns the heads of the data frames since the last call. */
    private List<Integer> heads() throws CorruptFrameException {
        heads.clear();
        streams.hear(new Streams.Heard() {
            @Override
            public void data(int head, ByteBuf payload, long check) {
                heads.add(head);
            }

            @Override
            public void control(ByteBuf payload) {}
        });
        return heads;
    }

    @Test
    void nextFrame_usesTheCodecThatWasChosen() throws Exception {
        send();
        chooser.chosen = LZ4;
        send();
        send();

        assertThat(heads())
                .containsExactly(
                        FrameDescriptor.data(Codec.ZSTD, true),
                        FrameDescriptor.data(Codec.LZ4, true),
                        FrameDescriptor.data(Codec.LZ4, false));
        assertThat(chooser.usable.codecs()).containsExactlyInAnyOrder(Codec.NONE, Codec.ZSTD, Codec.LZ4, Codec.SNAPPY);
    }

    @Test
    void otherLevel_beginsANewContext() throws Exception {
        send();
        chooser.chosen = CodecSpec.of(Codec.ZSTD, 3);
        send();

        assertThat(heads())
                .containsExactly(FrameDescriptor.data(Codec.ZSTD, true), FrameDescriptor.data(Codec.ZSTD, true));
    }

    @Test
    void untilThePeerGrantsTheChosenCodec_theEarlierOneIsUsed() throws Exception {
        beginWithGrants();
        chooser.chosen = LZ4;
        send();
        send();
        assertThat(heads()).containsExactlyElementsOf(ONE_CONTEXT);
        assertThat(streams.sending().codec()).isEqualTo(Codec.ZSTD);

        grant(LZ4, 1);
        send();

        assertThat(heads()).containsExactly(FrameDescriptor.data(Codec.LZ4, true));
        assertThat(rawFrames()).isZero();
    }

    @Test
    void reload_whileTheGrantIsOut_keepsTheEarlierCodec() throws Exception {
        beginWithGrants();
        chooser.chosen = LZ4;
        send();
        streams.live()
                .replace(streams.live()
                        .current()
                        .withPolicy(streams.live().current().policy()));
        send();

        assertThat(heads()).containsExactlyElementsOf(ONE_CONTEXT);
        assertThat(rawFrames()).isZero();
    }

    @Test
    void anotherChoice_whileTheGrantIsOut_keepsTheCodecInUse() throws Exception {
        beginWithGrants();
        chooser.chosen = LZ4;
        send();
        chooser.chosen = CodecSpec.of(Codec.SNAPPY);
        send();

        assertThat(heads()).containsExactlyElementsOf(ONE_CONTEXT);
        assertThat(rawFrames()).isZero();
    }

    @Test
    void chosenCodecThatGainsNothing_takesThePlaceOfTheEarlierOneAllTheSame() throws Exception {
        beginWithGrants();
        chooser.chosen = LZ4;
        grant(LZ4, 0);
        byte[] noise = new byte[2_000];
        new Random(1).nextBytes(noise);
        streams.send(PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(noise), 0);
        grant(LZ4, 1);
        streams.send(PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(noise), 0);

        assertThat(streams.sending().codec()).isEqualTo(Codec.LZ4);
    }

    @Test
    void queueThatStaysFull_isReported_withTheCodecThatIsTooSlow() {
        streams.close();
        chooser.chosen = DENSE;
        streams = streams(sampled().decodes(Codec.DENSE, 23));
        for (int i = 0; i < 10; i++) {
            streams.send(PooledByteBufAllocator.DEFAULT.directBuffer().writeZero(READ_BYTES), now);
        }
        assertThat(chooser.tooSlow).isEmpty();

        now += QUARTER_SECOND;
        streams.send(PooledByteBufAllocator.DEFAULT.directBuffer().writeZero(READ_BYTES), now);
        assertThat(chooser.tooSlow).isNotEmpty().containsOnly(DENSE);
    }

    @Test
    void lateFrameOfTheChosenCodec_atItsLowerLevel_takesThePlaceOfTheEarlierOne() throws Exception {
        begin(sampled().decodes(Codec.DENSE, 23).decodesDenseVersion2().grantsContexts());
        now = 1;
        streams.send(zeros(READ_BYTES / 4), now); // the last long frame, so that the next one is no trial
        chooser.chosen = DENSE;
        send();
        grant(DENSE, 1);

        heads();
        streams.send(zeros(2 * FrameDescriptor.SLOW_FRAME_BYTES + 1), now); // the last byte is not late, but too little
        streams.finishWork();

        assertThat(heads())
                .containsExactly(
                        FrameDescriptor.data(Codec.DENSE, true),
                        FrameDescriptor.data(Codec.DENSE, false),
                        FrameDescriptor.data(Codec.NONE, false));
        assertThat(level0Frames()).isEqualTo(2);
        assertThat(streams.sending().codec()).isEqualTo(Codec.DENSE);
    }

    @Test
    void linkAtTheLowerLevel_untilThePeerGrantsTheChosenCodec_staysAtIt() throws Exception {
        stepDown();
        long before = level0Frames();
        heads();

        chooser.chosen = LZ4;
        send();
        send();
        assertThat(heads())
                .containsExactly(FrameDescriptor.data(Codec.DENSE, false), FrameDescriptor.data(Codec.DENSE, false));
        assertThat(level0Frames()).isEqualTo(before + 2);

        grant(LZ4, 1);
        send();
        assertThat(heads()).containsExactly(FrameDescriptor.data(Codec.LZ4, true));
        assertThat(streams.sending().codec()).isEqualTo(Codec.LZ4);
    }

    @Test
    void flood_ofALinkAtTheLowerLevel_untilThePeerGrantsTheChosenCodec_leavesTheEventLoop() {
        stepDown();
        tick = TimeUnit.MICROSECONDS.toNanos(100);
        for (int i = 0; i < 20; i++) { // until a read is known to take less than a millisecond
            streams.send(zeros(READ_BYTES / 4), now);
            streams.finishWork();
        }
        tick = 0;
        chooser.chosen = LZ4;
        long before = level0Frames();

        streams.send(zeros(READ_BYTES), now);

        assertThat(streams.work()).hasSize(1);
        streams.finishWork();
        assertThat(level0Frames()).isEqualTo(before + 1);
    }

    /** Sends dense, which the peer has granted, and fills the queue until the link steps down to level 0. */
    private void stepDown() {
        streams.close();
        chooser.chosen = DENSE;
        streams = streams(
                sampled().decodes(Codec.DENSE, 23).decodesDenseVersion2().grantsContexts());
        streams.sending().askAhead();
        streams.sending().granted(Codec.DENSE, ContextWindows.of(DENSE, DENSE.windowLog()), DENSE);
        for (int i = 0; i < 100 && !streams.sending().congested(); i++) {
            streams.send(zeros(READ_BYTES), now);
        }
        now += QUARTER_SECOND;
        streams.finishWork();
        assertThat(streams.sending().steppedDown()).isNotNull();
        assertThat(streams.sending().codec()).isEqualTo(Codec.DENSE);
        assertThat(level0Frames()).isPositive();
    }

    private static ByteBuf zeros(int length) {
        return PooledByteBufAllocator.DEFAULT.directBuffer().writeZero(length);
    }

    private long level0Frames() {
        return events.level0Frames(new PeerId("b")).sum();
    }

    @Test
    void contextOfTheCodecBefore_isKept_ifTheFirstFrameOfTheChosenOneIsDiscarded() {
        begin(sampled().decodes(Codec.DENSE, 23).decodesDenseVersion2().grantsInSteps());
        long zstd = streams.contextBytes();
        chooser.chosen = DENSE;
        send();
        ContextWindow little = ContextWindows.of(DENSE, DENSE.windowLog()).toBuilder()
                .setMemory(120_000)
                .setRequest(1)
                .build();
        streams.sending().granted(Codec.DENSE, little, DENSE);
        byte[] noise = new byte[16 << 10];
        new Random(5).nextBytes(noise);

        streams.send(PooledByteBufAllocator.DEFAULT.directBuffer(noise.length).writeBytes(noise), now);
        streams.finishWork();

        assertThat(rawFrames()).isEqualTo(1);
        assertThat(streams.contextBytes()).isEqualTo(zstd);
    }

    @Test
    void codecThatThePeerHasWithdrawn_isNotUsedUntilTheGrant() throws Exception {
        beginWithGrants();
        chooser.chosen = LZ4;
        streams.sending().renegotiated(sampled().grantsContexts().build().without(Codec.ZSTD));
        send();

        assertThat(heads())
                .containsExactly(FrameDescriptor.data(Codec.ZSTD, true), FrameDescriptor.data(Codec.NONE, false));
    }

    /** Sends the first frame with zstd, which the peer has granted. */
    private void beginWithGrants() {
        begin(sampled().grantsContexts());
    }

    private void begin(LinkTermsBuilder terms) {
        streams.close();
        streams = streams(terms);
        streams.sending().askAhead();
        streams.sending().granted(Codec.ZSTD, ContextWindows.of(ZSTD, ZSTD.windowLog()), ZSTD);
        send();
    }

    private void grant(CodecSpec spec, int request) {
        ContextWindow message = ContextWindows.of(spec, spec.windowLog()).toBuilder()
                .setRequest(request)
                .build();
        streams.sending().granted(spec.codec(), message, spec);
    }

    private long rawFrames() {
        return events.rawFrames(new PeerId("b"), RawReason.NO_GRANT).sum();
    }

    @Test
    void nothing_canBeChosenToo() throws Exception {
        send();
        chooser.chosen = CodecSpec.of(Codec.NONE);
        send();

        assertThat(heads())
                .containsExactly(FrameDescriptor.data(Codec.ZSTD, true), FrameDescriptor.data(Codec.NONE, false));
        assertThat(streams.contextBytes()).isZero();
    }
}
