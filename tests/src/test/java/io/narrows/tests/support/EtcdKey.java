package io.narrows.tests.support;

import io.narrows.node.bolt.SnapshotContent;
import io.narrows.node.etcd.KeyValue;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A key in etcd's response.
 *
 * @param key in base64, as is the value
 */
public record EtcdKey(String key, String value, long createRevision, long modRevision, long version, long lease) {
    /** Returns all keys readable at a revision, from the content of a snapshot. */
    public static SortedMap<String, EtcdKey> at(long revision, SnapshotContent content) throws IOException {
        SortedMap<String, EtcdKey> keys = new TreeMap<>();
        content.forEachRevision((main, sub, tombstone, keyValue) -> {
            EtcdKey key = of(keyValue);
            if (main <= revision && tombstone) {
                keys.remove(key.key());
            } else if (main <= revision) {
                keys.put(key.key(), key);
            }
        });
        return keys;
    }

    /** Returns all keys of a JSON response to a range request. */
    static SortedMap<String, EtcdKey> in(Map<String, ?> answer) {
        List<?> keys = answer.containsKey("kvs") ? (List<?>) answer.get("kvs") : List.of();
        return keys.stream()
                .map(key -> of((Map<?, ?>) key))
                .collect(Collectors.toMap(EtcdKey::key, Function.identity(), (a, b) -> a, TreeMap::new));
    }

    private static EtcdKey of(KeyValue keyValue) {
        Base64.Encoder base64 = Base64.getEncoder();
        return new EtcdKey(
                base64.encodeToString(keyValue.getKey().toByteArray()),
                base64.encodeToString(keyValue.getValue().toByteArray()),
                keyValue.getCreateRevision(),
                keyValue.getModRevision(),
                keyValue.getVersion(),
                keyValue.getLease());
    }

    private static EtcdKey of(Map<?, ?> json) {
        return new EtcdKey(
                (String) json.get("key"),
                json.containsKey("value") ? (String) json.get("value") : "",
                number(json.get("create_revision")),
                number(json.get("mod_revision")),
                number(json.get("version")),
                number(json.get("lease")));
    }

    /** Returns a number; 0 if it is omitted. */
    private static long number(Object json) {
        return json == null ? 0 : ((Number) json).longValue();
    }
}
