package io.narrows.node.powercut;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.Event;
import io.narrows.node.mvcc.History;
import io.narrows.node.mvcc.Keyspace;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** All writes by clients of a group: those started, and the revisions of those acknowledged. */
final class Writes {
    static final int KEYS_PER_CLIENT = 5;

    private final int mostBytes;
    private final Set<Value> begun = ConcurrentHashMap.newKeySet();
    private final Map<Long, Value> acknowledged = new ConcurrentHashMap<>();
    private final Queue<String> contradictions = new ConcurrentLinkedQueue<>();

    /** @param mostBytes maximum size of a value */
    Writes(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    int mostBytes() {
        return mostBytes;
    }

    void begin(Value value) {
        begun.add(value);
    }

    void acknowledge(Value value, long revision) {
        Value other = acknowledged.putIfAbsent(revision, value);
        if (other != null) {
            contradictions.add("revision " + revision + " was acknowledged for " + other + " and " + value);
        }
    }

    int acknowledged() {
        return acknowledged.size();
    }

    /**
     * Requires that each acknowledged write is in the keys' history, at its revision; and that every other write there was
     * started by a client, is intact, and happened once.
     *
     * @throws AssertionError otherwise
     */
    void requireKept(Keyspace keyspace) throws IOException, EtcdException {
        assertThat(contradictions).isEmpty();
        Map<Long, Value> missing = new ConcurrentHashMap<>(acknowledged);
        Set<Value> seen = new HashSet<>();
        try (History history = keyspace.history(1)) {
            while (history.next()) {
                Event event = history.event();
                Value value = Value.of(event.getKv().getValue());
                long revision = event.getKv().getModRevision();
                assertThat(begun).as("written at revision %d", revision).contains(value);
                assertThat(event.getKv().getValue()).as("%s", value).isEqualTo(value.bytes(mostBytes));
                assertThat(event.getKv().getKey().toStringUtf8()).isEqualTo(value.key(KEYS_PER_CLIENT));
                assertThat(seen.add(value)).as("%s is there once", value).isTrue();
                Value expected = missing.remove(revision);
                if (expected != null) {
                    assertThat(value).as("revision %d", revision).isEqualTo(expected);
                }
            }
        }
        assertThat(missing)
                .as(
                        "acknowledged, and lost: %d of %d; revision %d",
                        missing.size(), acknowledged(), keyspace.revision())
                .isEmpty();
    }
}
