package io.narrows.proxy.link.registry;

import io.narrows.config.PeerId;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import io.narrows.unpack.recipe.WorkspaceMemory;
import java.util.HashMap;
import java.util.Map;

/**
 * The native memory of encoders that this process has granted to peers, for pieces that come in parts. It is charged to the peers, and
 * bounded: an encoder is never lowered as a window is, so contexts keep the rest. Safe for use by many threads.
 */
public final class GrantedEncoders {
    /** The part of the peers' pool that encoders may take. */
    static final int PART = 4;

    /** The part of it that is left to other peers. */
    static final int LEFT = 4;

    private final Map<PeerId, Long> granted = new HashMap<>();
    private long all;

    /** Returns the encoders of a peer, which are charged to its account. */
    public WorkspaceMemory of(Account account) {
        return new WorkspaceMemory() {
            @Override
            public boolean take(long bytes) {
                return GrantedEncoders.this.take(account, bytes);
            }

            @Override
            public void giveBack(long bytes) {
                GrantedEncoders.this.giveBack(account, bytes);
            }
        };
    }

    private synchronized boolean take(Account account, long bytes) {
        long most = account.pool().limitBytes() / PART;
        long ofPeer = granted.getOrDefault(account.peer(), 0L) + bytes;
        if (all + bytes > most || ofPeer > most - most / LEFT || !account.take(Storage.NATIVE, bytes)) {
            return false;
        }
        all += bytes;
        granted.put(account.peer(), ofPeer);
        return true;
    }

    private synchronized void giveBack(Account account, long bytes) {
        account.giveBack(Storage.NATIVE, bytes);
        all -= bytes;
        granted.computeIfPresent(account.peer(), (peer, before) -> before == bytes ? null : before - bytes);
    }
}
