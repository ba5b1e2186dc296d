package io.narrows.proxy.link.shared;

import io.narrows.config.PeerId;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;

/** Charges the history shared with a peer to that peer's account. */
public record AccountedHistory(Account account) implements HistoryMemory {
    /** Returns the memory for the history shared with a peer. */
    public static HistoryMemory of(MemoryLedger ledger, PeerId peer) {
        return new AccountedHistory(ledger.account(Purpose.HISTORY, peer));
    }

    @Override
    public boolean take(long bytes) {
        return account.take(Storage.HEAP, bytes);
    }

    @Override
    public void giveBack(long bytes) {
        account.giveBack(Storage.HEAP, bytes);
    }
}
