package io.narrows.proxy.link.primed;

import com.google.protobuf.ByteString;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The states of one direction of a peer's links, oldest first. States that links hold are never dropped: while all are held, no others are
 * kept. Guarded by the monitor of its {@link PeerStates}.
 */
final class StateStore {
    /** Maximum number of states. */
    static final int CAPACITY = 16;

    /** Number of states for one key that stay although no link holds them: the latest one may not have reached the other end yet. */
    private static final int LATEST = 2;

    private final Account account;
    private final Map<ByteString, KeptState> states = new LinkedHashMap<>();

    StateStore(Account account) {
        this.account = account;
    }

    @Nullable
    KeptState get(ByteString hash) {
        return states.get(hash);
    }

    /**
     * Keeps a state, whose memory was {@linkplain #take taken}; drops older ones that no link holds. Gives the memory back if the same state
     * is kept already, or if links hold all others.
     */
    void add(KeptState added) {
        KeptState same = states.remove(added.hash());
        if (same != null) {
            states.put(same.hash(), same); // is the latest again
            same.used(added.usedAt());
            giveBack(added);
            return;
        }
        dropOlder(added.key());
        while (states.size() >= CAPACITY) {
            if (!dropOldest()) {
                giveBack(added);
                return;
            }
        }
        states.put(added.hash(), added);
    }

    /** Takes memory. Drops the oldest states that no link holds for it, if that suffices. */
    boolean take(long bytes) {
        long droppable = states.values().stream()
                .filter(state -> !state.isHeld())
                .mapToLong(state -> state.state().memoryBytes())
                .sum();
        if (account.wouldTake(bytes, droppable)) {
            while (!account.wouldTake(bytes, 0) && dropOldest()) {}
        }
        return account.take(Storage.HEAP, bytes);
    }

    private void dropOlder(StateKey key) {
        List<KeptState> same = new ArrayList<>();
        for (KeptState state : states.values()) {
            if (state.key().equals(key) && !state.isHeld()) {
                same.add(state);
            }
        }
        for (int i = 0; i <= same.size() - LATEST; i++) {
            drop(same.get(i));
        }
    }

    /** Drops the oldest state that no link holds; returns false if there is none. */
    private boolean dropOldest() {
        for (KeptState state : states.values()) {
            if (!state.isHeld()) {
                drop(state);
                return true;
            }
        }
        return false;
    }

    private void drop(KeptState state) {
        states.remove(state.hash());
        giveBack(state);
    }

    private void giveBack(KeptState state) {
        account.giveBack(Storage.HEAP, state.state().memoryBytes());
    }

    /** Drops all states that no link holds. */
    void dropUnheld() {
        while (dropOldest()) {}
    }

    /** Drops the states that were neither kept nor used since a time and that no link holds. */
    void dropUnusedSince(long since) {
        for (KeptState state : List.copyOf(states.values())) {
            if (!state.isHeld() && state.usedAt() - since < 0) {
                drop(state);
            }
        }
    }

    /** Returns the latest state of each key, the latest first, at most as many as given. */
    List<KeptState> latest(int most) {
        List<KeptState> all = new ArrayList<>(states.values());
        List<KeptState> latest = new ArrayList<>();
        Set<StateKey> keys = new HashSet<>();
        for (int i = all.size() - 1; i >= 0 && latest.size() < most; i--) {
            if (keys.add(all.get(i).key())) {
                latest.add(all.get(i));
            }
        }
        return latest;
    }
}
