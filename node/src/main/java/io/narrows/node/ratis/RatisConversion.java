package io.narrows.node.ratis;

import io.narrows.node.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts the data directory of a member that ran on Ratis. Runs once.
 *
 * <pre>
 *   1. replica.converting/ is built and forced to disk             if killed: it is deleted and rebuilt
 *   2. it is renamed to replica/                                   from now on the directory is converted
 *   3. raft/ and snapshots/ become raft.before/ and snapshots.before/, incoming/ is deleted
 * </pre>
 *
 * The database in {@code db/} is not changed.
 */
public final class RatisConversion {
    private static final Logger LOG = LoggerFactory.getLogger(RatisConversion.class);
    private static final String CONVERTED = "replica";
    private static final String UNFINISHED = "replica.converting";
    private static final List<String> OLD = List.of(RatisDirectory.RAFT, RatisDirectory.SNAPSHOTS);

    private RatisConversion() {}

    /**
     * Converts a member's directory unless it is already converted or has no Ratis files.
     *
     * @param directory of the member; no process may be using it
     * @param cluster name of the cluster, which identifies the Ratis files
     * @throws UnconvertibleException if entries are missing or damaged; nothing was changed
     */
    public static void convertIfNeeded(Path directory, String cluster) throws IOException {
        boolean isConverted = Files.exists(directory.resolve(CONVERTED));
        if (!isConverted && RatisDirectory.exists(directory)) {
            convert(directory, cluster);
        } else if (!isConverted && RatisDirectory.hasSnapshots(directory)) {
            throw new IOException(
                    directory + ": was restored by an older version and never started; restore the snapshot"
                            + " again with this version");
        }
        setAside(directory);
    }

    /** Deletes the files set aside by the conversion, if any; to be called once the member has its own snapshot. */
    public static void forget(Path directory) throws IOException {
        for (String name : OLD) {
            Directories.delete(aside(directory, name));
        }
    }

    private static void convert(Path directory, String cluster) throws IOException {
        Path unfinished = directory.resolve(UNFINISHED);
        Directories.delete(unfinished);
        Optional<RatisDirectory> source = RatisDirectory.of(directory, cluster);
        if (source.isEmpty()) {
            return;
        }
        LOG.atInfo().addKeyValue("directory", directory).log("converting the Ratis log");
        try {
            new ReplicaBuilder(source.get(), unfinished).build();
        } catch (UnconvertibleException e) {
            Directories.delete(unfinished);
            throw e;
        }
        forceTree(unfinished);
        Files.move(unfinished, directory.resolve(CONVERTED), StandardCopyOption.ATOMIC_MOVE);
        Directories.force(directory);
        LOG.atInfo().addKeyValue("directory", directory).log("converted the Ratis log");
    }

    private static void forceTree(Path tree) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(tree)) {
            all = walk.toList();
        }
        for (Path path : all) {
            Directories.force(path);
        }
        Directories.forceParent(tree);
    }

    /** Returns the new name of an old directory. It is in the member's directory, so that a rename cannot lose it. */
    private static Path aside(Path directory, String name) {
        return directory.resolve(name + ".before");
    }

    private static void setAside(Path directory) throws IOException {
        for (String name : OLD) {
            Path old = directory.resolve(name);
            Path aside = aside(directory, name);
            if (Files.exists(old) && Files.exists(aside)) {
                throw new IOException(old + " and " + aside + " both exist: an older version ran after the conversion;"
                        + " delete the former to continue with the converted log");
            }
            if (Files.exists(old)) {
                Files.move(old, aside, StandardCopyOption.ATOMIC_MOVE);
                Directories.force(directory);
            }
        }
        Directories.delete(directory.resolve(RatisDirectory.INCOMING));
    }
}
