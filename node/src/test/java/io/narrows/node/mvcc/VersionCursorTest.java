package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.PutRequest;
import io.narrows.testkit.Seed;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionCursorTest {
    private static final int KEYS = 40;

    @TempDir
    private Path directory;

    private final Random random = new Random(Seed.of("VersionCursorTest"));

    @ParameterizedTest
    @CsvSource({"1, 10", "6, 10", "7, 10", "30, 10", "3, 3000", "9, 5000"})
    void range_findsTheVersionsOfARevision(int versions, int bytes) throws Exception {
        try (Keyspace keyspace = Keyspace.open(directory, KeyspaceOptions.defaults())) {
            long first = keyspace.revision() + 1;
            put(keyspace, versions, bytes);
            for (int version = 1; version <= versions; version++) {
                long at = first - 1 + (long) version * KEYS;

                List<KeyValue> found = keyspace.range(Requests.range("k", "l").toBuilder()
                                .setRevision(at)
                                .build())
                        .getKvsList();

                assertThat(found).hasSize(KEYS).extracting(KeyValue::getVersion).containsOnly((long) version);
            }
        }
    }

    private void put(Keyspace keyspace, int versions, int bytes) throws Exception {
        long index = 0;
        for (int version = 0; version < versions; version++) {
            for (int key = 0; key < KEYS; key++) {
                byte[] value = new byte[bytes];
                random.nextBytes(value);
                Change change = keyspace.change(new Applied(1, ++index));
                change.put(PutRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8("k%02d".formatted(key)))
                        .setValue(ByteString.copyFrom(value))
                        .build());
                change.commit();
            }
        }
    }
}
