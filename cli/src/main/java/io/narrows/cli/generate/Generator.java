package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes the files of a cluster to a folder. The files are created in a folder next to it and moved once complete, so that a
 * failure changes nothing.
 */
public final class Generator {
    private final Cluster cluster;
    private final Path out;
    private final boolean renew;
    private final Map<String, String> files;

    /** @param renew whether to replace existing certificates and keys of nodes */
    public Generator(Cluster cluster, Path out, boolean renew) {
        this.cluster = cluster;
        this.out = out;
        this.renew = renew;
        this.files = NodeFiles.of(cluster);
    }

    /**
     * Writes all files.
     *
     * @return the ids of the nodes with new certificates; the others keep theirs
     * @throws GenerateException if the folder has other files, or a certificate cannot be created
     */
    public List<String> write() throws IOException, GenerateException {
        if (Files.exists(out) && !Files.isDirectory(out)) {
            throw new GenerateException(out + ": is a file, expected a folder");
        }
        OutputTree former = OutputTree.of(out);
        List<String> objections = former.objections(cluster, files);
        if (!objections.isEmpty()) {
            throw new GenerateException(String.join("\n", objections));
        }
        Path parent = out.toAbsolutePath().normalize().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new GenerateException(out + ": cannot be made, expected a folder to make it in");
        }
        Path stage = Files.createTempDirectory(parent, ".narrows-generate-");
        try {
            List<String> made = stage(stage);
            commit(stage, former);
            return made;
        } finally {
            delete(stage);
        }
    }

    private List<String> stage(Path stage) throws IOException, GenerateException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = stage.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        Authority authority = authority(stage);
        List<String> made = new ArrayList<>();
        for (ClusterNode node : cluster.nodes()) {
            if (certificate(authority, stage, node.id())) {
                made.add(node.id());
            }
            Files.copy(authority.certificate(), stage.resolve(node.id()).resolve(Authority.CERTIFICATE));
        }
        Files.writeString(
                stage.resolve(Manifest.FILE), Manifest.of(cluster, files).text());
        return made;
    }

    /**
     * Returns the authority of the folder, or a new one. Its key may be kept elsewhere while no certificate needs to be
     * issued.
     */
    private Authority authority(Path stage) throws IOException, GenerateException {
        Path folder = Files.createDirectory(stage.resolve(OutputTree.AUTHORITY));
        Authority authority = new Authority(folder);
        Path certificate = out.resolve(OutputTree.AUTHORITY).resolve(Authority.CERTIFICATE);
        Path key = certificate.resolveSibling(Authority.KEY);
        if (!Files.exists(certificate) && Files.exists(key)) {
            throw new GenerateException(certificate + ": missing, expected the certificate beside its key");
        }
        if (Files.exists(certificate)) {
            keep(certificate, folder.resolve(Authority.CERTIFICATE));
            if (Files.exists(key)) {
                keep(key, folder.resolve(Authority.KEY));
            }
        } else {
            requireNone();
            authority.create();
        }
        return authority;
    }

    /**
     * Requires that no node has a certificate to keep, since the nodes of a new authority would not accept those of a lost
     * one.
     */
    private void requireNone() throws GenerateException {
        for (ClusterNode node : cluster.nodes()) {
            Path certificate = out.resolve(node.id()).resolve(OutputTree.certificate(node.id()));
            if (Files.exists(certificate) && !renew) {
                throw new GenerateException(certificate + ": its authority is missing, expected "
                        + out.resolve(OutputTree.AUTHORITY).resolve(Authority.CERTIFICATE)
                        + ", or --renew for new certificates of all nodes");
            }
        }
    }

    /** Creates a certificate, or keeps the existing one. Returns whether it was created. */
    private boolean certificate(Authority authority, Path stage, String id) throws IOException, GenerateException {
        Path folder = stage.resolve(id);
        Path certificate = out.resolve(id).resolve(OutputTree.certificate(id));
        Path key = certificate.resolveSibling(OutputTree.key(id));
        if (!renew && Files.exists(certificate) && Files.exists(key)) {
            keep(certificate, folder.resolve(certificate.getFileName()));
            keep(key, folder.resolve(key.getFileName()));
            return false;
        }
        if (!Files.exists(stage.resolve(OutputTree.AUTHORITY).resolve(Authority.KEY))) {
            throw new GenerateException(out.resolve(OutputTree.AUTHORITY).resolve(Authority.KEY)
                    + ": missing, expected the key of the authority to make a certificate for " + id);
        }
        authority.issue(id, folder.resolve(certificate.getFileName()), folder.resolve(key.getFileName()));
        return true;
    }

    private static void keep(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private void commit(Path stage, OutputTree former) throws IOException {
        if (isNew()) {
            Files.move(stage, out, StandardCopyOption.ATOMIC_MOVE);
            return;
        }
        List<Path> staged;
        try (Stream<Path> walk = Files.walk(stage)) {
            staged = walk.filter(Files::isRegularFile)
                    .map(stage::relativize)
                    .sorted(Comparator.comparing((Path file) -> file.endsWith(Manifest.FILE))
                            .thenComparing(file -> file))
                    .toList();
        }
        for (Path file : staged) {
            Path target = out.resolve(file);
            if (target.getParent() != null) {
                Files.createDirectories(target.getParent());
            }
            Files.move(stage.resolve(file), target, StandardCopyOption.REPLACE_EXISTING);
        }
        for (Path file : former.stale(files)) {
            Files.deleteIfExists(file);
        }
    }

    private boolean isNew() throws IOException {
        if (!Files.exists(out, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        try (Stream<Path> present = Files.list(out)) {
            return !Files.isSymbolicLink(out) && present.findAny().isEmpty();
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
