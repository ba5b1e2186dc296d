package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.bolt.EtcdSnapshot;
import io.narrows.testkit.Seed;
import io.narrows.tests.support.EtcdHistory;
import io.narrows.tests.support.StandaloneEtcd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that {@code etcdctl snapshot status}, which checks every page, agrees with a snapshot that we wrote. */
class EtcdSnapshotStatusIT {
    private static final int SHA256 = 32;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 500, 20_000})
    void status(int revisions) throws IOException {
        long seed = Seed.of("EtcdSnapshotStatusIT, " + revisions + " revisions");
        EtcdHistory history = EtcdHistory.random(new Random(seed), revisions);
        Path file = folder.resolve("snapshot");
        Status expected = Status.of(history);

        EtcdSnapshot.write(file, history);

        Map<String, ?> status = StandaloneEtcd.status(file);
        assertThat(status.get("totalSize")).isEqualTo((int) Files.size(file) - SHA256);
        assertThat(status.get("totalKey")).isEqualTo(expected.keys);
        assertThat(status.get("revision")).isEqualTo(revisions == 0 ? 0 : (int) history.revision());
        assertThat(((Number) status.get("hash")).longValue()).isEqualTo(expected.hash.getValue());
    }

    /** The checksum of all names, keys and values in order, and the number of keys. */
    private static final class Status {
        private static final List<String> BEFORE_KEYS =
                List.of("alarm", "auth", "authRoles", "authUsers", "cluster", "key");

        private final CRC32C hash = new CRC32C();
        private int keys;

        static Status of(EtcdHistory history) throws IOException {
            Status status = new Status();
            BEFORE_KEYS.forEach(status::add);
            history.forEachRevision((main, sub, tombstone, keyValue) -> {
                ByteBuffer key = ByteBuffer.allocate(tombstone ? 18 : 17);
                key.putLong(main).put((byte) '_').putLong(sub).put(tombstone ? new byte[] {'t'} : new byte[0]);
                status.add(key.array(), keyValue.toByteArray());
            });
            status.add("lease");
            history.forEachLease(lease -> status.add(number(lease.id()), protobuf(lease.id(), lease.ttl())));
            status.add("members");
            status.add("members_removed");
            status.add("meta");
            status.add(ascii("consistent_index"), number(history.appliedIndex()));
            return status;
        }

        private void add(String bucket) {
            hash.update(ascii(bucket));
        }

        private void add(byte[] key, byte[] value) {
            hash.update(key);
            hash.update(value);
            keys++;
        }

        /** Returns an encoded {@code leasepb.Lease}. */
        private static byte[] protobuf(long id, long ttl) {
            ByteBuffer bytes = ByteBuffer.allocate(22);
            varint(bytes.put((byte) 0x08), id);
            varint(bytes.put((byte) 0x10), ttl);
            byte[] protobuf = new byte[bytes.position()];
            bytes.get(0, protobuf);
            return protobuf;
        }

        private static void varint(ByteBuffer bytes, long number) {
            long rest = number;
            while (rest > 0x7f) {
                bytes.put((byte) (rest | 0x80));
                rest >>>= 7;
            }
            bytes.put((byte) rest);
        }

        private static byte[] number(long number) {
            return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        }

        private static byte[] ascii(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    }
}
