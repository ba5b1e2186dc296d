package io.narrows.estimate.tcp;

import io.narrows.estimate.pcap.TcpSegment;
import org.jspecify.annotations.Nullable;

/**
 * Finds the connection of a segment of either direction without allocating: a hash table with linear probing, where a
 * removal moves later entries back into the gap.
 */
final class ConnectionTable {
    private static final int INITIAL_SLOTS = 1024;
    private static final long MIX_1 = 0x9E3779B97F4A7C15L;
    private static final long MIX_2 = 0xBF58476D1CE4E5B9L;

    private @Nullable TrackedConnection[] slots = new @Nullable TrackedConnection[INITIAL_SLOTS];
    private int size;

    /** Returns a hash that is the same for both directions of a connection. */
    static int hash(TcpSegment segment) {
        long source = mixed(segment.sourceHigh(), segment.sourceLow(), segment.sourcePort());
        long destination = mixed(segment.destinationHigh(), segment.destinationLow(), segment.destinationPort());
        long both = (source + destination) * MIX_1;
        return (int) (both >>> 32);
    }

    private static long mixed(long high, long low, int port) {
        long bits = (high * MIX_2 ^ low) * MIX_1 + port;
        bits = (bits ^ bits >>> 29) * MIX_2;
        return bits ^ bits >>> 32;
    }

    @Nullable
    TrackedConnection find(TcpSegment segment) {
        int hash = hash(segment);
        int mask = slots.length - 1;
        for (int i = hash & mask; ; i = i + 1 & mask) {
            TrackedConnection connection = slots[i];
            if (connection == null || connection.hash == hash && connection.owns(segment)) {
                return connection;
            }
        }
    }

    /** Adds a connection that is not in the table. */
    void add(TrackedConnection connection) {
        if (2 * size >= slots.length) {
            grow();
        }
        put(connection);
        size++;
    }

    private void grow() {
        @Nullable TrackedConnection[] old = slots;
        slots = new @Nullable TrackedConnection[2 * old.length];
        for (TrackedConnection connection : old) {
            if (connection != null) {
                put(connection);
            }
        }
    }

    private void put(TrackedConnection connection) {
        int mask = slots.length - 1;
        int i = connection.hash & mask;
        while (slots[i] != null) {
            i = i + 1 & mask;
        }
        slots[i] = connection;
    }

    /** Removes a connection that is in the table. */
    void remove(TrackedConnection connection) {
        int mask = slots.length - 1;
        int gap = connection.hash & mask;
        while (slots[gap] != connection) {
            gap = gap + 1 & mask;
        }
        int i = gap;
        while (true) {
            i = i + 1 & mask;
            TrackedConnection later = slots[i];
            if (later == null) {
                break;
            }
            int distance = i - (later.hash & mask) & mask;
            if (distance >= (i - gap & mask)) {
                slots[gap] = later;
                gap = i;
            }
        }
        slots[gap] = null;
        size--;
    }

    int size() {
        return size;
    }
}
