package io.narrows.proxy.dictionary;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.TakenMemory;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A dictionary in memory, which is charged to its peer. Part of it is native, but all is charged as memory of the heap, which is the
 * scarcer. Its memory stays charged until it is closed, the links that offered it have let go of it, and the last context of zstd that uses it
 * has ended; contexts of lz4 and dense that outlive that keep their part without a charge here. Guarded by the monitor of its {@link PeerShelf}
 * unless stated otherwise.
 */
final class ChargedDictionary {
    private final DictionaryKey key;
    private final StreamDictionary dictionary;
    private final Account account;

    /** Bytes that are given back when the dictionary is freed, by any thread. */
    private final AtomicLong charged;

    /** Bytes that are charged for digests in the making. */
    private long reserved;

    private long contexts;

    private ChargedDictionary(DictionaryKey key, StreamDictionary dictionary, Account account, AtomicLong charged) {
        this.key = key;
        this.dictionary = dictionary;
        this.account = account;
        this.charged = charged;
    }

    /**
     * Prepares a dictionary for contexts, which takes some hundred microseconds, or up to some tens of milliseconds if it has frames, and
     * longer in code that is not compiled. Memory that only the decoder of the frames needs is given back then.
     *
     * @param memory of the heap, taken for it or not yet: raised if it is not enough, and handed over to the dictionary if there is one
     * @return empty if the account has no memory for it
     * @throws MalformedDataException if zstd refuses it, or its frames are damaged
     */
    static Optional<ChargedDictionary> of(DictionaryKey key, Dictionary dictionary, Codecs codecs, TakenMemory memory)
            throws MalformedDataException {
        if (!memory.raise(StreamDictionary.firstBytes(dictionary.hasFrames()))) {
            return Optional.empty();
        }
        Account account = memory.account();
        AtomicLong charged = new AtomicLong();
        StreamDictionary prepared = codecs.dictionary(dictionary, () -> account.giveBack(Storage.HEAP, charged.get()));
        charged.set(memory.handOver());
        ChargedDictionary held = new ChargedDictionary(key, prepared, account, charged);
        held.recount();
        return Optional.of(held);
    }

    DictionaryKey key() {
        return key;
    }

    DictionaryName name() {
        return dictionary.name();
    }

    /** Returns the form for contexts. */
    StreamDictionary forContexts() {
        return dictionary;
    }

    /** Returns whether contexts have begun with it since the last call. */
    boolean takeUsed() {
        long before = contexts;
        contexts = dictionary.contexts();
        return contexts != before;
    }

    /**
     * Digests the dictionary for encoders with a specification, if the account has memory for it. Takes up to some milliseconds, without a
     * lock. Safe for use by many threads.
     *
     * @return false, with nothing digested, if the account has no memory, or the dictionary was closed
     */
    boolean prepare(CodecSpec spec) {
        try (StreamDictionary open = dictionary.share()) { // which keeps what is charged from being given back
            if (open == null) {
                return false;
            }
            long bytes = open.digestBytes(spec);
            if (bytes == 0) {
                return true;
            }
            if (!reserve(bytes)) {
                return false;
            }
            try {
                open.prepare(spec);
            } finally {
                settle(bytes);
            }
            return true;
        }
    }

    private synchronized boolean reserve(long bytes) {
        if (!account.take(Storage.HEAP, bytes)) {
            return false;
        }
        charged.addAndGet(bytes);
        reserved += bytes;
        return true;
    }

    private synchronized void settle(long bytes) {
        reserved -= bytes;
        recount();
    }

    /** Charges what it takes now, and what is reserved for digests in the making. */
    synchronized void recount() {
        long bytes = dictionary.memoryBytes() + reserved;
        account.count(Storage.HEAP, bytes - charged.getAndSet(bytes));
    }

    /** Links and contexts that use it continue, and the last one gives back its memory. */
    void close() {
        recount();
        dictionary.close();
    }
}
