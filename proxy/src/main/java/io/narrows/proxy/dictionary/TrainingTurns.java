package io.narrows.proxy.dictionary;

import io.narrows.config.PeerId;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which traffic is sampled: that of a few keys at a time, as long as it takes to have enough to train. Each key waits after a
 * training, longer after one with a new dictionary, and each peer gets at most one new dictionary an hour. Samples are charged to the
 * peer's memory for sending, and dropped if no connection begins for half an hour, or the rules no longer allow them. Safe for use by many
 * threads.
 */
final class TrainingTurns {
    /** Keys that are sampled at once. */
    static final int MOST_KEYS = 4;

    /** The shortest time between two new dictionaries of a peer, and between two trainings of a key. */
    static final long INTERVAL_NANOS = 3_600_000_000_000L;

    /** The time after which traffic with a new dictionary is sampled again. */
    static final long ADOPTED_NANOS = 6 * INTERVAL_NANOS;

    /** The time after which the turn of a key ends if another one waits. */
    static final long TURN_NANOS = INTERVAL_NANOS / 2;

    /** Memory of the samples of a key, in bytes: those that are kept, and the last one, which may exceed the limit. */
    static final long KEY_BYTES = KeySamples.FULL_BYTES + (128 << 10);

    private final MemoryLedger memory;
    private final LongSupplier nanoClock;
    private final Consumer<KeySamples> trainer;
    private final Map<DictionaryKey, KeySamples> turns = new HashMap<>();
    private final Map<DictionaryKey, Long> nextOfKey = new HashMap<>();
    private final Map<PeerId, Long> nextOfPeer = new HashMap<>();
    private boolean closed;

    /**
     * @param memory the ledger that samples are charged to
     * @param trainer gets samples that are enough, once, on an event loop, and must call {@link #end} afterwards
     */
    TrainingTurns(MemoryLedger memory, LongSupplier nanoClock, Consumer<KeySamples> trainer) {
        this.memory = memory;
        this.nanoClock = nanoClock;
        this.trainer = trainer;
    }

    /**
     * Joins a key's turn, or begins it, which takes memory.
     *
     * @return the samples to which a connection is to be added; null if it is not the key's turn
     */
    synchronized @Nullable KeySamples beginOrJoin(DictionaryKey key) {
        KeySamples current = turns.get(key);
        if (current != null || closed) {
            return current;
        }
        long now = nanoClock.getAsLong();
        if (!isDue(nextOfKey.get(key), now) || !isDue(nextOfPeer.get(key.peer()), now)) {
            return null;
        }
        if (turns.size() == MOST_KEYS) {
            endLongTurns(now);
        }
        if (turns.size() == MOST_KEYS
                || !memory.account(Purpose.SENDING, key.peer()).take(Storage.HEAP, KEY_BYTES)) {
            return null;
        }
        KeySamples begun = new KeySamples(key, now);
        turns.put(key, begun);
        return begun;
    }

    /** Returns the time on the nano clock. */
    long now() {
        return nanoClock.getAsLong();
    }

    private static boolean isDue(@Nullable Long time, long now) {
        return time == null || now - time >= 0;
    }

    private void endLongTurns(long now) {
        for (KeySamples samples : List.copyOf(turns.values())) {
            if (now - samples.beganAt() >= TURN_NANOS) {
                nextOfKey.put(samples.key(), now + TURN_NANOS);
                drop(samples);
            }
        }
    }

    /** Has samples trained if they are enough. */
    void added(KeySamples samples) {
        if (samples.isEnough(nanoClock.getAsLong()) && takeTurn(samples)) {
            trainer.accept(samples);
        }
    }

    private synchronized boolean takeTurn(KeySamples samples) {
        long now = nanoClock.getAsLong();
        PeerId peer = samples.key().peer();
        if (!isDue(nextOfPeer.get(peer), now) || !turns.remove(samples.key(), samples)) {
            return false;
        }
        nextOfKey.put(samples.key(), now + INTERVAL_NANOS);
        nextOfPeer.put(peer, now + INTERVAL_NANOS);
        return true;
    }

    /** Ends the sampling of a key after a training, and frees the memory of its samples. */
    synchronized void end(KeySamples samples, TrainingOutcome outcome) {
        giveBack(samples);
        PeerId peer = samples.key().peer();
        if (outcome == TrainingOutcome.ADOPTED) {
            long now = nanoClock.getAsLong();
            nextOfKey.put(samples.key(), now + ADOPTED_NANOS);
            nextOfPeer.put(peer, now + INTERVAL_NANOS);
            dropAll(peer);
        } else {
            nextOfPeer.remove(peer);
        }
    }

    private void dropAll(PeerId peer) {
        for (KeySamples samples : new ArrayList<>(turns.values())) {
            if (samples.key().peer().equals(peer)) {
                drop(samples);
            }
        }
    }

    private synchronized void drop(KeySamples samples) {
        if (turns.remove(samples.key(), samples)) {
            samples.take();
            giveBack(samples);
        }
    }

    private void giveBack(KeySamples samples) {
        memory.account(Purpose.SENDING, samples.key().peer()).giveBack(Storage.HEAP, KEY_BYTES);
    }

    /**
     * Drops the samples of keys that no connection has used for a long time, and of those whose connections the rules no longer allow: these
     * connections may have ended, and so cannot discard what they sent.
     *
     * @param rules returns whether the configuration in force allows samples of some traffic
     */
    void dropUnusable(Predicate<SampledTraffic> rules) {
        for (KeySamples samples : sampled()) {
            if (samples.isUnused(nanoClock.getAsLong()) || !samples.isAllowed(rules)) {
                drop(samples);
            }
        }
    }

    private synchronized List<KeySamples> sampled() {
        return List.copyOf(turns.values());
    }

    /** Drops the samples of a peer. */
    synchronized void forget(PeerId peer) {
        dropAll(peer);
        nextOfKey.keySet().removeIf(key -> key.peer().equals(peer));
        nextOfPeer.remove(peer);
    }

    /** Drops all samples. */
    synchronized void close() {
        closed = true;
        List.copyOf(turns.values()).forEach(this::drop);
    }
}
