package io.narrows.tests.support;

import io.narrows.codec.Codecs;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.PeerId;
import io.narrows.config.TransportKind;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.link.dictionary.SharedDictionaries;
import io.narrows.proxy.link.dictionary.SidecarDictionaries;
import io.narrows.proxy.link.handshake.LinkHandshakes;
import io.narrows.proxy.link.handshake.LinkListener;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.primed.PrimedContexts;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.registry.CodecRefusals;
import io.narrows.proxy.link.registry.EncoderRefusals;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkRegistry;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.registry.PeerRecipes;
import io.narrows.proxy.link.registry.RateLimitedLog;
import io.narrows.proxy.link.registry.ReachedOnce;
import io.narrows.proxy.link.registry.Watchdog;
import io.narrows.proxy.link.shared.AccountedHistory;
import io.narrows.proxy.link.shared.SharedHistories;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.MemoryLimits;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import io.narrows.unpack.recipe.Recipes;
import io.narrows.unpack.recipe.WorkspaceMemory;
import io.narrows.unpack.recipe.Workspaces;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The link sides of many sidecars in this process, each with an id and an address of its own. They accept links of one node
 * and open none.
 */
public final class AnsweringPeers implements AutoCloseable {
    private static final int PORT = 15000;
    private static final long MEMORY = 16 << 20;

    private final String network;
    private final Transport transport = new Transport(TransportKind.AUTO, 1);
    private final List<AutoCloseable> running = new ArrayList<>();

    /**
     * Starts peers numbered from 1.
     *
     * @param network the first two octets of their addresses, with a dot each
     * @param node the id of the node whose links they accept
     */
    public AnsweringPeers(int count, String network, String node) throws IOException {
        this.network = network;
        try {
            for (int number = 1; number <= count; number++) {
                start(number, node);
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Returns a file for {@code peers-from} with the addresses of the first peers. */
    public String file(int count) {
        return IntStream.rangeClosed(1, count)
                        .mapToObj(number -> "\"" + address(number) + "\"")
                        .toList() + "\n";
    }

    private String address(int number) {
        return network + number / 250 + "." + (number % 250 + 1) + ":" + PORT;
    }

    private void start(int number, String node) throws IOException {
        LinkEnvironment environment = environment(config(number, address(number), node));
        LinkHandshakes handshakes = new LinkHandshakes(
                environment,
                (link, open) -> link.refuse(Refused.Reason.UNKNOWN_TARGET, "there are no targets"),
                new LinkSecurity(
                        new TlsContexts(TlsContexts.load(Optional.empty(), new PeerId(node), Instant.EPOCH)),
                        new TlsPeers(Runnable::run),
                        System::nanoTime),
                () -> false,
                "peer");
        running.add(new LinkListener(
                new Sockets(transport),
                handshakes,
                environment.live().current().link().listen()));
        Watchdog watchdog =
                new Watchdog(environment.registry(), (loop, stoodStill) -> {}, transport.loops(), System::nanoTime);
        running.add(watchdog::close);
    }

    private static Config config(int number, String address, String node) {
        String yaml = """
                version: 1
                node: {id: peer-%d, region: eu, zone: eu-1, host: h%d}
                link: {listen: '%s', plaintext: true, min-idle: 0}
                targets: {}
                peers: [{id: %s, link: '127.0.0.1:1'}]
                """.formatted(number, number, address, node);
        try {
            return ConfigLoader.parse("peer.yaml", yaml, Path.of("."));
        } catch (ConfigException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private LinkEnvironment environment(Config config) {
        Codecs codecs = Codecs.load();
        MemoryLedger memory = new MemoryLedger(new MemoryLimits(MEMORY, MEMORY, MEMORY, MEMORY, MEMORY));
        LiveConfig live = new LiveConfig(config);
        LinkRegistry registry = new LinkRegistry();
        EncoderRefusals refusals = new EncoderRefusals();
        EventMeter events = new EventMeter();
        return new LinkEnvironment(
                live,
                codecs,
                memory,
                new ContextBudget(codecs, memory),
                new SharedHistories(peer -> AccountedHistory.of(memory, peer)),
                registry,
                new CodecRefusals(live, registry),
                new TrafficMeter(config.node().location(), config.tariff()),
                events,
                new LatencyMeter(),
                transport.workers(),
                System::nanoTime,
                new RateLimitedLog(Duration.ofMinutes(1), System::nanoTime),
                new ReachedOnce(),
                LinkTap.NONE,
                new PeerRecipes(
                        Recipes::ofThisProcess,
                        refusals,
                        new Workspaces(WorkspaceMemory.UNLIMITED, System::nanoTime),
                        System::nanoTime),
                refusals,
                new UnpackMeter(),
                new PrimedContexts(live, memory, transport.workers(), System::nanoTime),
                new SharedDictionaries(
                        live, memory, events, transport.workers(), System::nanoTime, SidecarDictionaries.NONE));
    }

    @Override
    public void close() {
        for (AutoCloseable one : running) {
            try {
                one.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        transport.close();
    }
}
