package io.narrows.bench.region;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * When the frames of a replay were sent and arrived, in nanoseconds of the machine's monotonic clock.
 *
 * @param sent by the leader
 * @param own when each arrived at its follower's sidecar
 * @param passed when it arrived at the other one
 */
record ReplayTimes(long[] sent, long[] own, long[] passed) {
    /**
     * Reads what the processes of a replay have printed.
     *
     * @throws IllegalStateException if a time is missing
     */
    ReplayTimes(int frames, List<String> logs) {
        this(new long[frames], new long[frames], new long[frames]);
        logs.stream().flatMap(String::lines).forEach(this::read);
        if (Stream.of(sent, own, passed).flatMapToLong(LongStream::of).anyMatch(time -> time == 0)) {
            throw new IllegalStateException("a frame of the replay has not arrived");
        }
    }

    private void read(String line) {
        String[] words = line.split(" ");
        long[] times = switch (words[0]) {
            case "sent" -> sent;
            case "own" -> own;
            case "passed" -> passed;
            default -> new long[0];
        };
        if (times.length > 0) {
            times[Integer.parseInt(words[1])] = Long.parseLong(words[2]);
        }
    }
}
