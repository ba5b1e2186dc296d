package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.etcd.KeyValue;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LatestVersionsTest {
    private static final int SIZE = LatestVersions.OVERHEAD + 1 + 100; // of a version in these tests

    private int reads;

    @Test
    void get_cachedVersion_isNotReadAgain() throws IOException {
        LatestVersions latest = new LatestVersions(100 * SIZE);

        assertThat(get(latest, "a", version("a"))).contains(version("a"));
        assertThat(get(latest, "a", version("a"))).contains(version("a"));

        assertThat(reads).isOne();
        assertThat(latest.bytes()).isEqualTo(SIZE);
    }

    @Test
    void get_cachedAbsence_isNotReadAgain() throws IOException {
        LatestVersions latest = new LatestVersions(100 * SIZE);

        assertThat(latest.get(bytes("a"), () -> read(Optional.empty()))).isEmpty();
        assertThat(latest.get(bytes("a"), () -> read(Optional.empty()))).isEmpty();

        assertThat(reads).isOne();
    }

    @Test
    void putAll_cachedKey_replacesItsVersion() throws IOException {
        LatestVersions latest = new LatestVersions(100 * SIZE);
        get(latest, "a", version("a"));

        KeyValue next = version("a").toBuilder().setModRevision(3).build();
        latest.putAll(Map.of(bytes("a"), Optional.of(next)));
        assertThat(get(latest, "a", version("a"))).contains(next);
        latest.putAll(Map.of(bytes("a"), Optional.empty()));
        assertThat(latest.get(bytes("a"), () -> read(Optional.of(next)))).isEmpty();

        assertThat(reads).isOne();
        assertThat(latest.bytes()).isEqualTo(SIZE - 100);
    }

    @Test
    void get_fullCache_evictsTheLeastRecentlyUsed() throws IOException {
        LatestVersions latest = new LatestVersions(8 * SIZE);
        for (String key : "abcdefgh".split("")) {
            get(latest, key, version(key));
        }
        get(latest, "a", version("a"));
        get(latest, "i", version("i"));
        reads = 0;

        get(latest, "a", version("a"));
        get(latest, "i", version("i"));
        assertThat(reads).isZero();
        get(latest, "b", version("b"));
        assertThat(reads).isOne();
        assertThat(latest.bytes()).isEqualTo(8 * SIZE);
    }

    @Test
    void putAll_largeVersion_dropsTheCachedOne() throws IOException {
        LatestVersions latest = new LatestVersions(8 * SIZE);
        get(latest, "a", version("a"));

        KeyValue large =
                version("a").toBuilder().setValue(bytes("x".repeat(101))).build();
        latest.putAll(Map.of(bytes("a"), Optional.of(large)));

        assertThat(latest.bytes()).isZero();
        assertThat(get(latest, "a", large)).contains(large);
    }

    @Test
    void get_disabledCache_alwaysReads() throws IOException {
        LatestVersions latest = new LatestVersions(0);

        get(latest, "a", version("a"));
        get(latest, "a", version("a"));

        assertThat(reads).isEqualTo(2);
        assertThat(latest.bytes()).isZero();
    }

    private Optional<KeyValue> get(LatestVersions latest, String key, KeyValue stored) throws IOException {
        return latest.get(bytes(key), () -> read(Optional.of(stored)));
    }

    private Optional<KeyValue> read(Optional<KeyValue> stored) {
        reads++;
        return stored;
    }

    private static KeyValue version(String key) {
        return KeyValue.newBuilder()
                .setKey(bytes(key))
                .setValue(bytes("v".repeat(100)))
                .setModRevision(2)
                .build();
    }
}
