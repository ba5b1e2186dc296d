package io.narrows.middleware;

import static io.narrows.middleware.Replication.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.StatusRuntimeException;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Location;
import io.narrows.config.Tier;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests messages around the service's limit, {@code maxInboundMessageSize}, which codecs do not know. */
class LargeMessagesTest {
    private static final int LIMIT = 32 << 20;

    private final Ends ends = new Ends();
    private final Encodings seen = new Encodings();

    @AfterEach
    void end() throws Exception {
        ends.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"ZSTD", "LZ4", "SNAPPY", "GZIP"})
    void messageWithinTheLimitOfTheService_goesBothWays(Codec codec) throws Exception {
        ManagedChannel channel = ends.open(near(codec)
                .on(Ends.channel(ends.start(far(codec).on(Ends.server(seen).maxInboundMessageSize(LIMIT)))))
                .maxInboundMessageSize(LIMIT));
        Replication.call(channel, APPEND, new byte[1000]);
        byte[] message = halfNoise(20 << 20);

        assertThat(Replication.call(channel, APPEND, message)).isEqualTo(message);
        assertThat(Replication.call(channel, APPEND, new byte[LIMIT])).isEqualTo(new byte[LIMIT]);

        assertThat(seen.ofCalls()).containsExactly("identity", encoding(codec), encoding(codec));
    }

    @Test
    void messageBeyondTheLimitOfTheService_endsItsCallOnly() throws Exception {
        Server server = ends.start(far(Codec.ZSTD).on(Ends.server(seen)));
        ManagedChannel channel = ends.open(near(Codec.ZSTD).on(Ends.channel(server)));
        Replication.call(channel, APPEND, new byte[1000]);

        assertThatThrownBy(() -> Replication.call(channel, APPEND, new byte[5 << 20]))
                .isInstanceOf(StatusRuntimeException.class);

        assertThat(Replication.call(channel, APPEND, new byte[4 << 20])).isEqualTo(new byte[4 << 20]);
        assertThat(seen.ofCalls()).containsExactly("identity", "zstd", "zstd");
    }

    /** Returns noise between runs of zeros, which compress far better than typical messages. */
    private static byte[] halfNoise(int size) {
        byte[] message = new byte[size];
        byte[] noise = new byte[1000];
        new Random(5).nextBytes(noise);
        for (int at = 0; at + 200_000 < size; at += 200_000) {
            System.arraycopy(noise, 0, message, at, noise.length);
        }
        return message;
    }

    private static String encoding(Codec codec) {
        return codec.name().toLowerCase(Locale.ROOT);
    }

    private static Narrows near(Codec codec) {
        return node(codec, "near", Ends.NEAR, "far", Ends.FAR);
    }

    private static Narrows far(Codec codec) {
        return node(codec, "far", Ends.FAR, "near", Ends.NEAR);
    }

    private static Narrows node(Codec codec, String id, Location own, String other, Location at) {
        return Narrows.builder()
                .node(id, own)
                .place(other, at, "127.0.0.0/8")
                .rule(Tier.CROSS_REGION, CodecSpec.of(codec))
                .codecs(codec)
                .build();
    }
}
