package io.narrows.bench.region;

import io.narrows.bench.region.RegionTraffic.Read;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads of which those that come soon after each other are joined, as with a policy's {@code linger}. */
final class LingeringReads {
    private static final int MAX_BYTES = 64 << 10;

    private final Map<Direction, List<Read>> waiting = new HashMap<>();
    private final List<Read> sent = new ArrayList<>();
    private final long nanos;

    private record Direction(String stream, int follower, boolean fromLeader) {
        static Direction of(Read read) {
            return new Direction(read.stream(), read.follower(), read.fromLeader());
        }
    }

    private LingeringReads(long nanos) {
        this.nanos = nanos;
    }

    /**
     * Joins each read with the later ones of its direction within a time, up to 64 KiB. Like a link, sends those that wait when a read comes that does
     * not fit, and does not let a read of 64 KiB wait.
     *
     * @param nanos that time; 0 to join none
     * @param reads in the order of their times
     * @return reads in the order in which they are sent
     */
    static List<Read> join(List<Read> reads, long nanos) {
        if (nanos == 0) {
            return reads;
        }
        LingeringReads lingering = new LingeringReads(nanos);
        reads.forEach(lingering::add);
        List.copyOf(lingering.waiting.keySet()).forEach(lingering::elapsed);
        lingering.sent.sort(Comparator.comparingLong(Read::nanos));
        return List.copyOf(lingering.sent);
    }

    private void add(Read read) {
        Direction direction = Direction.of(read);
        List<Read> joined = waiting.get(direction);
        if (joined != null && read.nanos() > due(joined)) {
            elapsed(direction);
        } else if (joined != null && bytes(joined) + bytes(List.of(read)) > MAX_BYTES) {
            send(direction, read.nanos());
        }
        if (bytes(List.of(read)) < MAX_BYTES) {
            waiting.computeIfAbsent(direction, key -> new ArrayList<>()).add(read);
        } else {
            sent.add(read);
        }
    }

    private long due(List<Read> joined) {
        return joined.get(0).nanos() + nanos;
    }

    private void elapsed(Direction direction) {
        send(direction, due(waiting.get(direction)));
    }

    private void send(Direction direction, long at) {
        List<Read> joined = waiting.remove(direction);
        ByteBuffer data = ByteBuffer.allocate(bytes(joined));
        joined.forEach(read -> data.put(read.data()));
        sent.add(new Read(at, direction.stream(), direction.follower(), direction.fromLeader(), data.flip()));
    }

    private static int bytes(List<Read> reads) {
        return reads.stream().mapToInt(read -> read.data().remaining()).sum();
    }
}
