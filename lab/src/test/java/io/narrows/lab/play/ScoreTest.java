package io.narrows.lab.play;

import static io.narrows.lab.play.Scores.connection;
import static io.narrows.lab.play.Scores.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.TrafficClass;
import io.narrows.lab.recording.Recording;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoreTest {
    private static final Score SCORE = Score.of(new Recording(
            "etcd",
            List.of(
                    connection(
                            TrafficClass.REPLICATION,
                            List.of(read(1_000, "hello"), read(9_000, "again")),
                            List.of(read(1_030, "yes"))),
                    connection(TrafficClass.HEARTBEAT, List.of(read(1_010, "beat")), List.of()))));

    @Test
    void of_recording_hasAllCuesInOrderAndCutsSilences() {
        assertThat(SCORE.cues())
                .containsExactly(
                        new Cue(0, 0, true, 5),
                        new Cue(millis(10), 1, true, 4),
                        new Cue(millis(30), 0, false, 3),
                        new Cue(millis(130), 0, true, 10));
        assertThat(SCORE.trafficClasses()).containsExactlyInAnyOrder(TrafficClass.REPLICATION, TrafficClass.HEARTBEAT);
    }

    @Test
    void first_part_endsBeforeItsTime() {
        Score part = SCORE.first(Duration.ofMillis(30));

        assertThat(part.cues()).isEqualTo(SCORE.cues().subList(0, 2));
        assertThat(part.dialogues()).isEqualTo(SCORE.dialogues());
    }

    @Test
    void faster_score_hasTheSameCuesEarlier() {
        assertThat(SCORE.faster(10).cues())
                .extracting(Cue::nanos)
                .containsExactly(0L, millis(1), millis(3), millis(13));
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
