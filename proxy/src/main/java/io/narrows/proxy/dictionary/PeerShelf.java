package io.narrows.proxy.dictionary;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.DictionaryName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The dictionaries of one peer in memory: the latest two of each key. Event loops of several links use it; its monitor is held for a few
 * steps only.
 */
final class PeerShelf {
    /** Dictionaries that are kept of all keys together, of those that this side made, and of those that the peer made. */
    static final int MOST = 32;

    /** The latest comes first. */
    private final List<ChargedDictionary> held = new ArrayList<>();

    /** Those that were made or received here and are not in files yet, or could not be written. */
    private final Set<ChargedDictionary> unwritten = new HashSet<>();

    private boolean closed;

    /** Whether the peer's release reads dictionaries with frames. */
    private boolean readsFrames = true;

    /** Records whether the peer's release reads dictionaries with frames; it does until this is called. */
    synchronized void setReadsFrames(boolean reads) {
        readsFrames = reads;
    }

    /** Returns whether the peer's release reads dictionaries with frames. */
    synchronized boolean readsFrames() {
        return readsFrames;
    }

    /**
     * Returns the latest dictionary of a key that the peer's release reads; null if there is none.
     *
     * @param withFrames whether it reads those with frames
     */
    synchronized @Nullable StreamDictionary latestReadable(DictionaryKey key, boolean withFrames) {
        for (ChargedDictionary dictionary : held) {
            StreamDictionary found = dictionary.forContexts();
            if (dictionary.key().equals(key)
                    && (withFrames || !found.dictionary().hasFrames())) {
                return found;
            }
        }
        return null;
    }

    /** Returns the latest dictionary of a key; null if there is none. */
    @Nullable
    StreamDictionary latest(DictionaryKey key) {
        return latest(key, any -> true);
    }

    /** Returns the latest dictionary of a key among those of some names; null if there is none. */
    synchronized @Nullable StreamDictionary latest(DictionaryKey key, Predicate<DictionaryName> names) {
        for (ChargedDictionary dictionary : held) {
            if (dictionary.key().equals(key) && names.test(dictionary.name())) {
                return dictionary.forContexts();
            }
        }
        return null;
    }

    /** Returns the dictionary of that name if the peer made it; null if there is none. */
    synchronized @Nullable StreamDictionary received(DictionaryName name) {
        for (ChargedDictionary dictionary : held) {
            if (!dictionary.key().sent() && dictionary.name().equals(name)) {
                return dictionary.forContexts();
            }
        }
        return null;
    }

    /** Returns the names of those that the peer made: the latest of each key, then those that they replaced; the latest first. */
    synchronized List<DictionaryName> received() {
        Set<DictionaryKey> keys = new HashSet<>();
        List<DictionaryName> names = new ArrayList<>();
        List<DictionaryName> replaced = new ArrayList<>();
        for (ChargedDictionary dictionary : held) {
            if (!dictionary.key().sent()) {
                (keys.add(dictionary.key()) ? names : replaced).add(dictionary.name());
            }
        }
        names.addAll(replaced);
        return names;
    }

    /** Returns whether the peer made a dictionary of that name; if so, it is the latest of its key from now on. */
    synchronized boolean renewReceived(DictionaryName name) {
        for (ChargedDictionary dictionary : held) {
            if (!dictionary.key().sent() && dictionary.name().equals(name)) {
                return renew(dictionary.key(), name);
            }
        }
        return false;
    }

    /** Returns whether a key has a dictionary of that name; if so, it is the latest of its key from now on. */
    synchronized boolean renew(DictionaryKey key, DictionaryName name) {
        for (ChargedDictionary dictionary : held) {
            if (dictionary.key().equals(key) && dictionary.name().equals(name)) {
                held.remove(dictionary);
                held.add(0, dictionary);
                return true;
            }
        }
        return false;
    }

    /** Adds a dictionary that is not in a file yet as the latest of its key, and closes those that it replaces. */
    synchronized void add(ChargedDictionary added) {
        if (closed || renew(added.key(), added.name())) {
            added.close();
            return;
        }
        unwritten.add(added);
        addLatest(added);
    }

