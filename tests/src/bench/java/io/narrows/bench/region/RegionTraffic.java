package io.narrows.bench.region;

import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.recording.Recording;
import io.narrows.lab.recording.RecordingFile;
import io.narrows.lab.trace.TraceRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Traffic between a leader and two followers, in the order in which it was read. The class of each recorded connection says who dialed it,
 * what it carries, and the follower: {@code leader-log-1}. The other follower's connection with the same class, except for its number, is its
 * counterpart.
 *
 * @param name of the recording
 */
record RegionTraffic(String name, List<Read> reads) {
    static final int FOLLOWERS = 2;

    private static final List<String> OWN = List.of("etcd", "ratis");
    private static final Pattern CLASS = Pattern.compile("((leader|follower)-[a-z]+)-([12])");

    /**
     * A read of the recorder.
     *
     * @param nanos since the recorder started
     * @param stream the name that a connection and its counterpart have in common
     * @param follower 0 or 1
     * @param data the bytes of the read; each call of the accessor returns a new buffer over the same bytes
     */
    record Read(long nanos, String stream, int follower, boolean fromLeader, ByteBuffer data) {
        @Override
        public ByteBuffer data() {
            return data.duplicate();
        }
    }

    /** Reads packed recordings; without any, those of the benchmarks. */
    static List<RegionTraffic> read(List<Path> files) throws IOException {
        List<RegionTraffic> all = new ArrayList<>();
        for (Path file : files) {
            try (InputStream packed = Files.newInputStream(file)) {
                all.add(of(RecordingFile.read(file.getFileName().toString().replaceAll("\\..*", ""), packed)));
            }
        }
        for (String name : files.isEmpty() ? OWN : List.<String>of()) {
            try (InputStream packed =
                    RegionTraffic.class.getResourceAsStream("/io/narrows/bench/" + name + "-followers.zst")) {
                all.add(of(RecordingFile.read(name, packed)));
            }
        }
        return all;
    }

    /** @throws IllegalArgumentException if a connection has another class, or no counterpart */
    static RegionTraffic of(Recording recording) {
        List<Set<String>> streams = List.of(new HashSet<>(), new HashSet<>());
        List<Read> reads = new ArrayList<>();
        for (RecordedConnection connection : recording.connections()) {
            Matcher named = CLASS.matcher(connection.trafficClass().name());
            if (!named.matches()) {
                throw new IllegalArgumentException("%s: a connection of class %s (expected: %s)"
                        .formatted(recording.name(), connection.trafficClass(), CLASS));
            }
            int follower = Integer.parseInt(named.group(3)) - 1;
            boolean leaderDials = named.group(2).equals("leader");
            streams.get(follower).add(named.group(1));
            add(connection.clientToServer(), named.group(1), follower, leaderDials, reads);
            add(connection.serverToClient(), named.group(1), follower, !leaderDials, reads);
        }
        if (!streams.get(0).equals(streams.get(1))) {
            throw new IllegalArgumentException("%s: connections %s of follower 1, %s of follower 2 (expected: the same)"
                    .formatted(recording.name(), streams.get(0), streams.get(1)));
        }
        reads.sort(Comparator.comparingLong(Read::nanos));
        return new RegionTraffic(recording.name(), List.copyOf(reads));
    }

    /** Returns this traffic with reads that come soon after each other joined. */
    RegionTraffic lingering(long nanos) {
        return new RegionTraffic(name, LingeringReads.join(reads, nanos));
    }

    private static void add(
            List<TraceRecord> records, String stream, int follower, boolean fromLeader, List<Read> reads) {
        for (TraceRecord record : records) {
            reads.add(new Read(record.nanos(), stream, follower, fromLeader, record.data()));
        }
    }
}
