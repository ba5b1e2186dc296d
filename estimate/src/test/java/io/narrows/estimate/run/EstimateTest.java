package io.narrows.estimate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Policy;
import io.narrows.config.TrafficClass;
import io.narrows.estimate.tcp.Direction;
import io.narrows.estimate.tcp.Opening;
import io.narrows.estimate.tcp.StreamConsumer;
import io.narrows.proxy.link.unpack.UnpackingStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EstimateTest {
    private static final String RECORD = "{\"kind\":\"pod\",\"name\":\"web\",\"image\":\"registry.example/web:1\"}";

    /** A link judges so many bytes before it leaves a stream uncompressed, and probes it again after so much time. */
    private static final int JUDGED = 128 << 10;

    private static final long PROBE_NANOS = 500_000_000;
    private static final int FRAME = 16 << 10;

    private final Exchange exchange = new Exchange();

    @Test
    void repeatedRecords_shrinkInOneContextPerDirection() {
        StreamConsumer connection = exchange.open();
        for (int i = 0; i < 100; i++) {
            exchange.client(connection, RECORD + i);
        }
        exchange.close(connection);

        TrafficFigures figures = exchange.only();
        CodecFigures zstd = figures.codecs().get(Exchange.ZSTD);
        assertThat(figures.reads()).isEqualTo(100);
        assertThat(zstd.contexts()).isEqualTo(1);
        assertThat(zstd.appBytes()).isEqualTo(figures.appBytes());
        assertThat(zstd.wireBytes()).isLessThan(figures.appBytes() / 2);
        CodecSpec policy = CodecSpec.of(Codec.ZSTD, 1);
        assertThat(figures.policy().candidates()).as("cross-zone").containsExactly(policy);
        assertThat(figures.codecs()).containsOnlyKeys(Estimate.NONE, policy, Exchange.ZSTD);
    }

    @Test
    void noise_growsByTheCodecsFramingOnly() {
        StreamConsumer connection = exchange.open();
        exchange.client(connection, noise(new Random(1), 1000));
        exchange.close(connection);

        long none = exchange.only().codecs().get(Estimate.NONE).wireBytes();
        assertThat(exchange.only().codecs().get(Exchange.ZSTD).wireBytes()).isBetween(none, none + 32);
    }

    @Test
    void shortNoise_isSentAsItIs_likeLinksDo() {
        StreamConsumer connection = exchange.open();
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            exchange.client(connection, noise(random, 20));
        }
        exchange.close(connection);

        long none = exchange.only().codecs().get(Estimate.NONE).wireBytes();
        assertThat(exchange.only().codecs().get(Exchange.ZSTD).wireBytes()).isBetween(none, none + 1000);
    }

    @Test
    void streamThatDoesNotShrink_isNotCompressedFurther_untilAProbeFindsThatItDoes() {
        StreamConsumer connection = exchange.open();
        Random random = new Random(1);
        int judged = JUDGED / FRAME;
        for (int i = 0; i < judged; i++) {
            exchange.client(connection, noise(random, FRAME));
        }
        exchange.pause();
        CodecFigures zstd = exchange.only().codecs().get(Exchange.ZSTD);
        double spent = zstd.cpuSeconds();
        assertThat(spent).isEqualTo(judged * 1000 / 1e9);

        long before = zstd.wireBytes();
        for (int i = 0; i < 100; i++) {
            exchange.client(connection, "x".repeat(FRAME));
        }
        exchange.pause();
        assertThat(zstd.cpuSeconds()).as("bypassed").isEqualTo(spent);
        assertThat(zstd.wireBytes() - before).isGreaterThan(100 * FRAME);

        exchange.pause(PROBE_NANOS);
        exchange.client(connection, "x".repeat(FRAME));
        exchange.pause();
        before = zstd.wireBytes();
        exchange.client(connection, "x".repeat(FRAME));
        exchange.close(connection);

        assertThat(zstd.wireBytes() - before).isLessThan(1000);
        assertThat(exchange.estimate().tools().contexts().usedBytes()).isZero();
    }

    @Test
    void ruleWithLinger_joinsReads() throws ConfigException {
        Exchange lingering = new Exchange(policy("{codec: zstd, level: 3, linger: 5ms}"));
        StreamConsumer connection = lingering.open();
        for (int i = 0; i < 30; i++) {
            lingering.client(connection, RECORD + i);
        }
        lingering.close(connection);
        Exchange prompt = new Exchange(policy("{codec: zstd, level: 3}"));
        connection = prompt.open();
        for (int i = 0; i < 30; i++) {
            prompt.client(connection, RECORD + i);
        }
        prompt.close(connection);

        assertThat(lingering.only().reads()).isEqualTo(30);
        long framesOfThree = lingering.only().codecs().get(Estimate.NONE).wireBytes();
        long framesOfOne = prompt.only().codecs().get(Estimate.NONE).wireBytes();
        assertThat(framesOfOne - framesOfThree).as("20 headers with checks").isBetween(80L, 160L);
        assertThat(lingering.only().codecs().get(Exchange.ZSTD).wireBytes())
                .isLessThan(prompt.only().codecs().get(Exchange.ZSTD).wireBytes());
    }

    @Test
    void bytesThatLinger_areSentWhenTheConnectionIsIdle() throws ConfigException {
        Exchange lingering = new Exchange(policy("{codec: zstd, level: 3, linger: 5ms}"));
        StreamConsumer connection = lingering.open();
        lingering.client(connection, RECORD);
        lingering.pause();
        assertThat(lingering.only().codecs()).isEmpty();

        lingering.pause(LingeringReads.LONGEST_NANOS);

        assertThat(lingering.only().codecs().get(Exchange.ZSTD).appBytes()).isEqualTo(RECORD.length());
    }

    @Test
    void ruleWithUnpack_carriesWhatTheApplicationCompressed_inFewerBytes() throws ConfigException {
        Exchange unpacking = new Exchange(policy("{codec: zstd, level: 3, unpack: [gzip]}"));
        Exchange packed = new Exchange(policy("{codec: zstd, level: 3}"));
        sendOrders(unpacking);
        sendOrders(packed);

        CodecFigures with = unpacking.only().codecs().get(Exchange.ZSTD);
        CodecFigures without = packed.only().codecs().get(Exchange.ZSTD);
        assertThat(unpacking.only().codecsWithUnpack()).isEmpty();
        assertThat(with.appBytes())
                .isEqualTo(without.appBytes())
                .isEqualTo(packed.only().appBytes());
        assertThat(with.wireBytes()).isLessThan(without.wireBytes() * 8 / 10);
        assertThat(unpacking.only().codecs().get(Estimate.NONE).wireBytes())
                .isEqualTo(packed.only().codecs().get(Estimate.NONE).wireBytes());

        assertThat(packed.only().pieces().pieces()).isEqualTo(60);
        assertThat(packed.only().codecsWithUnpack().get(Exchange.ZSTD).wireBytes())
                .isBetween(with.wireBytes(), with.wireBytes() + 10);
    }

    @Test
    void pieceWhoseEndDoesNotCome_goesAsItIs_afterTheTimeThatLinksWait() throws ConfigException {
        byte[] message = new GzippedOrders(600).next();
        Exchange unpacking = new Exchange(policy("{codec: zstd, level: 3, unpack: [gzip]}"));
        StreamConsumer connection = unpacking.open();
        unpacking.client(connection, Arrays.copyOf(message, message.length / 2));
        unpacking.pause();
        long waiting = unpacking.only().codecs().get(Exchange.ZSTD).appBytes();

        unpacking.pause(UnpackingStream.LONGEST_DELAY);

        assertThat(waiting).isLessThan(message.length / 2);
        assertThat(unpacking.only().codecs().get(Exchange.ZSTD).appBytes()).isEqualTo(message.length / 2);
        assertThat(unpacking.only().pieces().pieces()).isZero();
    }

    private static void sendOrders(Exchange exchange) {
        StreamConsumer connection = exchange.open();
        GzippedOrders orders = new GzippedOrders(600);
        for (int i = 0; i < 60; i++) {
            exchange.client(connection, orders.next());
        }
        exchange.close(connection);
    }

    private static Policy policy(String rule) throws ConfigException {
        return ConfigLoader.parse("narrows.yaml", """
                version: 1
                node: {id: a, region: r, zone: z, host: h}
                link: {listen: 127.0.0.1:1}
                targets: {}
                peers: []
                policy: [%s]
                """.formatted(rule), Path.of("."))
                .policy();
    }

    private static byte[] noise(Random random, int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    @Test
    void hole_endsTheContext_andIsCounted() {
        StreamConsumer connection = exchange.open();
        exchange.client(connection, RECORD);
        exchange.lose(connection, 70);
        exchange.client(connection, RECORD);
        exchange.close(connection);

        assertThat(exchange.only().codecs().get(Exchange.ZSTD).contexts()).isEqualTo(2);
        assertThat(exchange.estimate().counts().holes()).isEqualTo(1);
        assertThat(exchange.estimate().counts().lostBytes()).isEqualTo(70);
    }

    @Test
    void startOfALink_isCounted_unlessTheConnectionWasJoined() {
        StreamConsumer whole = exchange.open();
        exchange.client(whole, RECORD);
        exchange.close(whole);
        long ofWhole = exchange.only().codecs().get(Estimate.NONE).wireBytes();

        Exchange other = new Exchange();
        StreamConsumer joined = other.open("10.1.0.1", "10.2.0.1", Opening.JOINED);
        other.client(joined, RECORD);
        other.close(joined);

        assertThat(ofWhole - other.only().codecs().get(Estimate.NONE).wireBytes())
                .isEqualTo(LinkStart.bytes(Direction.FROM_CLIENT, false));
        assertThat(other.estimate().counts().joined()).isEqualTo(1);
    }

    @Test
    void unknownAddress_isReported_andItsBytesAreLeftOut() {
        StreamConsumer connection = exchange.open("10.1.0.1", "192.0.2.7", Opening.SYN);
        exchange.client(connection, RECORD);
        exchange.close(connection);

        EstimateCounts counts = exchange.estimate().counts();
        assertThat(exchange.estimate().traffic()).isEmpty();
        assertThat(counts.unknownAddresses()).containsExactly("192.0.2.7");
        assertThat(counts.unknownBytes()).isEqualTo(RECORD.length());
        assertThat(counts.unknownConnections()).isEqualTo(1);
    }

    @Test
    void tls_isEncrypted_alsoIfJoinedInTheMiddle() {
        StreamConsumer hello = exchange.open();
        exchange.client(hello, "\u0016\u0003\u0001\u0000\u0050\u0001" + "x".repeat(75));
        StreamConsumer joined = exchange.open("10.1.0.1", "10.2.0.1", Opening.JOINED);
        exchange.client(joined, "\u0017\u0003\u0003\u0000\u0010" + "x".repeat(16));
        exchange.close(hello);
        exchange.close(joined);

        assertThat(exchange.estimate().traffic().keySet())
                .extracting(TrafficKey::trafficClass)
                .containsExactly(TrafficClass.ENCRYPTED);
        assertThat(exchange.only().codecs()).as("not tried").containsOnlyKeys(Estimate.NONE);
    }

    @Test
    void contextsAboveTheLimit_closeTheLeastRecentlyUsed() {
        Exchange tight = new Exchange(1);
        StreamConsumer first = tight.open();
        StreamConsumer second = tight.open();
        tight.client(first, RECORD);
        tight.client(second, RECORD);
        tight.client(first, RECORD);
        tight.pause();

        assertThat(tight.estimate().counts().contextsClosedEarly()).isPositive();
        assertThat(tight.only().codecs().get(Exchange.ZSTD).contexts()).isEqualTo(3);
        tight.close(first);
        tight.close(second);
        assertThat(tight.estimate().tools().contexts().usedBytes()).isZero();
    }

    @Test
    void pairsBeyondTheLimit_areCounted_andLeftOut() {
        Exchange tight = new Exchange(1 << 20, 1);
        StreamConsumer first = tight.open();
        tight.client(first, RECORD);
        StreamConsumer back = tight.open("10.2.0.1", "10.1.0.1", Opening.SYN);
        tight.client(back, RECORD);
        tight.client(first, RECORD);
        tight.close(first);
        tight.close(back);

        assertThat(tight.estimate().traffic()).hasSize(1);
        assertThat(tight.only().appBytes()).isEqualTo(2 * RECORD.length());
        assertThat(tight.estimate().counts().leftOutBytes()).isEqualTo(RECORD.length());
    }

    @Test
    void processorTime_ofSmallReads_isSampled() {
        StreamConsumer connection = exchange.open();
        for (int i = 0; i < 16; i++) {
            exchange.client(connection, RECORD);
        }
        exchange.close(connection);

        assertThat(exchange.only().codecs().get(Exchange.ZSTD).cpuSeconds()).isEqualTo(16 * 1000 / 1e9);
    }

    @Test
    void processorTime_ofConnectionsWithOneSmallRead_isThatOfAll() {
        for (int i = 0; i < 16; i++) {
            StreamConsumer connection = exchange.open();
            exchange.client(connection, RECORD);
            exchange.close(connection);
        }

        assertThat(exchange.only().codecs().get(Exchange.ZSTD).cpuSeconds()).isEqualTo(16 * 1000 / 1e9);
    }

    @Test
    void processorTime_ofRequestsAndAnswersInTurn_isThatOfBothDirections() {
        StreamConsumer connection = exchange.open();
        for (int i = 0; i < 1000; i++) {
            exchange.client(connection, RECORD);
            exchange.server(connection, RECORD);
        }
        exchange.close(connection);

        assertThat(exchange.estimate().traffic().values())
                .hasSize(2)
                .allSatisfy(figures -> assertThat(
                                figures.codecs().get(Exchange.ZSTD).cpuSeconds())
                        .isCloseTo(1000 * 1000 / 1e9, withinPercentage(25)));
    }
}
