package io.narrows.tests.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.ReplicationTraffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests gRPC in Java and in Go, with compressed messages, through sidecars that unpack them. */
class GrpcUnpackIT {
    private static final String RULE = "{codec: zstd, level: 3, unpack: [lz4, snappy, gzip, zstd]}";
    /** Before compression: from messages in one frame of HTTP/2, which has 16 KiB at most, to those in ten. */
    private static final List<Integer> SIZES = List.of(4_000, 24_000, 100_000, 400_000);

    private static final int BYTES = 1_050_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private GrpcPair pair;

    @BeforeEach
    void startSidecars() throws IOException {
        pair = GrpcPair.start(directory, RULE);
    }

    @Test
    void messagesOfEachLibraryAndCodec_arriveAsTheyWereSent_andAreUnpacked() throws IOException {
        long seed = 1;
        for (GrpcLibrary library : GrpcLibrary.values()) {
            for (GrpcCodec codec : GrpcCodec.values()) {
                OrderMessages messages = OrderMessages.write(directory.resolve("messages"), seed++, SIZES, BYTES);
                ReplicationTraffic before = pair.traffic();

                Exchange exchange = pair.exchange(library, codec, messages, 1);

                ReplicationTraffic traffic = pair.traffic().since(before);
                assertThat(exchange.requests())
                        .as("requests, %s, %s", library, codec)
                        .extracting(ReceivedMessage::digest)
                        .isEqualTo(messages.digests());
                assertThat(exchange.answers())
                        .as("answers, %s, %s", library, codec)
                        .extracting(ReceivedMessage::digest)
                        .isEqualTo(messages.digests());
                assertThatMostIsUnpacked(codec, traffic, exchange.packedBytes());
            }
        }
    }

    /** A busy machine may be late with some messages, or send the first ones before there is a context. */
    private static void assertThatMostIsUnpacked(GrpcCodec codec, ReplicationTraffic traffic, long packedBytes) {
        assertThat(traffic.refusedBytes().keySet()).isSubsetOf("late", "no-context");
        assertThat(traffic.unpackedBytes()).isGreaterThan(0);
        if (!traffic.refusedBytes().containsKey("late")) {
            long early = traffic.refusedBytes().getOrDefault("no-context", 0L);
            assertThat((double) (traffic.unpackedBytes() + early) / packedBytes)
                    .as("%s: %s", codec, traffic)
                    .isGreaterThan(codec == GrpcCodec.GZIP ? 0.99 : 0.6);
        }
    }
}
