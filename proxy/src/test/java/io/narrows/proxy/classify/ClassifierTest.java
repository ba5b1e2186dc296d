package io.narrows.proxy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.ClassPattern;
import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ClassifierTest {
    private static final ByteBuf PREFACE = text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    private static final ByteBuf ETCD_LOG = text("GET /raft/stream/msgapp/8211f1d0f64f3269 HTTP/1.1\r\n");
    private static final long BEAT_NANOS = 80_000_000;

    private long now = 1;

    @Test
    void classOfTheConfiguration_isFinal() {
        Classifier classifier = Classifier.of(TrafficClass.BULK, List.of());

        assertThat(classifier.changedBy(Side.CONNECTING, ETCD_LOG, now)).isFalse();
        assertThat(heartbeats(classifier)).isEqualTo(TrafficClass.BULK);
    }

    @Test
    void firstBytes_giveTheClassOnce_andNoRhythmTakesIt() {
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of());

        assertThat(classifier.changedBy(Side.CONNECTING, ETCD_LOG, now)).isTrue();
        assertThat(classifier.trafficClass()).isEqualTo(TrafficClass.REPLICATION);
        assertThat(heartbeats(classifier)).isEqualTo(TrafficClass.REPLICATION);
    }

    @Test
    void etcdSnapshot_isBulk_betweenTheProbesOfItsConnection() {
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of());
        ByteBuf probe = text("GET /raft/probing HTTP/1.1\r\n\r\n");

        assertThat(classifier.changedBy(Side.CONNECTING, probe, now)).isFalse();
        assertThat(classifier.changedBy(Side.CONNECTING, text("POST /raft/snapshot HTTP/1.1\r\n"), now))
                .isTrue();
        assertThat(classifier.trafficClass()).isEqualTo(TrafficClass.BULK);
        assertThat(classifier.changedBy(Side.CONNECTING, text("x".repeat(5000)), now))
                .isFalse();
        assertThat(classifier.changedBy(Side.CONNECTING, probe, now)).isTrue();
        assertThat(classifier.trafficClass()).isEqualTo(TrafficClass.DEFAULT);
    }

    @Test
    void etcdProbes_areNoHeartbeatAgain_untilAMinuteAfterASnapshot() {
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of());
        ByteBuf probe = text("GET /raft/probing HTTP/1.1\r\n\r\n");
        beat(classifier, probe, 20);
        assertThat(classifier.trafficClass()).isEqualTo(TrafficClass.HEARTBEAT);

        classifier.changedBy(Side.CONNECTING, text("POST /raft/snapshot HTTP/1.1\r\n"), now);
        classifier.changedBy(Side.CONNECTING, text("x".repeat(5000)), now);

        beat(classifier, probe, 30);
        assertThat(classifier.trafficClass()).isEqualTo(TrafficClass.DEFAULT);
        beat(classifier, probe, 60);
        assertThat(classifier.trafficClass()).isEqualTo(TrafficClass.HEARTBEAT);
    }

    /** Sends a message each second. */
    private void beat(Classifier classifier, ByteBuf message, int times) {
        for (int i = 0; i < times; i++) {
            now += TimeUnit.SECONDS.toNanos(1);
            classifier.changedBy(Side.CONNECTING, message, now);
        }
    }

    @Test
    void bytesOfTheAnsweringSide_tellNothing() {
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of());

        assertThat(classifier.changedBy(Side.ANSWERING, ETCD_LOG, now)).isFalse();
        assertThat(classifier.changedBy(Side.CONNECTING, ETCD_LOG, now)).isTrue();
    }

    @Test
    void natsRoute_isReplication_whereTheAcceptingServerSpeaksFirst() {
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of());
        ByteBuf info = text("INFO {\"server_id\":\"NB\"}\r\n");

        assertThat(classifier.changedBy(Side.ANSWERING, info, now)).isFalse();
        classifier.changedBy(Side.CONNECTING, text("CONNECT {\"name\":\"NA\",\"lnoc\":true}\r\n"), now);
        assertThat(classifier.changedBy(Side.CONNECTING, text("INFO {\"server_id\":\"NA\"}\r\n"), now))
                .isTrue();
        assertThat(heartbeats(classifier)).isEqualTo(TrafficClass.REPLICATION);
    }

    @Test
    void natsGateway_isDefault_whateverItsRhythm() {
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of());

        classifier.changedBy(Side.CONNECTING, text("CONNECT {\"gateway\":\"C2\"}\r\nINFO {\"server_id\":\"N"), now);

        assertThat(heartbeats(classifier)).isEqualTo(TrafficClass.DEFAULT);
    }

    @Test
    void cassandra3_isReplication_unlessItsRhythmSaysGossip() {
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of());

        classifier.changedBy(
                Side.CONNECTING, Unpooled.wrappedBuffer(HexFormat.of().parseHex("ca552dfa00000b00")), now);
        assertThat(classifier.trafficClass()).isEqualTo(TrafficClass.REPLICATION);

        assertThat(heartbeats(classifier)).isEqualTo(TrafficClass.HEARTBEAT);
    }

    @Test
    void grpc_isAHeartbeatByItsRhythm_andGrpcAgainAfterALargeMessage() {
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of());
        assertThat(classifier.changedBy(Side.CONNECTING, PREFACE, now)).isTrue();
        assertThat(classifier.trafficClass()).isEqualTo(TrafficClass.GRPC);

        assertThat(heartbeats(classifier)).isEqualTo(TrafficClass.HEARTBEAT);

        assertThat(classifier.changedBy(Side.ANSWERING, text("x".repeat(5000)), now))
                .isTrue();
        assertThat(classifier.trafficClass()).isEqualTo(TrafficClass.GRPC);
    }

    @Test
    void unknownConnection_isAHeartbeatByItsRhythm_andDefaultAgainAfterALargeMessage() {
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of());

        assertThat(heartbeats(classifier)).isEqualTo(TrafficClass.HEARTBEAT);

        classifier.changedBy(Side.CONNECTING, text("x".repeat(5000)), now);
        assertThat(classifier.trafficClass()).isEqualTo(TrafficClass.DEFAULT);
    }

    @Test
    void streamThatHasCarriedBulk_isAHeartbeatAgain_onlyAfterAMinuteOfBeats() {
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of());
        heartbeats(classifier);
        classifier.changedBy(Side.ANSWERING, text("x".repeat(5000)), now);
        long bulkAt = now;

        int changes = 0;
        while (!classifier.trafficClass().equals(TrafficClass.HEARTBEAT)) {
            now += BEAT_NANOS;
            changes += classifier.changedBy(Side.CONNECTING, text("beat"), now) ? 1 : 0;
        }

        assertThat(Duration.ofNanos(now - bulkAt)).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(61));
        assertThat(changes).isEqualTo(1);
    }

    @Test
    void patternOfTheConfiguration_goesBeforeWhatIsBuiltIn() {
        ClassPattern pattern = new ClassPattern(new TrafficClass("mine"), "8211f1d0f64f3269", 4096);
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of(pattern));

        classifier.changedBy(Side.CONNECTING, ETCD_LOG.slice(0, 30), now);
        assertThat(classifier.trafficClass()).isEqualTo(TrafficClass.REPLICATION);

        assertThat(classifier.changedBy(Side.CONNECTING, ETCD_LOG.slice(30, ETCD_LOG.readableBytes() - 30), now))
                .isTrue();
        assertThat(classifier.trafficClass()).hasToString("mine");
    }

    @Test
    void patternForDefault_keepsTheRhythmAway() {
        ClassPattern pattern = new ClassPattern(TrafficClass.DEFAULT, "beat", 4);
        Classifier classifier = Classifier.of(TrafficClass.DEFAULT, List.of(pattern));

        assertThat(heartbeats(classifier)).isEqualTo(TrafficClass.DEFAULT);
    }

    private TrafficClass heartbeats(Classifier classifier) {
        for (int i = 0; i < 30; i++) {
            now += BEAT_NANOS;
            classifier.changedBy(Side.CONNECTING, text("beat"), now);
        }
        return classifier.trafficClass();
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }
}
