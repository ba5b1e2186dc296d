package io.narrows.config;

import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.RenamedKey;
import io.narrows.config.yaml.YamlDocument;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The inputs of a configuration. A process loads its configuration from the same source again when the file changes.
 *
 * @param environment values of the variables that the file may refer to
 * @param node the node to load if the file lists all nodes; empty if the file itself names it
 * @param running the node that this process already is; empty if the file is loaded for the first time
 * @param platform where this machine is, for {@code auto} in the file
 */
public record ConfigSource(
        Path file,
        Map<String, String> environment,
        Optional<String> node,
        Optional<PeerId> running,
        PlatformPlace platform) {
    public ConfigSource {
        environment = Map.copyOf(environment);
    }

    /** Creates a source for the node that the file itself names, without a platform to ask for its place. */
    public ConfigSource(Path file, Map<String, String> environment) {
        this(file, environment, Optional.empty(), Optional.empty(), PlatformPlace.NONE);
    }

    /** Returns a source without environment variables. */
    public static ConfigSource of(Path file) {
        return new ConfigSource(file, Map.of());
    }

    /** Returns the same source for one node of those that the file lists. */
    public ConfigSource withNode(String id) {
        return new ConfigSource(file, environment, Optional.of(id), running, platform);
    }

    /** Returns the same source for a process that remains the same node, even if {@code node} in a shared file changes. */
    public ConfigSource remaining(PeerId id) {
        return new ConfigSource(file, environment, node, Optional.of(id), platform);
    }

    /** Returns the same source with a platform to ask for the place of this node. */
    public ConfigSource withPlatform(PlatformPlace other) {
        return new ConfigSource(file, environment, node, running, other);
    }

    /**
     * Returns the ids of the nodes that the file lists if neither it nor this source says which of them to load; otherwise
     * none.
     */
    public List<PeerId> undecided() {
        if (node.isPresent() || running.isPresent()) {
            return List.of();
        }
        return root().filter(root -> root.find("node")
                        .filter(node -> !NodesReader.isEmpty(node))
                        .isEmpty())
                .map(ConfigSource::listed)
                .orElse(List.of());
    }

    /** Returns the ids of the nodes that the file lists, whichever of them this is; none if it is for a single node. */
    public List<PeerId> listed() {
        return root().map(ConfigSource::listed).orElse(List.of());
    }

    private Optional<YamlValue> root() {
        Problems unreported = new Problems();
        return SourceFile.read(file, unreported)
                .flatMap(text -> YamlDocument.read(file.toString(), text, environment, unreported));
    }

    private static List<PeerId> listed(YamlValue root) {
        return root.find("nodes")
                .map(nodes -> nodes.children().stream()
                        .flatMap(entry -> entry.find("id").stream())
                        .flatMap(id -> id.unreported().text("an id").stream())
                        .flatMap(id -> PeerId.of(id).stream())
                        .distinct()
                        .toList())
                .orElse(List.of());
    }

    NodeChoice choice() {
        return new NodeChoice(node, running);
    }

    /**
     * Loads the file as it is now.
     *
     * @throws ConfigException if the file cannot be read or anything in it is invalid
     */
    public Config load() throws ConfigException {
        return load(renamed -> {});
    }

    /**
     * Loads the file as it is now.
     *
     * @param renamed receives the former names of keys, in file order, if the file is valid
     * @throws ConfigException if the file cannot be read or anything in it is invalid
     */
    public Config load(Consumer<RenamedKey> renamed) throws ConfigException {
        return ConfigLoader.load(this, renamed);
    }

    /** Returns the environment's names only, since values may be secrets of other programs. */
    @Override
    public String toString() {
        return "ConfigSource[file=" + file + ", environment=" + environment.keySet() + ", node=" + node + "]";
    }
}
