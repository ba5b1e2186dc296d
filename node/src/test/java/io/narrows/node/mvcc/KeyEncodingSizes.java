package io.narrows.node.mvcc;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.node.error.EtcdException;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.FamilyStatistics;
import io.narrows.storage.sst.block.KeyEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Measures the disk space of a keyspace by key encoding and codec: keys like those of Kubernetes, put several times in
 * random order, in files of the last level. {@code KeyEncodingSizes KEYS VERSIONS VALUE-BYTES DIRECTORY} prints the table of
 * docs/formats/keyspace.md.
 */
final class KeyEncodingSizes {
    private static final long SEED = 7;

    private final List<String> puts = new ArrayList<>();
    private final int valueBytes;

    KeyEncodingSizes(int keys, int versions, int valueBytes) {
        Random random = new Random(SEED);
        List<String> made = new KubernetesKeys(random).make(keys);
        this.valueBytes = valueBytes;
        for (int version = 0; version < versions; version++) {
            puts.addAll(made);
        }
        Collections.shuffle(puts, random);
    }

    public static void main(String... arguments) throws IOException, EtcdException {
        KeyEncodingSizes sizes = new KeyEncodingSizes(
                Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        System.out.println("| codec | encoding | keys | revisions | both, bytes per version |");
        System.out.println("| --- | --- | ---: | ---: | ---: |");
        for (Codec codec : List.of(Codec.NONE, Codec.LZ4, Codec.ZSTD)) {
            for (KeyEncoding encoding : KeyEncoding.values()) {
                Path directory = Files.createTempDirectory(Path.of(arguments[3]), "sizes");
                List<Long> bytes = sizes.measure(directory, encoding, CodecSpec.of(codec));
                System.out.printf(
                        "| %s | %s | %,d | %,d | %.2f |%n",
                        codec,
                        encoding,
                        bytes.get(0),
                        bytes.get(1),
                        (double) (bytes.get(0) + bytes.get(1)) / sizes.puts.size());
            }
        }
    }

    /** Returns the bytes of the families keys and revisions. */
    List<Long> measure(Path directory, KeyEncoding encoding, CodecSpec codec) throws IOException, EtcdException {
        KeyspaceOptions options = KeyspaceOptions.defaults()
                .withFamily(FamilyOptions.DEFAULT.withCompression(codec))
                .withKeyEncoding(encoding);
        try (Keyspace keyspace = Keyspace.open(directory, options)) {
            Random random = new Random(SEED);
            long index = 0;
            for (String key : puts) {
                Change change = keyspace.change(new Applied(1, ++index));
                change.put(Requests.put(key, value(random)));
                change.commit();
            }
            keyspace.rewrite();
            List<Long> bytes = new ArrayList<>();
            for (String family : List.of(Store.KEYS, Store.REVISIONS)) {
                bytes.add(keyspace.statistics().families().stream()
                        .filter(statistics -> statistics.name().equals(family))
                        .mapToLong(FamilyStatistics::storedBytes)
                        .sum());
            }
            return bytes;
        }
    }

    /** Returns words, which codecs compress to about a third. */
    private String value(Random random) {
        return random.ints(valueBytes / 8, 0, 500)
                .mapToObj(word -> String.format("field%03d", word))
                .collect(Collectors.joining());
    }
}
