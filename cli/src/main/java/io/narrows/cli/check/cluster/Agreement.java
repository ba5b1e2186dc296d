package io.narrows.cli.check.cluster;

import io.narrows.config.PeerId;
import io.narrows.config.yaml.Problems;
import java.util.List;
import java.util.Optional;

/** A property that must agree across the files of a cluster. */
@FunctionalInterface
interface Agreement {
    /**
     * Reports disagreements.
     *
     * @param files one for each node
     */
    void check(List<NodeFile> files, Problems problems);

    static Optional<NodeFile> find(List<NodeFile> files, PeerId id) {
        return files.stream().filter(file -> file.id().equals(id)).findFirst();
    }
}
