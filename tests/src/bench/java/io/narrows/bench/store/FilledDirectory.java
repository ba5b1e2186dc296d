package io.narrows.bench.store;

import io.narrows.codec.CodecSpec;
import io.narrows.lab.load.KubernetesObjects;
import io.narrows.lab.load.StoredObject;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.mvcc.Restoration;
import io.narrows.node.replica.RestoredMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Creates the directory of a member whose keys are pods, in the state after {@code narrows node restore}: a snapshot without
 * an earlier log.
 */
public final class FilledDirectory {
    private static final int POD_BYTES = 6 << 10;
    private static final int PODS_BETWEEN_LOOKS = 1_000;
    private static final long SEED = 1;
    private static final Applied FIRST = new Applied(1, 1);

    private FilledDirectory() {}

    /**
     * Creates the directory.
     *
     * @param bytes approximate size of its files before compaction
     * @param compression of all of them
     */
    public static void make(Path directory, long bytes, CodecSpec compression) throws IOException {
        KeyspaceOptions defaults = KeyspaceOptions.defaults();
        KeyspaceOptions options = defaults.withFamily(defaults.family().withCompressionPerLevel(List.of(compression)));
        Path database = directory.resolve("db");
        fill(database, bytes, options);
        try (Keyspace keyspace = Keyspace.open(database, options)) {
            keyspace.rewrite(); // so that no compaction runs during the measurement
        }
        RestoredMark.leave(directory);
    }

    private static void fill(Path database, long bytes, KeyspaceOptions options) throws IOException {
        KubernetesObjects objects = new KubernetesObjects(SEED, POD_BYTES);
        try (Restoration restoration = Restoration.begin(database, options)) {
            int pod = 0;
            while (FileSizes.below(database, ".sst") < bytes) {
                for (int i = 0; i < PODS_BETWEEN_LOOKS; i++) {
                    add(restoration, objects.pod(pod, 1), pod + 2L); // revision 1 is that of an empty store
                    pod++;
                }
            }
            restoration.finish(0, FIRST);
        }
    }

    private static void add(Restoration restoration, StoredObject object, long revision) throws IOException {
        KeyValue keyValue = KeyValue.newBuilder()
                .setKey(object.key())
                .setValue(object.value())
                .setCreateRevision(revision)
                .setModRevision(revision)
                .setVersion(1)
                .build();
        restoration.add(revision, 0, false, keyValue);
    }

    /** Copies the directory for another member: nothing in it identifies its owner. */
    static void copy(Path from, Path to) throws IOException {
        List<Path> all;
        try (Stream<Path> paths = Files.walk(from)) {
            all = paths.toList();
        }
        for (Path path : all) {
            Path copied = to.resolve(from.relativize(path));
            if (Files.isDirectory(path)) {
                Files.createDirectories(copied);
            } else {
                Files.copy(path, copied);
            }
        }
    }
}
