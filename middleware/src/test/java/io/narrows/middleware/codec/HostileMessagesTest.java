package io.narrows.middleware.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdCompressCtx;
import io.grpc.Codec;
import io.grpc.Status;
import io.narrows.codec.Codecs;
import io.narrows.testkit.Seed;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class HostileMessagesTest {
    private static final int RUNS = 2000;
    private static final GrpcCodecs CODECS = GrpcCodecs.of(Codecs.load(), HostileMessages.LIMITS);

    static Stream<Codec> codecs() {
        return CODECS.all().stream();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void damagedMessages_endTheirCallsOnly(Codec codec) {
        long seed = Seed.of("HostileMessagesTest, " + codec.getMessageEncoding());

        Map<Status.Code, Integer> outcomes = new HostileMessages(seed).run(codec, RUNS);

        assertThat(outcomes.get(Status.Code.INTERNAL)).isGreaterThan(RUNS / 10);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void wellFormedMessages_areDecoded(Codec codec) {
        assertThat(Originals.of(codec)).allMatch(message -> Message.outcome(codec, message) == Status.Code.OK);
    }

    @Test
    void linkedBlocksOfLz4_referToThoseBefore() throws Exception {
        byte[] text = Message.text(new Random(3), 200_000);
        byte[] linked = Originals.linked(text, 20_000);

        assertThat(Message.decompressed(codec("lz4"), linked)).isEqualTo(text);
        assertThat(linked).hasSizeLessThan(Message.compressed(codec("lz4"), text).length * 3 / 2);
    }

    @Test
    void windowOfZstdAboveTheLimit_isRefusedBeforeItIsAllocated() {
        byte[] frame;
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            frame = context.setContentSize(false).compress(new byte[100_000]);
        }
        assertThat(Message.outcome(codec("zstd"), frame)).isEqualTo(Status.Code.OK);

        frame[5] = 21 - 10 << 3; // position of the window, exponent bits

        assertThat(Message.outcome(codec("zstd"), frame)).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }

    @Test
    void sizesThatHeadersDeclare_areNotAllocated() {
        byte[] zstd = ByteBuffer.allocate(20)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0xFD2FB528)
                .put((byte) 0xe0) // single segment, eight bytes of size
                .putLong(1L << 40)
                .array();
        byte[] block = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 7, 0, 1};
        byte[] most = {(byte) 0xff, (byte) 0xff, (byte) 0x3f, 0, 1};

        assertThat(Message.outcome(codec("zstd"), zstd)).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(Message.outcome(codec("snappy"), block)).isEqualTo(Status.Code.INTERNAL);
        assertThat(Message.outcome(codec("snappy"), most)).isEqualTo(Status.Code.INTERNAL);
    }

    private static Codec codec(String encoding) {
        return CODECS.named(List.of(encoding)).get(0);
    }
}
