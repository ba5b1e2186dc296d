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
 * A key as etcd answers it.
 *
 * @param key in base64, as is the value
 */
public record EtcdKey(String key, String value, long createRevision, long modRevision, long version, long lease) {
    /** All keys that could be read at a revision, by what a snapshot holds. */
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

    /** All keys of an answer in JSON to a range request. */
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

    /** What is 0 is left out. */
    private static long number(Object json) {
        return json == null ? 0 : ((Number) json).longValue();
    }
}
