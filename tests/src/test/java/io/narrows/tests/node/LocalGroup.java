package io.narrows.tests.node;

import io.narrows.lab.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/** Members of the bundled store in one group: {@code n0}, {@code n1} and so on. */
final class LocalGroup implements AutoCloseable {
    private final Path directory;
    private final FreePorts ports = new FreePorts();
    private final Map<String, LocalNode> nodes = new ConcurrentSkipListMap<>();
    private List<String> members = List.of();

    private LocalGroup(Path directory) {
        this.directory = directory;
    }

    static LocalGroup start(Path directory, int size) throws IOException {
        LocalGroup group = new LocalGroup(directory);
        int[] peerPorts = new int[size];
        for (int i = 0; i < size; i++) {
            peerPorts[i] = group.ports.next();
        }
        group.members = Arrays.stream(peerPorts).mapToObj(LocalNode::peer).toList();
        List<CompletableFuture<Void>> started = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String name = "n" + i;
            int peerPort = peerPorts[i];
            int clientPort = group.ports.next();
            // Started together, because new members wait for each other.
            started.add(CompletableFuture.runAsync(
                    () -> group.begin(name, peerPort, clientPort), task -> new Thread(task).start()));
        }
        try {
            started.forEach(CompletableFuture::join);
        } catch (CompletionException e) {
            group.close();
            throw e;
        }
        return group;
    }

    private void begin(String name, int peerPort, int clientPort) {
        try {
            nodes.put(name, LocalNode.startInGroup(name, directory, peerPort, clientPort, members, false));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int reservePort() throws IOException {
        return ports.next();
    }

    /** Starts a member that the group already knows. */
    void join(String name, int peerPort) throws IOException {
        List<String> all = new ArrayList<>(members);
        all.add(LocalNode.peer(peerPort));
        nodes.put(name, LocalNode.startInGroup(name, directory, peerPort, ports.next(), all, true));
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
