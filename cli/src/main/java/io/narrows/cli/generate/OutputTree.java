package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The output folder as an earlier run left it. */
final class OutputTree {
    /** The folder of the certificate authority, a reserved name for nodes. */
    static final String AUTHORITY = "ca";

    private final Path folder;
    private final Manifest manifest;

    private OutputTree(Path folder, Manifest manifest) {
        this.folder = folder;
        this.manifest = manifest;
    }

    /**
     * Reads a folder.
     *
     * @param out may be missing, or a symbolic link to a folder
     * @throws GenerateException if it is anything else
     */
    static OutputTree of(Path out) throws IOException, GenerateException {
        if (!Files.exists(out) && Files.isSymbolicLink(out)) {
            throw new GenerateException(out + ": a symbolic link to a folder that does not exist, expected a folder");
        }
        if (Files.exists(out) && !Files.isDirectory(out)) {
            throw new GenerateException(out + ": is a file, expected a folder");
        }
        Path folder = Files.isSymbolicLink(out) ? out.toRealPath() : out;
        return new OutputTree(folder, Manifest.read(folder));
    }

    /** Returns the folder itself if it was given as a symbolic link. */
    Path folder() {
        return folder;
    }

    Manifest manifest() {
        return manifest;
    }

    /** Returns the cluster of a file, with the decisions of earlier runs about its nodes. */
    Cluster continued(Cluster cluster) {
        return cluster.continued(manifest.joinedOf(cluster), manifest.votersOf(cluster.kind()));
    }

    /**
     * Returns reasons not to write to the folder, one per line: files from elsewhere, files edited by hand, missing
     * nodes, nodes whose number would change, and missing voters.
     */
    List<String> objections(Cluster cluster) throws IOException {
        List<String> objections = new ArrayList<>();
        Set<String> ids = new TreeSet<>(manifest.numbers().keySet());
        for (ClusterNode node : cluster.nodes()) {
            Integer former = manifest.numbers().get(node.id());
            if (former != null && former != node.number()) {
                objections.add("node " + node.id() + " would get number " + node.number() + ", but has " + former
                        + " in " + folder + ", expected number: " + former + " next to its id");
            }
            ids.remove(node.id());
        }
        Set<Integer> lostVoters = lostVoters(cluster);
        for (String id : ids) {
            if (lostVoters.contains(manifest.numbers().get(id))) {
                objections.add("node " + id + " " + cluster.kind().database().reasonForVoters());
            } else if (Files.exists(folder.resolve(id))) {
                objections.add(
                        folder.resolve(id) + ": the node is not in the cluster file, expected no folder; delete the"
                                + " folder if the node was removed");
            }
        }
        for (String path : present()) {
            if (Files.isDirectory(folder.resolve(path))) {
                objections.add(folder.resolve(path) + ": a symbolic link to a folder, expected a folder");
            } else if (!isCredential(path, cluster) && !isOurs(path)) {
                objections.add(objection(path));
            }
        }
        return objections;
    }

    private Set<Integer> lostVoters(Cluster cluster) {
        Set<Integer> lost = new TreeSet<>(manifest.votersOf(cluster.kind()));
        cluster.nodes().stream()
                .map(node -> manifest.numbers().get(node.id())) // not node.number(), which may be another node's now
                .filter(Objects::nonNull)
                .forEach(lost::remove);
        return lost;
    }

    /** Returns the files of earlier runs that are not among the new ones. */
    List<Path> stale(Manifest next) throws IOException {
        return present().stream()
                .filter(path -> !manifest.known(path).isEmpty())
                .filter(path -> !next.digests().containsKey(path))
                .map(folder::resolve)
                .toList();
    }

    private String objection(String path) {
        return manifest.known(path).isEmpty()
                ? folder.resolve(path) + ": not written by narrows generate, expected a new folder or one of an"
                        + " earlier run"
                : folder.resolve(path)
                        + ": changed since narrows generate wrote it, expected the unmodified file; move it away to"
                        + " have it written again";
    }

    private boolean isOurs(String path) throws IOException {
        Path file = folder.resolve(path);
        Set<String> known = manifest.known(path);
        return path.equals(Manifest.FILE)
                || !known.isEmpty()
                        && Files.isRegularFile(file)
                        && known.contains(Manifest.digest(Files.readAllBytes(file)))
                || isCopyOfAuthority(path);
    }

    /** Returns whether a node's file is a copy of the authority's certificate, as a run writes it. */
    private boolean isCopyOfAuthority(String path) throws IOException {
        Path file = folder.resolve(path);
        Path authority = folder.resolve(AUTHORITY).resolve(Authority.CERTIFICATE);
        return file.endsWith(Authority.CERTIFICATE)
                && Path.of(path).getNameCount() == 2
                && Files.isRegularFile(file)
                && Files.isRegularFile(authority)
                && Files.mismatch(file, authority) < 0;
    }

    /** Returns whether a file is a certificate or key of a node or the authority, which may be older than the folder's files. */
    private boolean isCredential(String path, Cluster cluster) {
        Path file = Path.of(path);
        if (file.getNameCount() != 2) {
            return false;
        }
        String parent = file.getName(0).toString();
        String name = file.getName(1).toString();
        if (parent.equals(AUTHORITY)) {
            return name.equals(Authority.CERTIFICATE) || name.equals(Authority.KEY);
        }
        boolean ofNode = manifest.numbers().containsKey(parent)
                || cluster.nodes().stream().anyMatch(node -> node.id().equals(parent));
        return ofNode
                && Stream.of(Layout.values())
                        .anyMatch(layout -> name.equals(layout.certificate(parent)) || name.equals(layout.key(parent)));
    }

    /**
     * Returns the paths of all files and symbolic links; links are not followed.
     *
     * @throws IOException if a folder, which may contain other files, cannot be read
     */
    private List<String> present() throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        List<String> present = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return Stage.contains(folder.relativize(directory))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                present.add(folder.relativize(file).toString());
                return FileVisitResult.CONTINUE;
            }
        });
        present.sort(null);
        return present;
    }
}
