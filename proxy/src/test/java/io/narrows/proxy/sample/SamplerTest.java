package io.narrows.proxy.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.config.Announcement;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what is sampled, in which figures it appears, and what bounds it. */
@Tag("long")
final class SamplerTest {
    private static final PeerId B = new PeerId("b");
    private static final String FILE = """
            version: 1
            node: {id: a, region: us-east-1, zone: z1, host: h1}
            link: {listen: 127.0.0.1:15000, plaintext: true, context-memory: 1GiB}
            targets: {}
            peers: [{id: b, region: eu-west-1, zone: z2, host: h2, link: 10.0.0.2:15000}]
            policy:
              - {class: bulk, codec: none}
              - {class: heartbeat, codec: zstd, min-size: 1KiB}
              - {regions: [eu-west-1, us-east-1], codec: lz4}
              - {class: replication, codec: zstd, level: 3}
            """;

    private final AtomicLong now = new AtomicLong();
    private final LinkEnvironment links = LinkEnvironments.of(FILE, new EventMeter(), Runnable::run, now::get);
    private final LiveConfig live = links.live();
    private final SampleWorker worker = new SampleWorker(() -> 0.02, () -> 0, () -> 0, nanos -> {});
    private final Sampler sampler = new Sampler(links, PooledByteBufAllocator.DEFAULT, worker);

    @AfterEach
    void close() {
        sampler.close();
    }

