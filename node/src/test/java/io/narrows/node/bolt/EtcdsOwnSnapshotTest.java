package io.narrows.node.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.node.bolt.SnapshotModel.Change;
import io.narrows.node.etcd.KeyValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a snapshot made by {@code etcdctl snapshot save} 3.4.23 after these commands; {@code $L} is the lease of 3600 seconds.
 *
 * <pre>
 *   put gone 1; del gone; put fruit apple; put fruit banana; lease grant 3600; put leased x --lease=$L; lease grant 77
 *   txn: put fruit cherry, put vegetable carrot, del leased
 *   put large (10,000 times z); compaction 3; put fruit damson; put leased y --lease=$L; del vegetable
 * </pre>
 */
class EtcdsOwnSnapshotTest {
    private static final long LEASE = 0x688da1ff76792d09L;

    @TempDir
    Path folder;

    @Test
    void content() throws IOException {
        Path file = unpack();

        try (SnapshotFile snapshot = EtcdSnapshot.open(file)) {
            assertThat(SnapshotModel.copyOf(snapshot))
                    .isEqualTo(new SnapshotModel(
                            List.of(
                                    put(4, 0, 4, 1, "fruit", "apple", 0),
                                    put(5, 0, 4, 2, "fruit", "banana", 0),
                                    put(6, 0, 6, 1, "leased", "x", LEASE),
                                    put(7, 0, 4, 3, "fruit", "cherry", 0),
                                    put(7, 1, 7, 1, "vegetable", "carrot", 0),
                                    delete(7, 2, "leased"),
                                    put(8, 0, 8, 1, "large", "z".repeat(10_000), 0),
                                    put(9, 0, 4, 4, "fruit", "damson", 0),
                                    put(10, 0, 10, 1, "leased", "y", LEASE),
                                    delete(11, 0, "vegetable")),
                            List.of(new SnapshotLease(LEASE, 3600, 0), new SnapshotLease(0x688da1ff76792d0cL, 77, 0)),
                            new CompactedRevisions(3, 3),
                            17));
        }
    }

    private static Change put(long main, long sub, long create, long version, String key, String value, long lease) {
        KeyValue keyValue = KeyValue.newBuilder()
                .setKey(ByteString.copyFromUtf8(key))
                .setValue(ByteString.copyFromUtf8(value))
                .setCreateRevision(create)
                .setModRevision(main)
                .setVersion(version)
                .setLease(lease)
                .build();
        return new Change(main, sub, false, keyValue);
    }

    private static Change delete(long main, long sub, String key) {
        return new Change(
                main,
                sub,
                true,
                KeyValue.newBuilder().setKey(ByteString.copyFromUtf8(key)).build());
    }

    private Path unpack() throws IOException {
        Path file = folder.resolve("snapshot");
        try (InputStream packed = EtcdsOwnSnapshotTest.class.getResourceAsStream("etcd-3.4.23.snapshot.gz");
                InputStream content = new GZIPInputStream(packed)) {
            Files.copy(content, file);
        }
        return file;
    }
}
