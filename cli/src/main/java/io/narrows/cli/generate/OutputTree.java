package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /** @param folder may be missing */
    static OutputTree of(Path folder) throws IOException {
        return new OutputTree(folder, Manifest.read(folder));
    }

    /**
     * Returns reasons not to write to the folder, one per line: files of other origin, files that were edited by hand, nodes
     * that are gone or would get another number.
     *
     * @param files the files to write, by path
     */
    List<String> objections(Cluster cluster, Map<String, String> files) throws IOException {
        List<String> objections = new ArrayList<>();
        Set<String> ids = new TreeSet<>(manifest.numbers().keySet());
        for (ClusterNode node : cluster.nodes()) {
            Integer former = manifest.numbers().get(node.id());
            if (former != null && former != node.number()) {
                objections.add("node " + node.id() + " would get number " + node.number() + ", and has " + former
                        + " in " + folder + ", expected number: " + former + " beside its id");
            }
            ids.remove(node.id());
        }
        for (String id : ids) {
            if (Files.exists(folder.resolve(id))) {
                objections.add(
                        folder.resolve(id) + ": the node is not in the cluster file, expected no such folder; remove it"
                                + " if the node is gone");
            }
        }
        for (String path : present()) {
            if (!isOurs(path, files)) {
                objections.add(objection(path));
            }
        }
        return objections;
    }

    /** Returns the files of the earlier run that are not among the new ones. */
    List<Path> stale(Map<String, String> files) throws IOException {
        return present().stream()
                .filter(path -> manifest.digests().containsKey(path) && !files.containsKey(path))
                .map(folder::resolve)
                .toList();
    }

    private String objection(String path) {
        return manifest.digests().containsKey(path)
                ? folder.resolve(path)
                        + ": changed since narrows generate wrote it, expected the file as it was; move it away to"
                        + " have it written again"
                : folder.resolve(path)
                        + ": not written by narrows generate, expected a new folder or one that it wrote";
    }

    /** Returns whether a file comes from {@code generate}; one with new content was left by an interrupted run. */
    private boolean isOurs(String path, Map<String, String> files) throws IOException {
        if (path.equals(Manifest.FILE) || isCredential(path)) {
            return true;
        }
        byte[] content = Files.readAllBytes(folder.resolve(path));
        String digest = Manifest.digest(content);
        return digest.equals(manifest.digests().get(path))
                || files.containsKey(path)
                        && !manifest.digests().isEmpty()
                        && digest.equals(Manifest.digest(files.get(path).getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Returns whether a file is a certificate or a key, which are kept: those of nodes, and an authority that may be older
     * than the folder's files.
     */
    private boolean isCredential(String path) {
        Path file = Path.of(path);
        if (file.getNameCount() != 2) {
            return false;
        }
        String parent = file.getName(0).toString();
        String name = file.getName(1).toString();
        boolean authority =
                name.equals(Authority.CERTIFICATE) || parent.equals(AUTHORITY) && name.equals(Authority.KEY);
        return authority && (parent.equals(AUTHORITY) || manifest.numbers().containsKey(parent))
                || manifest.numbers().containsKey(parent)
                        && (name.equals(certificate(parent)) || name.equals(key(parent)));
    }

    static String certificate(String id) {
        return id + ".pem";
    }

    static String key(String id) {
        return id + ".key";
    }

    private List<String> present() throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> !Files.isDirectory(file))
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
