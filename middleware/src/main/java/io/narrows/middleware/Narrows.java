package io.narrows.middleware;

import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.ServerStreamTracer;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.config.PeerId;
import io.narrows.middleware.codec.GrpcCodecs;
import io.narrows.middleware.meter.CallMeter;
import io.narrows.middleware.meter.NarrowsMetrics;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compresses the calls of a gRPC service by the policy of a configuration: {@code narrows.on(channelBuilder)} and
 * {@code narrows.on(serverBuilder)}. One per process; safe for use by many threads.
 */
public final class Narrows {
    private final Settings settings;
    private final CallMeter meter;
    private final Remotes remotes;
    private final Methods called;
    private final Methods served;
    private final Registries registries;

    private Narrows(Settings settings) {
        this.settings = settings;
        this.meter = new CallMeter(settings.node().location(), settings.tariff());
        this.remotes = new Remotes(settings.node(), settings.places());
        this.registries = Registries.of(settings.codecs(), settings.grpc().codecs());
        Planner planner = new Planner(settings, meter, registries);
        this.called = new Methods(planner);
        this.served = new Methods(planner);
    }

    /**
     * Creates an instance from a configuration file, which may be the sidecars' file, with the environment of this process.
     * Logs former names of keys in it.
     *
     * @throws ConfigException if the file cannot be read or contains an error
     * @throws IllegalArgumentException if a rule of the policy has {@code codec: auto}, which only sidecars have
     */
    public static Narrows fromFile(Path file) throws ConfigException {
        return fromSource(new ConfigSource(file, System.getenv()));
    }

    /**
     * Creates an instance as {@link #fromFile(Path)} does, from a file that lists all nodes.
     *
     * @param node id of the node that this process runs on
     * @throws ConfigException if the file cannot be read or contains an error
     * @throws IllegalArgumentException if a rule of the policy has {@code codec: auto}, which only sidecars have
     */
    public static Narrows fromFile(Path file, String node) throws ConfigException {
        return fromSource(new ConfigSource(file, System.getenv()).withNode(node));
    }

    private static Narrows fromSource(ConfigSource source) throws ConfigException {
        System.Logger log = System.getLogger(UncompressedCallLog.NAME);
        return of(source.load(renamed -> log.log(System.Logger.Level.WARNING, renamed.toString())));
    }

    /** @throws IllegalArgumentException if a rule of the policy has {@code codec: auto}, which only sidecars have */
    public static Narrows of(Config config) {
        return of(config, GrpcCodecs.load());
    }

    /**
     * @param codecs codecs with custom limits or dictionaries
     * @throws IllegalArgumentException if a rule of the policy has {@code codec: auto}, which only sidecars have
     */
    public static Narrows of(Config config, GrpcCodecs codecs) {
        return of(Settings.of(config, codecs));
    }

    static Narrows of(Settings settings) {
        return new Narrows(settings);
    }

    /** Returns a builder for a configuration without a file. */
    public static NarrowsBuilder builder() {
        return new NarrowsBuilder();
    }

    /**
     * Compresses and counts the calls of a channel. Sets the builder's compressor and decompressor registries, and adds an
     * interceptor and a transport filter.
     *
     * @return the builder
     */
    public <T extends ManagedChannelBuilder<?>> T on(T channel) {
        return on(channel, null);
    }

    /**
     * Like {@link #on(ManagedChannelBuilder)}, for a channel that connects to one peer, regardless of its addresses.
     *
     * @param peer the id of a configured peer, or the name of a place
     * @throws IllegalArgumentException if there is no peer or place of that name
     */
    public <T extends ManagedChannelBuilder<?>> T to(String peer, T channel) {
        Remote remote = remotes.named(peer);
        if (remote == Remote.UNKNOWN) {
            throw new IllegalArgumentException("unknown peer \"" + peer + "\" (expected: one of "
                    + remotes.locations().keySet().stream().map(PeerId::value).collect(Collectors.joining(", ")) + ")");
        }
        return on(channel, remote);
    }

    private <T extends ManagedChannelBuilder<?>> T on(T channel, @Nullable Remote peer) {
        Connections connections = new Connections(remotes);
        channel.intercept(client(connections, peer));
        channel.addTransportFilter(connections);
        channel.compressorRegistry(registries.compressors());
        channel.decompressorRegistry(registries.decompressors());
        return channel;
    }

    /**
     * Compresses the responses of a server and counts its calls. Sets the builder's compressor and decompressor registries,
     * and adds an interceptor and a stream tracer factory.
     *
     * @return the builder
     */
    public <T extends ServerBuilder<?>> T on(T server) {
        server.addStreamTracerFactory(serverTracers());
        server.intercept(server());
        server.compressorRegistry(registries.compressors());
        server.decompressorRegistry(registries.decompressors());
        return server;
    }

    /**
     * Returns the interceptor of {@link #on(ManagedChannelBuilder)}, for a channel that is built elsewhere. Each channel
     * needs its own interceptor, and also {@link #compressors} and {@link #decompressors}. Without the transport filter all
     * servers of the channel are treated as one: if they differ, calls can be refused.
     */
    public NarrowsClientInterceptor client() {
        return client(new Connections(remotes), null);
    }

    private NarrowsClientInterceptor client(Connections connections, @Nullable Remote peer) {
        return new NarrowsClientInterceptor(settings.node().id().value(), called, remotes, connections, meter, peer);
    }

    /**
     * Returns the interceptor of {@link #on(ServerBuilder)}. The server also needs {@link #serverTracers} and both
     * registries.
     */
    public NarrowsServerInterceptor server() {
        return new NarrowsServerInterceptor(registries.decompressors());
    }

    /** Returns the tracers that count a server's calls. */
    public ServerStreamTracer.Factory serverTracers() {
        return new ServerTracer.Factory(served, remotes);
    }

    /** Returns the encodings that channels and servers compress with. */
    public CompressorRegistry compressors() {
        return registries.compressors();
    }

    /** Returns the encodings that channels and servers advertise as accepted. */
    public DecompressorRegistry decompressors() {
        return registries.decompressors();
    }

    /** Returns the counters as a Micrometer binder: {@code narrows.metrics().bindTo(registry)}. */
    public NarrowsMetrics metrics() {
        return new NarrowsMetrics(meter, remotes.locations());
    }
}
