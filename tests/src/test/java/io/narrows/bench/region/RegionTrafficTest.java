package io.narrows.bench.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.bench.region.RegionTraffic.Read;
import io.narrows.config.TrafficClass;
import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.recording.Recording;
import io.narrows.lab.trace.TraceRecord;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class RegionTrafficTest {
    @Test
    void readsOfAllConnections_areInTheOrderOfTheirTimes() {
        RegionTraffic traffic = RegionTraffic.of(
                new Recording("db", List.of(connection("leader-log-1", 1, 4), connection("leader-log-2", 2, 3))));

        assertThat(traffic.reads()).extracting(Read::nanos).containsExactly(1L, 2L, 3L, 4L);
        assertThat(traffic.reads()).extracting(Read::follower).containsExactly(0, 1, 1, 0);
        assertThat(traffic.reads()).extracting(Read::fromLeader).containsExactly(true, true, false, false);
        assertThat(traffic.reads()).extracting(Read::stream).containsOnly("leader-log");
    }

    @Test
    void connectionThatAFollowerDialed_comesFromTheLeaderInTheOtherDirection() {
        RegionTraffic traffic = RegionTraffic.of(
                new Recording("db", List.of(connection("follower-log-1", 1, 4), connection("follower-log-2", 2, 3))));

        assertThat(traffic.reads()).extracting(Read::fromLeader).containsExactly(false, false, true, true);
    }

    @Test
    void connectionWithoutCounterpart_isRefused() {
        Recording recording = new Recording("db", List.of(connection("leader-log-1", 1, 4)));

        assertThatThrownBy(() -> RegionTraffic.of(recording))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("db: connections [leader-log] of follower 1, [] of follower 2 (expected: the same)");
    }

    @Test
    void connectionOfAnotherClass_isRefused() {
        Recording recording = new Recording("db", List.of(connection("replication", 1, 4)));

        assertThatThrownBy(() -> RegionTraffic.of(recording))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("db: a connection of class replication (expected: ((leader|follower)-[a-z]+)-([12]))");
    }

    /** Returns a connection with a read of a byte in each direction. */
    private static RecordedConnection connection(String trafficClass, long clientNanos, long serverNanos) {
        return new RecordedConnection(new TrafficClass(trafficClass), reads(clientNanos), reads(serverNanos));
    }

    private static List<TraceRecord> reads(long... nanos) {
        return LongStream.of(nanos)
                .mapToObj(at -> new TraceRecord(at, ByteBuffer.allocate(1)))
                .toList();
    }
}
