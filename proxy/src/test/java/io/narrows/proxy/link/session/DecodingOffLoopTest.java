package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.dictionary.ConnectionDictionaries;
import io.narrows.proxy.link.frame.ContentCheck;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.receive.ReceivingStream;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Payloads;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Frames that would block an event loop and are decoded on a worker. Workers run only when the test lets them. */
final class DecodingOffLoopTest {
    private static final int NEW_DENSE = FrameDescriptor.data(Codec.DENSE, true);
    private static final LinkTerms SESSION =
            LinkTermsBuilder.sampled().decodes(Codec.DENSE, 23).build();

    private final Codecs codecs = Codecs.load();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final LinkEnvironment environment =
            LinkEnvironments.ofA("{codec: none}", new EventMeter(), work::add, System::nanoTime);
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final ReceivingStream receiving = new ReceivingStream(
            environment,
            SESSION,
            TrafficClass.BULK,
            channel.alloc(),
            history().received(),
            ConnectionStates.NONE,
            ConnectionDictionaries.NONE);
    private final byte[] app = new byte[20_000];
    private byte[] decoded;
    private Throwable failure;

    private final ReceivingStream.DecodedFrameListener aside = new ReceivingStream.DecodedFrameListener() {
        @Override
        public void decoded(ByteBuf bytes) {
            decoded = ByteBufUtil.getBytes(bytes);
            bytes.release();
        }

        @Override
        public void failed(Throwable cause) {
            failure = cause;
        }
    };

    private LinkHistory history() {
        return new LinkHistory(environment.histories(), new PeerId("b"), channel.eventLoop(), null);
    }

    @BeforeEach
    void fillWithNoise() {
        new Random(9).nextBytes(app);
    }

    @AfterEach
    void everythingIsReturned() {
        receiving.close();

        assertThat(environment.contexts().usedBytes()).isZero();
    }

    @Test
    void firstFrameOfDenseIsSlow_andThoseOfOthersAreNot() throws Exception {
        ByteBuf payload = Unpooled.wrappedBuffer(app);

        assertThat(receiving.isSlow(NEW_DENSE, payload)).isTrue();
        assertThat(receiving.isSlow(NEW_DENSE, payload.slice(0, 4))).isTrue();
        assertThat(receiving.isSlow(FrameDescriptor.data(Codec.GZIP, true), payload))
                .isFalse();
    }

    @Test
    void frameArrivesWhenTheWorkerIsDone() throws Exception {
        decodeOffLoop(encoded());
        assertThat(receiving.decoding()).isTrue();
        assertThat(decoded).isNull();

        finishWork();

        assertThat(receiving.decoding()).isFalse();
        assertThat(decoded).isEqualTo(app);
        assertThat(receiving.contexts().memoryBytes())
                .as("allocated, of the granted memory")
                .isBetween(1L, 500_000L);
    }

    @Test
    void damagedFrame_isReportedAsDamaged() throws Exception {
        byte[] damaged = new byte[app.length];
        Arrays.fill(damaged, (byte) 0xFF);
        damaged[0] = 1; // the version
        damaged[1] = (byte) 0xC0 | 22; // the window
        decodeOffLoop(Unpooled.directBuffer().writeBytes(damaged));

        finishWork();

        assertThat(failure).isInstanceOf(CorruptFrameException.class);
    }

    @Test
    void closedMeanwhile_nothingArrives_andTheContextGoesWithTheWorker() throws Exception {
        decodeOffLoop(encoded());

        receiving.close();
        finishWork();

        assertThat(decoded).isNull();
        assertThat(failure).isNull();
    }

    private void decodeOffLoop(ByteBuf payload) throws CorruptFrameException {
        receiving.decodeOffLoop(NEW_DENSE, payload, ContentCheck.NONE, channel.eventLoop(), aside);
        payload.release();
    }

    private void finishWork() {
        work.remove().run();
        channel.runPendingTasks();
    }

    private ByteBuf encoded() {
        byte[] payload = Payloads.first(CodecSpec.of(Codec.DENSE), app);
        return Unpooled.directBuffer(payload.length).writeBytes(payload);
    }
}
