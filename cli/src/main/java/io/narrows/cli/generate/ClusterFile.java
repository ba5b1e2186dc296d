package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.config.SourceFile;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.YamlDocument;
import java.nio.file.Path;
import java.util.Optional;

/** Reads a cluster file: YAML in UTF-8, at most 1 MiB. */
public final class ClusterFile {
    private ClusterFile() {}

    /** Reads a file; empty if it has mistakes, after they are reported. */
    public static Optional<Cluster> read(Path file, Problems problems) {
        return SourceFile.read(file, problems)
                .flatMap(yaml -> YamlDocument.read(file.toString(), yaml, problems))
                .flatMap(ClusterReader::read)
                .filter(cluster -> problems.none());
    }
}
