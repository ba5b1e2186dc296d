package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.etcd.KeyValue;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LatestVersionsTest {
    private static final int SIZE = LatestVersions.OVERHEAD + 1 + 100; // of a version in these tests

    @Test
    void get_cachedVersion() {
        LatestVersions latest = new LatestVersions(100 * SIZE);
        latest.put(version("a"));

        assertThat(latest.get(bytes("a"))).contains(version("a"));
        assertThat(latest.get(bytes("b"))).isEmpty();
        assertThat(latest.bytes()).isEqualTo(SIZE);
    }

    @Test
    void get_otherRevision_isEmpty() {
        LatestVersions latest = new LatestVersions(100 * SIZE);
        latest.put(version("a"));

        assertThat(latest.get(bytes("a"), 2)).contains(version("a"));
        assertThat(latest.get(bytes("a"), 3)).isEmpty();
    }

    @Test
    void putAll_replacesAndDrops() {
        LatestVersions latest = new LatestVersions(100 * SIZE);
        latest.put(version("a"));
        latest.put(version("b"));

        KeyValue next = version("a").toBuilder().setModRevision(3).build();
        latest.putAll(Map.of(bytes("a"), Optional.of(next), bytes("b"), Optional.empty()));

        assertThat(latest.get(bytes("a"))).contains(next);
        assertThat(latest.get(bytes("b"))).isEmpty();
        assertThat(latest.bytes()).isEqualTo(SIZE);
    }

    @Test
    void fullCache_staysWithinItsBound() {
        LatestVersions latest = new LatestVersions(8 * SIZE);
        for (char key = 'a'; key <= 'z'; key++) {
            latest.put(version(String.valueOf(key)));
        }

        assertThat(latest.bytes()).isPositive().isLessThanOrEqualTo(8 * SIZE);
    }

    @Test
    void put_versionAboveTheBound_dropsTheCachedOne() {
        LatestVersions latest = new LatestVersions(8 * SIZE);
        latest.put(version("a"));

        latest.put(
                version("a").toBuilder().setValue(bytes("x".repeat(8 * SIZE))).build());

        assertThat(latest.get(bytes("a"))).isEmpty();
        assertThat(latest.bytes()).isZero();
    }

    @Test
    void disabledCache_keepsNothing() {
        LatestVersions latest = new LatestVersions(0);
        latest.put(version("a"));

        assertThat(latest.get(bytes("a"))).isEmpty();
        assertThat(latest.bytes()).isZero();
    }

    private static KeyValue version(String key) {
        return KeyValue.newBuilder()
                .setKey(bytes(key))
                .setValue(bytes("v".repeat(100)))
                .setModRevision(2)
                .build();
    }
}
