package io.narrows.storage.db.crash.disk;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A directory: the names that are certainly on disk, the changes since, and the names that a process sees. */
final class DirectoryNode implements Node {
    private final Map<String, Node> names = new TreeMap<>();
    private final Map<String, Node> durable = new TreeMap<>();
    private final List<NameChange> pending = new ArrayList<>();
    private int failedForces;

    static DirectoryNode empty() {
        return new DirectoryNode();
    }

    /** Creates the node of an existing directory, whose whole content counts as durable. */
    static DirectoryNode of(Path directory) throws IOException {
        DirectoryNode node = new DirectoryNode();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                Node child = Files.isDirectory(entry) ? of(entry) : new FileNode(Files.readAllBytes(entry));
                node.change(new NameChange.Bind(entry.getFileName().toString(), child));
            }
        }
        node.force();
        return node;
    }

    /** Pending changes remain pending. */
    @Override
    public void forceFailed() {
        failedForces++;
    }

    @Override
    public int failedForces() {
        return failedForces;
    }

    /** Returns the node with that name, or null. */
    Node get(String name) {
        return names.get(name);
    }

    void change(NameChange change) {
        change.applyTo(names);
        pending.add(change);
    }

    void force() {
        pending.forEach(change -> change.applyTo(durable));
        pending.clear();
    }

    /**
     * Returns the names that may remain after a power loss: some of the unforced changes are applied, others not. Half of
     * the time it is a prefix of them, as in a journaling file system.
     */
    Map<String, Node> afterPowerLoss(Random random) {
        Map<String, Node> left = new TreeMap<>(durable);
        boolean journal = random.nextBoolean();
        int first = random.nextInt(pending.size() + 1);
        for (int i = 0; i < pending.size(); i++) {
            if (journal ? i < first : random.nextBoolean()) {
                pending.get(i).applyTo(left);
            }
        }
        return left;
    }

    /** Describes the names in which others differ from the latest ones. */
    void describeLosses(Map<String, Node> others, List<String> losses) {
        names.forEach((name, node) -> {
            if (others.get(name) != node) {
                losses.add(name + (others.containsKey(name) ? ": still the file before" : ": not there"));
            }
        });
        others.keySet().stream()
                .filter(name -> !names.containsKey(name))
                .forEach(name -> losses.add(name + ": still there"));
    }
}
