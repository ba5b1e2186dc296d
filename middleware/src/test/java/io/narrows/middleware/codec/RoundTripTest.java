package io.narrows.middleware.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Codec;
import io.grpc.Status;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.ZstdDictionaries;
import io.narrows.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RoundTripTest {
    private static final int[] LENGTHS = {1, 2, 100, 4095, 4096, 65_535, 65_536, 65_537, 262_144, 300_000, 1_000_000};
    private static final GrpcCodecs CODECS =
            GrpcCodecs.of(Codecs.load(), DecodingLimits.DEFAULT, MessageDictionary.of(dictionary()));

    private static byte[] dictionary() {
        Random random = new Random(1);
        List<byte[]> samples = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            samples.add(Message.text(random, 300));
        }
        return ZstdDictionaries.train(samples, 4096, 3);
    }

    static Stream<Codec> codecs() {
        return CODECS.all().stream();
    }

    @AfterEach
    void leaveNoLevelBehind() {
        CurrentSpec.clear();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void messagesOfAllLengths_comeBack(Codec codec) {
        Random random = seeded();
        for (int length : LENGTHS) {
            byte[] text = Message.text(random, length);
            byte[] noise = Message.noise(random, length);

            assertThat(Message.decompressed(codec, Message.compressed(codec, text)))
                    .isEqualTo(text);
            assertThat(Message.decompressed(codec, Message.compressed(codec, noise)))
                    .isEqualTo(noise);
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void emptyMessages_comeBack(Codec codec) {
        byte[] compressed = Message.compressed(codec, new byte[0]);

        assertThat(Message.decompressed(codec, compressed)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void largeMessages_shrink(Codec codec) {
        byte[] text = Message.text(seeded(), 100_000);

        assertThat(Message.compressed(codec, text)).hasSizeLessThan(text.length / 3);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void messagesBehindOneAnother_endTheirMessageOnly(Codec codec) {
        byte[] text = Message.text(seeded(), 70_000);
        byte[] twice = new byte[2 * text.length];
        System.arraycopy(text, 0, twice, 0, text.length);
        System.arraycopy(text, 0, twice, text.length, text.length);
        byte[] one = Message.compressed(codec, text);
        byte[] two = new byte[2 * one.length];
        System.arraycopy(one, 0, two, 0, one.length);
        System.arraycopy(one, 0, two, one.length, one.length);

        assertThat(Message.decompressed(codec, two)).isEqualTo(twice);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void everyCutMessage_isDamaged(Codec codec) {
        byte[] compressed = Message.compressed(codec, Message.text(seeded(), 2000));
        for (int length = 0; length < compressed.length; length++) {
            assertThat(Message.outcome(codec, Arrays.copyOf(compressed, length)))
                    .as("%d of %d bytes", length, compressed.length)
                    .isIn(endsAtABorder(codec, length) ? Status.Code.OK : Status.Code.INTERNAL);
        }
    }

    /**
     * Returns whether a cut leaves a valid message: Snappy's framing format has no end marker, so a cut between two chunks
     * does.
     */
    private static boolean endsAtABorder(Codec codec, int length) {
        return codec.getMessageEncoding().equals("snappy") && length == SnappyDescriptor.IDENTIFIER_CHUNK.length;
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void messageAboveTheLimit_exhaustsIt(Codec codec) {
        GrpcCodecs small = GrpcCodecs.of(
                Codecs.load(), DecodingLimits.DEFAULT.withMaxMessageBytes(100_000), MessageDictionary.of(dictionary()));
        Codec decoder = small.named(List.of(codec.getMessageEncoding())).get(0);

        assertThat(Message.outcome(decoder, Message.compressed(codec, new byte[100_000])))
                .isEqualTo(Status.Code.OK);
        assertThat(Message.outcome(decoder, Message.compressed(codec, new byte[100_001])))
                .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(Message.outcome(decoder, Message.compressed(codec, new byte[3_000_000])))
                .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void compressedBytes_areClosed_whateverComesOfThem(Codec codec) {
        AtomicInteger closed = new AtomicInteger();
        byte[] compressed = Message.compressed(codec, Message.text(seeded(), 1000));

        decode(codec, compressed, closed);
        compressed[compressed.length / 2] ^= 0x55;
        compressed[0] ^= 0x55;
        decode(codec, compressed, closed);

        assertThat(closed).hasValue(2);
    }

    private static void decode(Codec codec, byte[] compressed, AtomicInteger closed) {
        InputStream counted = new ByteArrayInputStream(compressed) {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        try {
            codec.decompress(counted);
        } catch (IOException | io.grpc.StatusRuntimeException damaged) {
            assertThat(damaged).hasMessageContaining(codec.getMessageEncoding());
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void endedStream_acceptsNothingMore_andMayBeClosedAgain(Codec codec) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        OutputStream out = codec.compress(compressed);
        out.write(7);
        out.close();
        int length = compressed.size();

        out.close();

        assertThat(compressed.size()).isEqualTo(length);
        assertThatThrownBy(() -> out.write(7)).isInstanceOf(IOException.class).hasMessageContaining("finished");
    }

    @Test
    void levels_areThoseOfTheThread() {
        Codec zstd = CODECS.named(List.of("zstd")).get(0);
        Codec lz4 = CODECS.named(List.of("lz4")).get(0);
        byte[] text = Message.text(seeded(), 200_000);

        CurrentSpec.set(CodecSpec.of(io.narrows.codec.Codec.ZSTD, -7));
        int fast = Message.compressed(zstd, text).length;
        CurrentSpec.set(CodecSpec.of(io.narrows.codec.Codec.ZSTD, 15));
        assertThat(Message.compressed(zstd, text)).hasSizeLessThan(fast);

        CurrentSpec.clear();
        int plain = Message.compressed(lz4, text).length;
        CurrentSpec.set(CodecSpec.of(io.narrows.codec.Codec.LZ4HC, 12));
        byte[] high = Message.compressed(lz4, text);
        assertThat(high).hasSizeLessThan(plain);
        assertThat(Message.decompressed(lz4, high)).isEqualTo(text);
    }

    private static Random seeded() {
        return new Random(Seed.of(RoundTripTest.class));
    }
}