    /**
     * Adds a dictionary whose file is later than those of its key in memory. It is the latest of its key, unless one was {@linkplain #add added}
     * meanwhile, which will have a later file.
     */
    synchronized void addOfLatestFile(ChargedDictionary added) {
        if (closed || has(added.key(), added.name())) {
            added.close();
        } else if (keysInFiles().contains(added.key())) {
            addLatest(added);
        } else {
            addOldest(added);
        }
    }

    private void addLatest(ChargedDictionary added) {
        held.add(0, added);
        int ofKey = 0;
        int all = 0;
        for (ChargedDictionary dictionary : List.copyOf(held)) {
            all += dictionary.key().sent() == added.key().sent() ? 1 : 0;
            ofKey += dictionary.key().equals(added.key()) ? 1 : 0;
            boolean isSurplus = dictionary.key().equals(added.key()) && ofKey > DictionaryStore.KEPT;
            if (isSurplus
                    || all > MOST && dictionary.key().sent() == added.key().sent()) {
                held.remove(dictionary);
                unwritten.remove(dictionary);
                dictionary.close();
            }
        }
    }

    /** Records that a dictionary is in the latest file of its key. */
    synchronized void wasWritten(DictionaryKey key, DictionaryName name) {
        unwritten.removeIf(
                dictionary -> dictionary.key().equals(key) && dictionary.name().equals(name));
    }

    /** Returns the keys whose latest dictionary here is in a file, in a set of the caller's. */
    synchronized Set<DictionaryKey> keysInFiles() {
        Map<DictionaryKey, ChargedDictionary> latest = new HashMap<>();
        held.forEach(dictionary -> latest.putIfAbsent(dictionary.key(), dictionary));
        latest.values().removeAll(unwritten);
        return latest.keySet();
    }

    /**
     * Digests one of these dictionaries for encoders with a specification, if the peer's memory allows it. Takes up to some milliseconds,
     * without the monitor.
     *
     * @return false, with nothing digested, if it does not, or the dictionary is no longer here
     */
    boolean prepare(StreamDictionary dictionary, CodecSpec spec) {
        ChargedDictionary holder = holder(dictionary);
        return holder != null && holder.prepare(spec);
    }

    private synchronized @Nullable ChargedDictionary holder(StreamDictionary dictionary) {
        for (ChargedDictionary known : held) {
            if (known.forContexts() == dictionary) {
                return known;
            }
        }
        return null;
    }

    /** Returns whether a key has a dictionary of that name. */
    boolean has(DictionaryKey key, DictionaryName name) {
        return latest(key, name::equals) != null;
    }

    /** Returns whether {@link #addOldest} would keep a dictionary. */
    synchronized boolean hasPlaceFor(DictionaryKey key, DictionaryName name) {
        List<DictionaryName> ofKey = held.stream()
                .filter(dictionary -> dictionary.key().equals(key))
                .map(ChargedDictionary::name)
                .toList();
        return !closed && count(key.sent()) < MOST && ofKey.size() < DictionaryStore.KEPT && !ofKey.contains(name);
    }

    /** Adds a dictionary as the oldest of all, or closes it if there is no place for it. */
    synchronized void addOldest(ChargedDictionary added) {
        if (hasPlaceFor(added.key(), added.name())) {
            held.add(added);
        } else {
            added.close();
        }
    }

    /** Charges what the dictionaries take now, and returns the keys of those with which contexts have begun since the last call. */
    synchronized Set<DictionaryKey> recount() {
        Set<DictionaryKey> used = new HashSet<>();
        for (ChargedDictionary dictionary : held) {
            dictionary.recount();
            if (dictionary.takeUsed()) {
                used.add(dictionary.key());
            }
        }
        return used;
    }

    /** Returns how many dictionaries this side made, or the peer. */
    synchronized int count(boolean sent) {
        return (int) held.stream()
                .filter(dictionary -> dictionary.key().sent() == sent)
                .count();
    }

    /** Closes all. */
    synchronized void close() {
        closed = true;
        held.forEach(ChargedDictionary::close);
        held.clear();
        unwritten.clear();
    }
}
