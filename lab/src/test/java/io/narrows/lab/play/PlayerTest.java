package io.narrows.lab.play;

import static io.narrows.lab.play.Scores.connection;
import static io.narrows.lab.play.Scores.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.TrafficClass;
import io.narrows.lab.recording.Recording;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlayerTest {
    private static final int BYTES = 15 + 7;
    private static final List<Score> SCORES = List.of(Score.of(new Recording(
            "etcd",
            List.of(
                    connection(
                            TrafficClass.REPLICATION,
                            List.of(read(0, "hello"), read(9, "again")),
                            List.of(read(3, "world"))),
                    connection(TrafficClass.HEARTBEAT, List.of(read(5, "beat")), List.of(read(6, "yes")))))));

    private Player player;

    @BeforeEach
    void listen() throws Exception {
        player = new Player(SCORES);
    }

    @AfterEach
    void close() throws Exception {
        player.close();
    }

    @Test
    void playOnce_faithfulWay_findsEverythingEqual() throws Exception {
        playOnceThrough(IntUnaryOperator.identity());

        assertThat(player.tally().equalBytes()).isEqualTo(BYTES);
        assertThat(player.tally().mismatches()).isZero();
        assertThat(player.tally().connections()).isEqualTo(2);
    }

    @Test
    void playOnce_changedBytes_countsEach() throws Exception {
        playOnceThrough(read -> read == 'l' ? 'L' : read);

        assertThat(player.tally().mismatches()).isEqualTo(2);
        assertThat(player.tally().equalBytes()).isEqualTo(BYTES - 2);
    }

    @Test
    void playOnce_connectionCut_countsWhatIsMissing() throws Exception {
        playOnceThrough(read -> read == 'g' ? -1 : read);

        assertThat(player.tally().mismatches()).isPositive();
        assertThat(player.tally().equalBytes()).isLessThan(BYTES);
    }

    @Test
    void repeat_stopped_hasComparedAllThatWasSaid() throws Exception {
        try (Forwarder way = new Forwarder(player.ports().get("etcd"), IntUnaryOperator.identity())) {
            Performance performance = player.repeat(SCORES, (name, trafficClass) -> way.address());
            await().until(() -> player.tally().equalBytes() > 3 * BYTES);
            performance.stop();
            performance.awaitEnd();
        }

        assertThat(player.tally().mismatches()).isZero();
        assertThat(player.tally().connections()).isGreaterThanOrEqualTo(6);
    }

    private void playOnceThrough(IntUnaryOperator change) throws Exception {
        try (Forwarder way = new Forwarder(player.ports().get("etcd"), change)) {
            player.playOnce(SCORES, (name, trafficClass) -> way.address()).awaitEnd();
        }
    }
}
