package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the files of a cluster to a folder. All files are created in a {@link Stage} before the first one is moved, so
 * that a failure before that changes nothing. A new folder appears as a whole. In an existing folder, files are
 * replaced one by one, after writing a manifest with their old and new digests, so that the next run can finish an
 * interrupted one.
 */
public final class Generator {
    private final Cluster cluster;
    private final Path out;
    private final boolean renew;
    private final Layout layout;

    /** @param renew whether to replace existing certificates and keys of nodes */
    public Generator(Cluster cluster, Path out, boolean renew, Layout layout) {
        this.cluster = cluster;
        this.out = out;
        this.renew = renew;
        this.layout = layout;
    }

    /**
     * Writes all files.
     *
     * @return the ids of the nodes with new certificates; the others keep theirs
     * @throws GenerateException if the folder has other files, or a certificate cannot be created
     */
    public List<String> write() throws IOException, GenerateException {
        OutputTree former = OutputTree.of(out);
        Cluster continued = former.continued(cluster);
        List<String> objections = former.objections(cluster);
        if (!objections.isEmpty()) {
            throw new GenerateException(String.join("\n", objections));
        }
        try (Stage stage = Stage.create(former.folder())) {
            Credentials credentials = new Credentials(former.folder(), stage, renew, layout);
            Authority authority = credentials.authority(cluster.nodes());
            Map<String, String> files = files(continued, authority);
            for (Map.Entry<String, String> file : files.entrySet()) {
                stage.write(file.getKey(), file.getValue());
            }
            List<String> made = credentials.make(cluster.nodes(), authority);
            commit(stage, former, Manifest.of(continued, files));
            return made;
        }
    }

    private Map<String, String> files(Cluster cluster, Authority authority) throws IOException {
        Map<String, String> files = new TreeMap<>(NodeFiles.of(cluster, layout));
        String certificate = Files.readString(authority.certificate());
        cluster.nodes().forEach(node -> files.put(node.id() + "/" + Authority.CERTIFICATE, certificate));
        return files;
    }

    private static void commit(Stage stage, OutputTree former, Manifest manifest) throws IOException {
        if (!Files.exists(former.folder())) {
            stage.write(Manifest.FILE, manifest.text());
            stage.become();
            return;
        }
        stage.replace(Manifest.FILE, manifest.replacing(former.manifest()).text());
        stage.move(OutputTree.AUTHORITY);
        for (Path file : former.stale(manifest)) {
            Files.deleteIfExists(file);
        }
        stage.replace(Manifest.FILE, manifest.text());
    }
}
