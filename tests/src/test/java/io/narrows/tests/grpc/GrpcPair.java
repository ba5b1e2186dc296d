package io.narrows.tests.grpc;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.ReplicationTraffic;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** Two hosts in two zones, each with a sidecar: clients of gRPC on the one, servers on the other. */
public final class GrpcPair implements AutoCloseable {
    private static final Site CLIENT = new Site("client", "us-east-1", "use1-az1");
    private static final Site SERVER = new Site("server", "us-east-1", "use1-az2");
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Network network;
    private final Host client;
    private final Host server;
    private final List<Sidecar> sidecars = new ArrayList<>();
    private final Map<GrpcLibrary, Server> servers = new EnumMap<>(GrpcLibrary.class);

    private GrpcPair(Network network) {
        this.network = network;
        this.client = network.host(CLIENT.id());
        this.server = network.host(SERVER.id());
    }

    /**
     * Starts servers of all libraries and the sidecars.
     *
     * @param directory for files and logs
     * @param rule of the sidecars' policy, as a map of YAML
     */
    public static GrpcPair start(Path directory, String rule) throws IOException {
        Network network = new Network(directory);
        try {
            GrpcPair pair = new GrpcPair(network);
            pair.start(rule);
            return pair;
        } catch (IOException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private void start(String rule) throws IOException {
        SidecarConfig near = new SidecarConfig(CLIENT, client)
                .policy(rule)
                .peer(SERVER, server.ip() + ":" + SidecarConfig.LINK_PORT);
        SidecarConfig far = new SidecarConfig(SERVER, server)
                .policy(rule)
                .peer(CLIENT, client.ip() + ":" + SidecarConfig.LINK_PORT);
        for (GrpcLibrary library : GrpcLibrary.values()) {
            near.target(library.label(), address(library))
                    .capture(address(library), SERVER.id(), library.label(), "replication");
            far.target(library.label(), address(library));
            servers.put(library, server.start(library.label(), command(library, "echo", address(library))));
        }
        sidecars.add(Sidecar.launch(server, far.toYaml()));
        sidecars.add(Sidecar.launch(client, near.toYaml()));
        sidecars.forEach(Sidecar::awaitReady);
        Awaitility.await("servers of gRPC")
                .atMost(LIMIT)
                .until(() -> servers.values().stream()
                        .allMatch(process -> process.log().lines().findAny().isPresent()));
    }

    /** Returns the address of a library's server on its host, which is that of the capture on the client's host. */
    private static String address(GrpcLibrary library) {
        return "127.0.0.1:" + library.port();
    }

    private static List<String> command(GrpcLibrary library, String... arguments) {
        List<String> command = new ArrayList<>(library.program());
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * Sends messages from a client to the server of its library, which returns each.
     *
     * @param calls messages that are sent at once, at most
     */
    public Exchange exchange(GrpcLibrary library, GrpcCodec codec, OrderMessages messages, int calls) {
        int earlier = requests(library).size();
        List<String> command = command(
                library,
                "send",
                address(library),
                codec.label(),
                messages.file().toString(),
                "" + calls);
        String output = client.run(command.toArray(String[]::new));
        List<ReceivedMessage> all = requests(library);
        return new Exchange(all.subList(earlier, all.size()), ReceivedMessage.in(output));
    }

    private List<ReceivedMessage> requests(GrpcLibrary library) {
        return ReceivedMessage.in(servers.get(library).log());
    }

    /** Returns the bytes that both sidecars have sent so far. */
    public ReplicationTraffic traffic() throws IOException {
        return ReplicationTraffic.of(sidecars);
    }

    /** Ends all processes. */
    @Override
    public void close() {
        network.close();
    }
}
