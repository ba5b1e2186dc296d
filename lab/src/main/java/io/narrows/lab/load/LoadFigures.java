package io.narrows.lab.load;

import java.util.Map;

/**
 * Results of a load, so far or at its end.
 *
 * @param seconds from its start to now, or to the end of the last operation
 * @param done acknowledged operations
 * @param failed abandoned operations; whether their writes took effect is unknown
 * @param conflicts transactions whose comparison failed: retried writes whose first attempt succeeded without a response
 * @param errors failed attempts, by gRPC code; one whose retry succeeded counts here and in {@code done}
 * @param writtenBytes of values, by acknowledged writes
 * @param readBytes of values
 * @param writes latencies of writes
 * @param reads latencies of reads
 * @param keepAlives latencies of keep-alives of leases
 * @param watch results of the watches
 * @param cpuSeconds processor time of this process during the load
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
        LatencyFigures keepAlives,
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
