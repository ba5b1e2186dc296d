package io.narrows.tests.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.ReplicationTraffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests three Kafka brokers that replicate batches of several clients and codecs through sidecars that unpack them. */
class KafkaUnpackIT {
    private static final KafkaRelease RELEASE = new KafkaRelease("4.1");
    private static final String RULE = "{codec: zstd, level: 3, unpack: [lz4, snappy, gzip, zstd]}";
    private static final long SEED = 1;
    private static final List<Integer> BATCH_BYTES = List.of(16_384, 65_536, 262_144, 900_000);
    private static final int BYTES = 1_200_000;
    private static final int FOLLOWERS = 2;
    private static final double HIT_RATE = 0.99;
    /** The clients whose batches have recipes for every codec. */
    private static final Set<KafkaClient> RECIPES = EnumSet.of(KafkaClient.JAVA, KafkaClient.LIBRDKAFKA);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private KafkaCluster cluster;

    private List<Lines> lines;

    @BeforeEach
    void startCluster() throws IOException {
        lines = Lines.write(directory, SEED, BATCH_BYTES, BYTES, Integer.MAX_VALUE);
        cluster = KafkaCluster.start(directory, RELEASE, RULE);
    }

    @Test
    void batchesOfEachClientAndCodec_areTheSameAtEveryReplica_andShrinkOnTheWire() throws IOException {
        for (KafkaClient client : KafkaClient.values()) {
            List<Topic> topics = Stream.of(KafkaCodec.GZIP, KafkaCodec.SNAPPY, KafkaCodec.LZ4, KafkaCodec.ZSTD)
                    .map(codec -> new Topic(client.label() + "-" + codec.label(), codec))
                    .toList();
            ReplicationTraffic before = cluster.traffic();

            cluster.produce(client, RELEASE, lines, topics);

            ReplicationTraffic traffic = cluster.traffic().since(before);
            long bytes = 0;
            for (Topic topic : topics) {
                bytes += assertThatReplicasAreTheSame(topic);
            }
            assertThat(traffic.appBytes()).isGreaterThan(FOLLOWERS * bytes);
            assertThat(traffic.wireBytes()).isLessThan(traffic.appBytes());
            if (RECIPES.contains(client)) {
                assertThatAllIsUnpacked(traffic, topics);
            }
        }
    }

    /**
     * A busy machine may be late with some pieces, and with it the parts of a stream behind them; and the first ones of a connection come
     * before its context.
     */
    private void assertThatAllIsUnpacked(ReplicationTraffic traffic, List<Topic> topics) throws IOException {
        long packed = 0;
        for (Topic topic : topics) {
            packed += cluster.packedBytes(topic);
        }
        Set<String> refused = traffic.refusedBytes().keySet();
        assertThat(refused).isSubsetOf("late", "no-history", "no-context");
        assertThat(refused.contains("no-history") && !refused.contains("late"))
                .as("parts without history behind none that was late")
                .isFalse();
        assertThat(traffic.unpackedBytes()).isGreaterThan(0);
        if (traffic.refusedBytes().isEmpty()) {
            assertThat((double) traffic.unpackedBytes() / packed).isGreaterThan(HIT_RATE);
        }
    }

    /** Returns the bytes of one replica. */
    private long assertThatReplicasAreTheSame(Topic topic) throws IOException {
        TopicLog expected = cluster.brokers().get(0).log(topic.name());
        assertThat(expected.batches())
                .as(topic.name())
                .hasSizeGreaterThan(lines.size())
                .allSatisfy(batch -> {
                    assertThat(batch.isIntact()).isTrue();
                    assertThat(batch.codec()).isEqualTo(topic.codec());
                });
        for (KafkaBroker broker : cluster.brokers()) {
            assertThat(broker.log(topic.name())).isEqualTo(expected);
        }
        return expected.bytes();
    }
}
