package io.narrows.proxy.dictionary;

import io.narrows.codec.CodecSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Samples of the traffic of one key: the beginnings of some connections. Safe for use by many threads. */
final class KeySamples {
    /** Bytes that are enough to train, and the most that are kept, with {@link #READ_OVERHEAD} for each read. */
    static final int FULL_BYTES = 1 << 20;

    /** Memory of a read besides its bytes. */
    static final int READ_OVERHEAD = 48;

    /** Connections that are enough to train after {@link #ENOUGH_NANOS}, however few bytes they sent. */
    static final int ENOUGH_CONNECTIONS = 100;

    static final long ENOUGH_NANOS = 600_000_000_000L;

    /** The time without a new connection after which samples are dropped. */
    static final long UNUSED_NANOS = 1_800_000_000_000L;

    /** The shortest time between the beginnings of two sampled connections. */
    static final long INTERVAL_NANOS = 250_000_000L;

    private static final int MOST_CONNECTIONS = 4096;

    private final DictionaryKey key;
    private final long beganAt;
    private final List<SampledStream> streams = new ArrayList<>();
    private final Set<SampledTraffic> traffic = new HashSet<>();
    private long nextAt;
    private long bytes;
    private int filled;
    private boolean closed;

    /** @param now on the nano clock */
    KeySamples(DictionaryKey key, long now) {
        this.key = key;
        this.beganAt = now;
        this.nextAt = now;
    }

    DictionaryKey key() {
        return key;
    }

    /** Returns when the first connection began, on the nano clock. */
    long beganAt() {
        return beganAt;
    }

    /**
     * Begins the sample of a connection; null if another one began just before. What is added to it must be {@linkplain #recordTraffic recorded}
     * first.
     */
    synchronized @Nullable SampledStream begin(long now) {
        if (closed || now - nextAt < 0 || streams.size() == MOST_CONNECTIONS) {
            return null;
        }
        nextAt = now + INTERVAL_NANOS;
        SampledStream stream = new SampledStream();
        streams.add(stream);
        return stream;
    }

    /** Records that a rule allows samples of this traffic. */
    synchronized void recordTraffic(SampledTraffic added) {
        traffic.add(added);
    }

    /** Returns whether the rules still allow all that was sampled, also after it was {@linkplain #take taken}. */
    boolean isAllowed(Predicate<SampledTraffic> rules) {
        return traffic().stream().allMatch(rules);
    }

    /** Returns the codecs that may compress what was sampled, also after it was {@linkplain #take taken}. */
    Set<CodecSpec> codecs(SamplingRules rules) {
        return traffic().stream()
                .flatMap(sampled -> rules.codecs(sampled).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private synchronized Set<SampledTraffic> traffic() {
        return Set.copyOf(traffic);
    }

    /** Returns whether no connection has begun for so long that the samples are no longer worth keeping. */
    synchronized boolean isUnused(long now) {
        return now - nextAt >= UNUSED_NANOS;
    }

    /** Adds a read, which must not change any more, if there is space; returns false if no more are needed. */
    synchronized boolean add(SampledStream stream, byte[] read) {
        if (closed || bytes >= FULL_BYTES) {
            return false;
        }
        if (read.length == 0) {
            return true;
        }
        int charge = read.length + READ_OVERHEAD;
        filled += stream.isEmpty() ? 1 : 0;
        stream.add(read, charge);
        bytes += charge;
        return true;
    }

    /** Removes a connection and all that it sent. */
    synchronized void remove(SampledStream stream) {
        if (streams.remove(stream)) {
            filled -= stream.isEmpty() ? 0 : 1;
            bytes -= stream.charged();
            stream.clear();
        }
    }

    /** Returns whether the samples are enough to train. */
    synchronized boolean isEnough(long now) {
        return bytes >= FULL_BYTES || filled >= ENOUGH_CONNECTIONS && now - beganAt >= ENOUGH_NANOS;
    }

    /** Ends the sampling, and returns the reads of each connection that sent something, in the order of their beginnings. */
    synchronized List<List<byte[]>> take() {
        closed = true;
        List<List<byte[]>> taken = streams.stream()
                .map(SampledStream::reads)
                .filter(reads -> !reads.isEmpty())
                .toList();
        streams.forEach(SampledStream::clear);
        streams.clear();
        return taken;
    }
}
