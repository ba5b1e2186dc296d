package io.narrows.cli.load;

import java.util.Map;

/**
 * What a load came to, so far or at its end.
 *
 * @param seconds from its start to now, or to the end of the last operation
 * @param done operations that were acknowledged
 * @param failed operations that were given up; whether a write among them was done is not known
 * @param conflicts transactions whose comparison did not hold: writes that were sent again, after the first attempt had been
 *     done without an answer
 * @param errors attempts that failed, by gRPC's code; one that was tried again with success is here and in {@code done}
 * @param writtenBytes of values, by writes that were acknowledged
 * @param readBytes of values
 * @param writes latencies of writes
 * @param reads latencies of reads
 * @param watch what the watches saw
 * @param cpuSeconds processor time of this process meanwhile
 */
public record LoadFigures(
        double seconds,
        Map<Operation, Long> done,
        Map<Operation, Long> failed,
        long conflicts,
        Map<String, Long> errors,
        long writtenBytes,
        long readBytes,
        LatencyFigures writes,
        LatencyFigures reads,
        WatchFigures watch,
        double cpuSeconds) {
    public LoadFigures {
        done = Map.copyOf(done);
        failed = Map.copyOf(failed);
        errors = Map.copyOf(errors);
    }

    public double writesPerSecond() {
        return seconds == 0 ? 0 : writes.count() / seconds;
    }

    public double readsPerSecond() {
        return seconds == 0 ? 0 : reads.count() / seconds;
    }
}
