package io.narrows.proxy.link.dictionary;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import io.narrows.config.PeerId;
import io.narrows.proxy.meter.DictionaryCounters;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * The dictionaries on their way to and from one peer, on any of its links. Safe for use by many threads.
 *
 * @param store has what was received
 * @param wanted returns whether a rule of the configuration in force uses dictionaries
 * @param workers check what was received
 */
record PeerTransfers(
        PeerId id,
        SidecarDictionaries store,
        OutgoingDictionary outgoing,
        IncomingDictionary incoming,
        DictionaryCounters counters,
        BooleanSupplier wanted,
        Executor workers) {
    boolean isWanted() {
        return wanted.getAsBoolean();
    }

    /** Returns whether this side has a dictionary that the peer sends again; if so, later hellos offer it. */
    boolean renew(DictionaryName name) {
        return store.renew(id, name);
    }

    /** Keeps a dictionary whose name was checked, in the memory reserved for it; returns whether it is kept. May block. */
    boolean keep(IncomingDictionary.Complete complete, Dictionary dictionary) {
        return store.keep(id, complete.target(), complete.dialled(), dictionary, complete.reserved());
    }
}
