package io.narrows.proxy.dictionary;

import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.config.PeerId;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.TakenMemory;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dictionaries of all peers in memory, and their files. A peer's files are read when it is first asked about. Safe for use by many
 * threads; no method waits for files.
 */
final class DictionaryShelves {
    private static final Logger LOG = LoggerFactory.getLogger(DictionaryShelves.class);

    private final DictionaryStore store;
    private final Codecs codecs;
    private final MemoryLedger memory;
    private final Executor files;
    private final Map<PeerId, PeerShelf> shelves = new ConcurrentHashMap<>();

    /** Peers that had no memory for the dictionary of a file. */
    private final Set<PeerId> withoutMemory = ConcurrentHashMap.newKeySet();

    private final Set<DictionaryKey> used = ConcurrentHashMap.newKeySet();

    /**
     * @param memory the ledger that dictionaries in memory are charged to
     * @param files reads and writes files, in order
     */
    DictionaryShelves(DictionaryStore store, Codecs codecs, MemoryLedger memory, Executor files) {
        this.store = store;
        this.codecs = codecs;
        this.memory = memory;
        this.files = files;
    }

    /** Returns the dictionaries of a peer; those of its files are added soon. Does not block. */
    PeerShelf of(PeerId peer) {
        PeerShelf known = shelves.get(peer);
        if (known != null) {
            return known;
        }
        PeerShelf added = new PeerShelf();
        PeerShelf before = shelves.putIfAbsent(peer, added);
        if (before != null) {
            return before;
        }
        queue(() -> load(peer, added));
        return added;
    }

    private void queue(Runnable task) {
        try {
            files.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.atDebug().setCause(e).log("stopping; a file of a dictionary is not read or written");
        }
    }

    private void load(PeerId peer, PeerShelf shelf) {
        withoutMemory.remove(peer);
        try {
            List<DictionaryStore.Stored> loaded = store.load(peer);
            while (!addAll(loaded, shelf)) {
                LOG.atDebug()
                        .addKeyValue("peer", peer)
                        .log("reading dictionaries again, without those that were refused");
                loaded = store.load(peer);
            }
            store.accept(loaded);
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("peer", peer)
                    .addKeyValue("detail", e)
                    .log("cannot read the dictionaries of a peer; continuing without them");
        }
    }

    /**
     * Adds the dictionaries of files: those of a file that is later than the files of all in memory before these, the others behind them.
     *
     * @return whether none was refused
     */
    private boolean addAll(List<DictionaryStore.Stored> latestFirst, PeerShelf shelf) {
        Set<DictionaryKey> keys = shelf.keysInFiles();
        Deque<DictionaryStore.Stored> later = new ArrayDeque<>();
        boolean all = true;
        for (DictionaryStore.Stored stored : latestFirst) {
            if (shelf.has(stored.key(), stored.dictionary().name())) {
                keys.remove(stored.key()); // the files that follow are not later
            } else if (keys.contains(stored.key())) {
                later.push(stored);
            } else if (shelf.hasPlaceFor(stored.key(), stored.dictionary().name())) {
                all &= add(stored, shelf::addOldest);
            }
        }
        for (DictionaryStore.Stored stored : later) {
            all &= add(stored, shelf::addOfLatestFile);
        }
        return all;
    }

    /** Returns false, and has the store leave the file out, if zstd refuses its dictionary. */
    private boolean add(DictionaryStore.Stored stored, Consumer<ChargedDictionary> place) {
        TakenMemory taken = memoryOf(stored.key());
        try {
            Optional<ChargedDictionary> held = ChargedDictionary.of(stored.key(), stored.dictionary(), codecs, taken);
            if (held.isEmpty()) {
                withoutMemory.add(stored.key().peer());
            }
            held.ifPresent(place);
            return true;
        } catch (MalformedDataException e) {
            store.refuse(stored, String.valueOf(e.getMessage()));
            return false;
        } finally {
            taken.giveBack();
        }
    }

