package io.narrows.node.watch;

import com.google.protobuf.ByteString;
import io.narrows.node.mvcc.KeyRange;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * An index of watchers by key range. Single keys and prefixes, i.e. nearly all watches, are found by hashing, so the cost
 * does not depend on their number: a key needs one lookup for itself and one for each distinct length of the watched
 * prefixes. Other ranges are tested one by one; watchers of the same range share an entry.
 *
 * <p>Not thread-safe.
 */
final class WatcherIndex {
    private final Map<ByteString, Set<Watcher>> keys = new HashMap<>();
    private final Map<ByteString, Set<Watcher>> prefixes = new HashMap<>();
    private final NavigableMap<Integer, Integer> prefixesByLength = new TreeMap<>();
    private final Map<KeyRange, Set<Watcher>> ranges = new HashMap<>();
    private final Set<Watcher> all = new LinkedHashSet<>();

    void add(Watcher watcher) {
        if (!all.add(watcher)) {
            return;
        }
        KeyRange range = watcher.range();
        if (range.isOneKey()) {
            add(keys, range.key(), watcher);
        } else if (range.isPrefix()) {
            if (add(prefixes, range.key(), watcher)) {
                prefixesByLength.merge(range.key().size(), 1, Integer::sum);
            }
        } else {
            add(ranges, range, watcher);
        }
    }

    /** Removes a watcher; does nothing if it is not in the index. */
    void remove(Watcher watcher) {
        if (!all.remove(watcher)) {
            return;
        }
        KeyRange range = watcher.range();
        if (range.isOneKey()) {
            remove(keys, range.key(), watcher);
        } else if (range.isPrefix()) {
            if (remove(prefixes, range.key(), watcher)) {
                prefixesByLength.computeIfPresent(range.key().size(), (length, count) -> count == 1 ? null : count - 1);
            }
        } else {
            remove(ranges, range, watcher);
        }
    }

    boolean contains(Watcher watcher) {
        return all.contains(watcher);
    }

    Collection<Watcher> all() {
        return all;
    }

    /** Passes each watcher of a key to the action, once. */
    void forEachOf(ByteString key, Consumer<Watcher> action) {
        keys.getOrDefault(key, Set.of()).forEach(action);
        for (int length : prefixesByLength.headMap(key.size(), true).keySet()) {
            prefixes.getOrDefault(key.substring(0, length), Set.of()).forEach(action);
        }
        ranges.forEach((range, watchers) -> {
            if (range.contains(key)) {
                watchers.forEach(action);
            }
        });
    }

    private static <K> boolean add(Map<K, Set<Watcher>> map, K key, Watcher watcher) {
        Set<Watcher> watchers = map.computeIfAbsent(key, absent -> new LinkedHashSet<>());
        watchers.add(watcher);
        return watchers.size() == 1;
    }

    private static <K> boolean remove(Map<K, Set<Watcher>> map, K key, Watcher watcher) {
        Set<Watcher> watchers = Objects.requireNonNull(map.get(key));
        watchers.remove(watcher);
        if (watchers.isEmpty()) {
            map.remove(key);
            return true;
        }
        return false;
    }
}
