package io.narrows.tests.node;

import io.narrows.cli.process.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Members of the bundled store that are one group: {@code n0}, {@code n1} and so on. */
final class LocalGroup implements AutoCloseable {
    private final Path directory;
    private final FreePorts ports = new FreePorts();
    private final Map<String, LocalNode> nodes = new LinkedHashMap<>();

    private LocalGroup(Path directory) {
        this.directory = directory;
    }

    static LocalGroup start(Path directory, int size) throws IOException {
        LocalGroup group = new LocalGroup(directory);
        int[] peerPorts = new int[size];
        for (int i = 0; i < size; i++) {
            peerPorts[i] = group.ports.next();
        }
        List<String> members =
                Arrays.stream(peerPorts).mapToObj(LocalNode::peer).toList();
        try {
            for (int i = 0; i < size; i++) {
                group.add("n" + i, peerPorts[i], members);
            }
        } catch (IOException | RuntimeException e) {
            group.close();
            throw e;
        }
        return group;
    }

    int reservePort() throws IOException {
        return ports.next();
    }

    /** Starts a member that the group has been told of. */
    void join(String name, int peerPort) throws IOException {
        add(name, peerPort, List.of());
    }

    private void add(String name, int peerPort, List<String> members) throws IOException {
        nodes.put(name, LocalNode.start(name, directory, peerPort, ports.next(), members, Optional.empty()));
    }

    String endpointOf(String name) {
        return nodes.get(name).endpoint();
    }

    String endpoints() {
        return nodes.values().stream().map(LocalNode::endpoint).collect(Collectors.joining(","));
    }

    @Override
    public void close() throws IOException {
        for (LocalNode node : nodes.values()) {
            node.close();
        }
    }
}
