package io.narrows.cli.check.cluster;

import io.narrows.config.yaml.Problems;
import java.util.List;
import java.util.Optional;

/** Something that the files of a cluster have to agree on. */
@FunctionalInterface
interface Agreement {
    /**
     * Reports where they do not.
     *
     * @param files one for each node
     */
    void check(List<NodeFile> files, Problems problems);

    static Optional<NodeFile> find(List<NodeFile> files, String id) {
        return files.stream().filter(file -> file.id().equals(id)).findFirst();
    }
}
