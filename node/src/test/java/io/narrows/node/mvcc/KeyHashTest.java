package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.error.EtcdException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the same operations produce the same hashes as a real etcd, recorded by {@code hashkv/record.sh}. */
class KeyHashTest {
    @TempDir
    private Path directory;

    private Keyspace keyspace;
    private long index;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isThatOfEtcd(boolean cleared) throws Exception {
        List<String> lines = recorded();

        try (Keyspace opened = Keyspace.open(directory, KeyspaceOptions.defaults())) {
            keyspace = opened;
            for (String line : lines) {
                if (line.startsWith("hash")) {
                    String operation = line.substring(0, line.indexOf(" = "));
                    assertThat(operation + " = " + hash(operation)).isEqualTo(line);
                } else {
                    Change change = keyspace.change(new Applied(1, ++index));
                    apply(change, line);
                    change.commit();
                }
                if (cleared) {
                    keyspace.cleared(keyspace.compactRevision()).get();
                }
            }
        }
        assertThat(lines).anyMatch(line -> line.startsWith("hash"));
    }

    private String hash(String operation) throws IOException {
        try {
            int hash = keyspace.hashKv(Long.parseLong(operation.split(" ")[1]));
            return Integer.toUnsignedLong(hash) + " " + keyspace.compactRevision();
        } catch (EtcdException e) {
            return e.getMessage();
        }
    }

    private void apply(Change change, String line) throws IOException, EtcdException {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "put" -> change.put(put(words[1], words[2], words.length > 3 ? Long.parseLong(words[3]) : 0));
            case "del" -> change.deleteRange(delete(words[1], words.length > 2 ? words[2] : ""));
            case "txn" -> {
                for (String operation : line.substring("txn ".length()).split("; ")) {
                    apply(change, operation);
                }
            }
            case "lease" -> change.grant(Long.parseLong(words[1]), 3600);
            case "revoke" -> change.revoke(Long.parseLong(words[1]));
            case "compact" -> change.compact(Long.parseLong(words[1]));
            default -> throw new IOException("operation that is not known: " + line);
        }
    }

    private static List<String> recorded() throws IOException {
        try (InputStream file = KeyHashTest.class.getResourceAsStream("/hashkv/etcd-3.4.23.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