    @Test
    void bytesOfBothDirections_areCompressedAsThePolicySays() {
        ConnectionSample connection = sampler.connection(B);
        for (int i = 0; i < 10; i++) {
            carry(connection, Direction.SENT, TrafficClass.REPLICATION, text(1_000));
            carry(connection, Direction.RECEIVED, TrafficClass.REPLICATION, text(500));
        }
        connection.ended();
        settle();

        SampleCell sent = cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT);
        assertThat(sent.appBytes()).isEqualTo(10_000);
        assertThat(sent.sampledBytes()).isEqualTo(10_000);
        assertThat(sent.compressedBytes()).isBetween(100L, 2_000L);
        assertThat(sent.savedBytes()).isCloseTo(10_000 - sent.compressedBytes(), within(1e-6));
        SampleCell received = cell(TrafficClass.REPLICATION, 3, Codec.LZ4, Direction.RECEIVED);
        assertThat(received.sampledBytes()).isEqualTo(5_000);
        assertThat(received.compressedBytes()).isLessThan(3_000);
    }

    @Test
    void readsLongerThanAFrame_areCompressedAsSeveral_andStayReadable() {
        ByteBuf read = Unpooled.wrappedBuffer(text(200_000));
        read.skipBytes(7);

        ConnectionSample connection = sampler.connection(B);
        connection.carried(Direction.SENT, TrafficClass.REPLICATION, read);
        connection.ended();
        settle();

        assertThat(cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT).sampledBytes())
                .isEqualTo(199_993);
        assertThat(read.readerIndex()).isEqualTo(7);
        assertThat(read.readableBytes()).isEqualTo(199_993);
    }

    @Test
    void whatALinkWouldNotCompress_doesNotShrink() {
        carryOnce(TrafficClass.BULK, text(1_000));
        carryOnce(TrafficClass.HEARTBEAT, text(1_000));
        carryOnce(TrafficClass.DEFAULT, text(1_000));
        carryOnce(TrafficClass.REPLICATION, random(1_000));
        settle();

        assertThat(cell(TrafficClass.BULK, 1, Codec.NONE, Direction.SENT).compressedBytes())
                .isEqualTo(1_000);
        assertThat(cell(TrafficClass.HEARTBEAT, 2, Codec.ZSTD, Direction.SENT).compressedBytes())
                .isEqualTo(1_000);
        assertThat(cell(TrafficClass.DEFAULT, 0, Codec.NONE, Direction.SENT).compressedBytes())
                .isEqualTo(1_000);
        assertThat(cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT).savedBytes())
                .isZero();
    }

    @Test
    void connectionsBeyondTheBound_areCounted_andSampledWhenOthersEnd() {
        List<ConnectionSample> connections = new ArrayList<>();
        for (int i = 0; i <= Sampler.MOST_CONNECTIONS; i++) {
            connections.add(sampler.connection(B));
            carry(connections.get(i), Direction.SENT, TrafficClass.REPLICATION, text(1_000));
        }
        connections.subList(0, Sampler.MOST_CONNECTIONS).forEach(ConnectionSample::ended);
        settle();
        SampleCell cell = cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT);
        assertThat(cell.appBytes()).isEqualTo(9_000);
        assertThat(cell.sampledBytes()).isEqualTo(8_000);

        ConnectionSample last = connections.get(Sampler.MOST_CONNECTIONS);
        carry(last, Direction.SENT, TrafficClass.REPLICATION, text(1_000));
        last.ended();
        settle();

        assertThat(cell.sampledBytes()).isEqualTo(9_000);
    }

    @Test
    void turnOfABusyConnection_ends_andTheNextOneComesLater() {
        ConnectionSample busy = sampler.connection(B);
        int read = 64 << 10;
        long reads = SampleTurn.MOST_BYTES / read;
        for (int i = 0; i < reads + 10; i++) {
            carry(busy, Direction.SENT, TrafficClass.REPLICATION, text(read));
            settle();
        }
        SampleCell cell = cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT);
        assertThat(cell.sampledBytes()).isEqualTo(SampleTurn.MOST_BYTES);
        assertThat(held()).isZero();

        now.addAndGet(ConnectionSample.PAUSE_NANOS);
        carry(busy, Direction.SENT, TrafficClass.REPLICATION, text(read));
        settle();

        assertThat(cell.sampledBytes()).isEqualTo(SampleTurn.MOST_BYTES + read);
    }

    @Test
    void turnOfAQuietConnection_endsInTime() {
        ConnectionSample quiet = sampler.connection(B);
        carry(quiet, Direction.SENT, TrafficClass.REPLICATION, text(100));
        settle();
        assertThat(held()).isPositive();

        now.addAndGet(SampleTurn.LONGEST_NANOS);
        carry(quiet, Direction.SENT, TrafficClass.REPLICATION, text(100));
        settle();

        assertThat(held()).isZero();
    }

    @Test
    void turnsOfIdleConnections_endInTime_whenAnotherOneHasBytes() {
        for (int i = 0; i < Sampler.MOST_CONNECTIONS; i++) {
            carry(sampler.connection(B), Direction.SENT, TrafficClass.REPLICATION, text(1_000));
        }
        ConnectionSample busy = sampler.connection(B);
        now.addAndGet(SampleTurn.LONGEST_NANOS);
        carry(busy, Direction.SENT, TrafficClass.REPLICATION, text(500));
        settle();

        carry(busy, Direction.SENT, TrafficClass.REPLICATION, text(500));
        busy.ended();
        settle();

        assertThat(cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT).sampledBytes())
                .isEqualTo(8_500);
        assertThat(held()).isZero();
    }

    @Test
    void turn_endsInTime_byBytesThatALinkWouldNotCompress() {
        ConnectionSample connection = sampler.connection(B);
        carry(connection, Direction.RECEIVED, TrafficClass.DEFAULT, text(100));

        now.addAndGet(SampleTurn.LONGEST_NANOS);
        carry(connection, Direction.SENT, TrafficClass.DEFAULT, text(100));
        settle();

        assertThat(held()).isZero();
    }

    @Test
    void smallReads_waitForOthers_butNotForLong() {
        ConnectionSample connection = sampler.connection(B);
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, text(100));
        settle();
        SampleCell cell = cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT);
        assertThat(cell.sampledBytes()).isZero();

        now.addAndGet(SamplePiece.LONGEST_WAIT_NANOS);
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, text(100));
        settle();

        assertThat(cell.sampledBytes()).isEqualTo(200);
    }

    @Test
    void windowOfASample_isAtMostOneTurn() {
        live.replace(config(FILE.replace("codec: zstd, level: 3", "codec: zstd, level: 19")));
        ConnectionSample connection = sampler.connection(B);
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, random(64 << 10));
        settle();

        CodecSpec largest = CodecSpec.of(Codec.ZSTD, 19);
        assertThat(largest.windowLog()).isGreaterThan(SampleTurn.MOST_BYTES_LOG);
        assertThat(held()).isEqualTo(ContextSizes.encoder(largest.withWindowLog(SampleTurn.MOST_BYTES_LOG)));
        connection.ended();
        settle();
    }

    @Test
    void bytesThatComeWhileTheWorkerIsBehind_areLeftOut_andNoMemoryStaysTaken() {
        CountDownLatch go = new CountDownLatch(1);
        worker.execute(() -> awaitQuietly(go));
        ConnectionSample connection = sampler.connection(B);
        int read = 64 << 10;
        for (int i = 0; i < 30; i++) {
            carry(connection, Direction.SENT, TrafficClass.REPLICATION, text(read));
        }
        assertThat(held()).isBetween(15L * read, (long) SampleWorker.MOST_WAITING);
        go.countDown();
        settle();

        SampleCell cell = cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT);
        assertThat(cell.appBytes()).isEqualTo(30L * read);
        assertThat(cell.sampledBytes()).isEqualTo(15L * read);
        assertThat(held()).as("the turn ended at the first refusal").isZero();
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, text(read));
        settle();
        assertThat(cell.sampledBytes()).as("so that the history has no hole").isEqualTo(15L * read);
    }

    @Test
    void withoutMemory_nothingIsSampled() {
        Account account = links.memory().account(Purpose.SENDING, B);
        long all = account.pool().limitBytes();
        account.count(Storage.NATIVE, all);

        carryOnce(TrafficClass.REPLICATION, text(1_000));
        settle();

        SampleCell cell = cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT);
        assertThat(cell.appBytes()).isEqualTo(1_000);
        assertThat(cell.sampledBytes()).isZero();
        assertThat(held()).isEqualTo(all);
    }

    @Test
    void withoutMemoryForAContext_nothingIsSampled_andNothingStaysTaken() {
        Account account = links.memory().account(Purpose.SENDING, B);
        long left = account.shareBytes() - 20_000; // room for a piece
        account.count(Storage.NATIVE, left);

        carryOnce(TrafficClass.REPLICATION, text(1_000));
        settle();

        assertThat(cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT).sampledBytes())
                .isZero();
        assertThat(held()).isEqualTo(left);
    }

    @Test
    void otherPolicy_appliesToTheNextBytes() {
        ConnectionSample connection = sampler.connection(B);
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, text(1_000));
        live.replace(config(FILE.replace("codec: zstd, level: 3", "codec: gzip")));
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, text(1_000));
        now.addAndGet(ConnectionSample.PAUSE_AFTER_CHANGE_NANOS);
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, text(1_000));
        connection.ended();
        settle();

        SampleCell cell = cell(TrafficClass.REPLICATION, 4, Codec.GZIP, Direction.SENT);
        assertThat(cell.appBytes()).isEqualTo(2_000);
        assertThat(cell.sampledBytes()).as("the next turn comes after a pause").isEqualTo(1_000);
    }

    @Test
    void figuresOfAnotherPolicy_areRemoved_butNotIfRulesOnlyMoveInTheFile() {
        carryOnce(TrafficClass.BULK, text(1_000));

        live.replace(config(FILE.replace("policy:", "# a comment\npolicy:")));
        assertThat(sampler.meter().cells()).isNotEmpty();
        live.replace(config(FILE.replace("codec: lz4", "codec: snappy")));

        assertThat(sampler.meter().cells()).isEmpty();
    }

    @Test
    void turn_survivesAConfigurationThatChangesNothingForIt() {
        ConnectionSample connection = sampler.connection(B);
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, random(10_000));
        live.replace(config(FILE));
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, random(10_000));
        connection.ended();
        settle();

        SampleCell cell = cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT);
        assertThat(cell.sampledBytes()).isEqualTo(20_000);
        assertThat(cell.compressedBytes())
                .as("the second read repeats the first")
                .isLessThan(12_000);
    }

    @Test
    void placeThatThePeerAnnouncesLater_appliesToTheNextBytes() {
        live.replace(config(FILE.replace("region: eu-west-1, zone: z2, host: h2, ", "")));
        ConnectionSample connection = sampler.connection(B);
        carry(connection, Direction.RECEIVED, TrafficClass.REPLICATION, text(1_000));

        Location place = new Location("eu-west-1", "z2", "h2");
        links.traffic().announced().announced(B, new Announcement(place, true));
        carry(connection, Direction.RECEIVED, TrafficClass.REPLICATION, text(1_000));

        assertThat(cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.RECEIVED)
                        .appBytes())
                .isEqualTo(1_000);
        assertThat(cell(TrafficClass.REPLICATION, 3, Codec.LZ4, Direction.RECEIVED)
                        .appBytes())
                .isEqualTo(1_000);
    }

    @Test
    void receivedBytes_useNoCodecThatIsRefusedFromThePeer() {
        live.replace(config(FILE.replace("host: h2,", "host: h2, refuse-codecs: [lz4, zstd],")));
        ConnectionSample connection = sampler.connection(B);
        carry(connection, Direction.RECEIVED, TrafficClass.REPLICATION, text(1_000));
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, text(1_000));

        assertThat(sampler.meter().cells().keySet())
                .filteredOn(labels -> labels.direction() == Direction.RECEIVED)
                .extracting(SampleLabels::codec)
                .doesNotContain(Codec.LZ4);
        assertThat(cell(TrafficClass.REPLICATION, 4, Codec.ZSTD, Direction.SENT).appBytes())
                .isEqualTo(1_000);
    }

    @Test
    void peerThatIsGone_hasNoFigures() {
        carry(sampler.connection(B), Direction.SENT, TrafficClass.BULK, text(1_000));

        sampler.forget(new PeerId("other"));
        assertThat(sampler.meter().cells()).isNotEmpty();
        sampler.forget(B);

        assertThat(sampler.meter().cells()).isEmpty();
    }

    @Test
    void closedSampler_holdsNoMemory_andConnectionsGoOn() {
        ConnectionSample connection = sampler.connection(B);
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, text(1_000));
        settle();

        sampler.close();
        carry(connection, Direction.SENT, TrafficClass.REPLICATION, text(1_000));
        connection.ended();

        assertThat(held()).isZero();
    }

    private void carry(ConnectionSample connection, Direction direction, TrafficClass trafficClass, byte[] bytes) {
        connection.carried(direction, trafficClass, Unpooled.wrappedBuffer(bytes));
    }

    private void carryOnce(TrafficClass trafficClass, byte[] bytes) {
        ConnectionSample connection = sampler.connection(B);
        carry(connection, Direction.SENT, trafficClass, bytes);
        connection.ended();
    }

    /** Waits until the worker has done everything that waits now. */
    private void settle() {
        CountDownLatch idle = new CountDownLatch(1);
        worker.execute(idle::countDown);
        await().until(() -> idle.getCount() == 0);
    }

    private SampleCell cell(TrafficClass trafficClass, int rule, Codec codec, Direction direction) {
        SampleLabels labels = new SampleLabels(B, trafficClass, rule, codec, direction);
        assertThat(sampler.meter().cells()).containsKey(labels);
        return sampler.meter().cell(live.current().policy(), labels);
    }

    private long held() {
        return links.memory().account(Purpose.SENDING, B).usedBytes();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] text(int length) {
        return "some words that repeat themselves "
                .repeat(length / 34 + 1)
                .substring(0, length)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private static Config config(String yaml) {
        try {
            return ConfigLoader.parse("narrows.yaml", yaml, Path.of(""));
        } catch (ConfigException e) {
            throw new AssertionError(e);
        }
    }
}
