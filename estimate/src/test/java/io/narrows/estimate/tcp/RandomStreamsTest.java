package io.narrows.estimate.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.pcap.Captures;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomStreamsTest {
    private static final int ROUNDS = 20;
    private static final int CONNECTIONS = 10;
    private static final int LONGEST = 40_000;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shuffledRepeatedAndLostSegments_giveTheOriginalStreams(boolean lossy) throws IOException {
        SplittableRandom random = new SplittableRandom(Seed.of("RandomStreamsTest, lossy " + lossy));
        long lost = 0;
        for (int round = 0; round < ROUNDS; round++) {
            RandomCapture capture = new RandomCapture(random, CONNECTIONS, LONGEST, lossy);
            byte[] file = round % 2 == 0
                    ? capture.pcap(ByteOrder.BIG_ENDIAN, round % 4 == 0)
                    : capture.pcapng(ByteOrder.LITTLE_ENDIAN);
            lost += compare(capture, file, round);
        }
        assertThat(lost > 0).isEqualTo(lossy);
    }

    private static long compare(RandomCapture capture, byte[] file, int round) throws IOException {
        Recording recording = new Recording();
        CapturedStreams streams = new CapturedStreams(recording, AssemblyLimits.DEFAULT);
        try (CaptureReader reader = Captures.reader(file)) {
            streams.read(reader);
            assertThat(reader.warnings()).isEmpty();
        }
        streams.end();

        long lost = 0;
        assertThat(recording.streams).hasSize(CONNECTIONS);
        for (RandomConnection connection : capture.connections) {
            Recording.Stream stream = recording.streams.stream()
                    .filter(candidate -> candidate.connection.client().port() == connection.port())
                    .findFirst()
                    .orElseThrow();
            String name = "round " + round + ", " + stream.connection;
            assertThat(stream.ending).as(name).isEqualTo(connection.ending);
            for (Direction direction : Direction.values()) {
                int i = direction.ordinal();
                assertThat(stream.bytes(direction)).as(name + " " + direction).isEqualTo(connection.expected[i]);
                assertThat(stream.lost[i]).as(name + " " + direction).isEqualTo(connection.lost[i]);
                lost += stream.lost[i];
            }
        }
        assertThat(streams.streams().lostBytes()).isEqualTo(lost);
        return lost;
    }
}