    /** Reads the files of peers again, soon: those of which files could not be used and have changed, or had no memory. */
    void lookAgain() {
        boolean hasUnusable = store.hasUnusable();
        shelves.forEach((peer, shelf) -> {
            boolean hadNoMemory = withoutMemory.contains(peer);
            if (hadNoMemory || hasUnusable) {
                queue(() -> {
                    if (hadNoMemory || store.hasChanged(peer)) {
                        load(peer, shelf);
                    }
                });
            }
        });
    }

    /**
     * Keeps a dictionary in memory, as the latest of its key, and soon in a file. Takes up to some tens of milliseconds if it has
     * frames, and longer in code that is not compiled.
     *
     * @param reserved memory for it, of which the caller gives back what is left
     * @return whether contexts can begin with it now
     */
    boolean keep(DictionaryKey key, Dictionary dictionary, TakenMemory reserved) {
        return keep(key, of(key.peer()), dictionary, reserved);
    }

    /**
     * Keeps a dictionary for which no memory is reserved, but only in a file if the peer was forgotten meanwhile.
     *
     * @param shelf the peer's when the dictionary was begun
     */
    boolean keep(DictionaryKey key, PeerShelf shelf, Dictionary dictionary) {
        TakenMemory taken = memoryOf(key);
        try {
            return keep(key, shelf, dictionary, taken);
        } finally {
            taken.giveBack();
        }
    }

    private boolean keep(DictionaryKey key, PeerShelf shelf, Dictionary dictionary, TakenMemory reserved) {
        if (!shelf.renew(key, dictionary.name())) {
            Optional<ChargedDictionary> held = holdOrWarn(key, dictionary, reserved);
            if (held.isEmpty()) {
                return false;
            }
            shelf.add(held.get());
        }
        queue(() -> write(key, shelf, dictionary));
        return true;
    }

    private void write(DictionaryKey key, PeerShelf shelf, Dictionary dictionary) {
        try {
            store.write(key, dictionary);
            shelf.wasWritten(key, dictionary.name());
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("peer", key.peer())
                    .addKeyValue("detail", e)
                    .log("cannot write a dictionary; it will be lost on a restart");
        }
    }

    private Optional<ChargedDictionary> holdOrWarn(DictionaryKey key, Dictionary dictionary, TakenMemory reserved) {
        try {
            return ChargedDictionary.of(key, dictionary, codecs, reserved);
        } catch (MalformedDataException e) {
            LOG.atWarn()
                    .addKeyValue("peer", key.peer())
                    .addKeyValue("dictionary", dictionary)
                    .addKeyValue("detail", e.getMessage())
                    .log("cannot use a dictionary that zstd refuses, or whose frames are damaged");
            return Optional.empty();
        }
    }

    private TakenMemory memoryOf(DictionaryKey key) {
        return new TakenMemory(memory.account(Purpose.HISTORY, key.peer()), Storage.HEAP);
    }

    /** Charges what the dictionaries take now. */
    void recount() {
        shelves.values().forEach(shelf -> used.addAll(shelf.recount()));
    }

    /** Has the store record which dictionaries were used since the last call. */
    void recordUse() {
        for (DictionaryKey key : Set.copyOf(used)) {
            used.remove(key);
            queue(() -> recordUse(key));
        }
    }

    private void recordUse(DictionaryKey key) {
        try {
            store.used(key);
        } catch (IOException e) {
            LOG.atDebug().addKeyValue("peer", key.peer()).setCause(e).log("cannot record that a dictionary was used");
        }
    }

    /** Returns how many dictionaries are in memory: those that this side made, or its peers. */
    int count(boolean sent) {
        return shelves.values().stream().mapToInt(shelf -> shelf.count(sent)).sum();
    }

    /** Closes the dictionaries of a peer. Its files stay. */
    void forget(PeerId peer) {
        PeerShelf shelf = shelves.remove(peer);
        withoutMemory.remove(peer);
        if (shelf != null) {
            shelf.close();
        }
    }

    /** Closes all dictionaries. */
    void close() {
        Set.copyOf(shelves.keySet()).forEach(this::forget);
    }
}
