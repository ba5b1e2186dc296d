package io.narrows.proxy.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.control.ControlMessages;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.RawReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire bytes of streams of 20-byte messages, before TLS. */
@Tag("long")
final class ShortFramesOnLinkTest {
    private static final PeerId B = new PeerId("b");
    private static final int LENGTH = 20;
    private static final int MESSAGES = 3_000;

    /** Maximum loss of a stream until its frames are sent raw, and in trials. */
    private static final int LOSSES = ShortFrames.MAX_SAVINGS
            + ShortFrames.MAX_LOSS
            + MESSAGES / ShortFrames.LONGEST_PAUSE * ShortFrames.TRIAL_LOSS
            + 2 * ShortFrames.TRIAL_LOSS // while pauses are shorter
            + 64; // header of a context, and losses of frames beyond a limit

    private static final LinkTerms SESSION = LinkTermsBuilder.sampled()
            .decodes(Codec.GZIP, 0)
            .decodes(Codec.LZ4, 0)
            .decodes(Codec.ZSTD, 23)
            .decodes(Codec.DENSE, 23)
            .build();

    private final EventMeter events = new EventMeter();
    private final Random random = new Random(20);
    private Streams streams;
    private long wireBytes;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{codec: zstd, level: 1}",
                "{codec: zstd, level: 19}",
                "{codec: gzip, level: 6}",
                "{codec: lz4}",
                "{codec: dense, level: 1}"
            })
    void messagesThatDoNotShrink_takeOneByteEach(String rule) throws Exception {
        start(rule);

        for (int i = 0; i < MESSAGES; i++) {
            send(noise());
        }

        long raw = MESSAGES * (LENGTH + 1L);
        assertThat(wireBytes).isLessThanOrEqualTo(raw + checks(raw) + LOSSES);
        assertThat(events.rawFrames(B, RawReason.GROWS).sum()).isGreaterThan(MESSAGES * 8 / 10);
        streams.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{codec: zstd, level: 1}",
                "{codec: zstd, level: 19}",
                "{codec: gzip, level: 6}",
                "{codec: lz4}",
                "{codec: dense, level: 1}"
            })
    void acknowledgementsThatShrink_areEncodedAllAlong(String rule) throws Exception {
        start(rule);

        for (int i = 0; i < MESSAGES; i++) {
            send(acknowledgement(i));
        }

        assertThat(wireBytes).isLessThan(MESSAGES * LENGTH * 95L / 100);
        assertThat(events.rawFrames(B, RawReason.GROWS).sum()).isZero();
        streams.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{codec: zstd, level: 3}", "{codec: gzip, level: 6}", "{codec: dense, level: 1}"})
    void streamThatShrinksAgain_isEncodedAgain(String rule) throws Exception {
        start(rule);
        for (int i = 0; i < MESSAGES; i++) {
            send(noise());
        }

        long rawBefore = events.rawFrames(B, RawReason.GROWS).sum();
        for (int i = 0; i < MESSAGES; i++) {
            send(acknowledgement(i));
        }

        assertThat(events.rawFrames(B, RawReason.GROWS).sum() - rawBefore)
                .isLessThanOrEqualTo(ShortFrames.LONGEST_PAUSE);
        streams.close();
    }

    /** The idle context of a slow stream is released before a trial, which begins with frames that grow. */
    @ParameterizedTest
    @ValueSource(strings = {"{codec: zstd, level: 19}", "{codec: gzip, level: 6}"})
    void trialOnANewContext_survivesSomeFramesThatGrow(String rule) throws Exception {
        start(rule);
        for (int i = 0; i < MESSAGES; i++) {
            send(noise());
        }
        streams.sending().lookAfter(0, Long.MAX_VALUE / 2);
        long raw;
        do {
            raw = rawFrames();
            send(acknowledgement(0));
        } while (rawFrames() > raw);

        for (int i = 0; i < 20; i++) {
            send(noise());
        }
        for (int i = 0; i < MESSAGES; i++) {
            send(acknowledgement(i));
        }

        assertThat(rawFrames()).isEqualTo(raw);
        streams.close();
    }

    private long rawFrames() {
        return events.rawFrames(B, RawReason.GROWS).sum();
    }

    private void start(String rule) {
        streams = new Streams(rule, SESSION, events, () -> 1);
    }

    /** Returns the bytes of checks, two for each stretch. */
    private static long checks(long bytes) {
        return bytes / FrameForm.STRETCH_BYTES * FrameDescriptor.SAMPLE_BYTES;
    }

    private void send(byte[] message) throws CorruptFrameException {
        streams.send(PooledByteBufAllocator.DEFAULT.directBuffer(LENGTH).writeBytes(message), 1);
        streams.finishWork();
        for (Object frame : streams.channel().outboundMessages()) {
            wireBytes += ((ByteBuf) frame).readableBytes();
        }
        streams.hear(new Streams.Heard() {
            @Override
            public void data(int head, ByteBuf payload, long check) throws CorruptFrameException {
                ByteBuf content = streams.receiving().decode(head, payload, check);
                byte[] bytes = new byte[content.readableBytes()];
                content.readBytes(bytes).release();
                assertThat(bytes).isEqualTo(message);
            }

            @Override
            public void control(ByteBuf payload) throws CorruptFrameException {
                streams.receiving()
                        .contexts()
                        .release(ControlMessages.parse(payload).getRelease().getCodec());
            }
        });
    }

    private byte[] noise() {
        byte[] bytes = new byte[LENGTH];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns a message of ZooKeeper's followers: type, zxid, no data, no authentication. */
    private static byte[] acknowledgement(int number) {
        return ByteBuffer.allocate(LENGTH)
                .putInt(3)
                .putLong((1L << 32) + number)
                .putInt(-1)
                .putInt(-1)
                .array();
    }
}
