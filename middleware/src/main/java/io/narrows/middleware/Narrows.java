package io.narrows.middleware;

import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.ServerStreamTracer;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.middleware.codec.GrpcCodecs;
import io.narrows.middleware.meter.CallMeter;
import io.narrows.middleware.meter.NarrowsMetrics;
import java.nio.file.Path;

/**
 * Has the calls of a gRPC service compressed by the policy of a configuration: {@code narrows.on(channelBuilder)} and {@code
 * narrows.on(serverBuilder)}. One for a process; safe for use by many threads.
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
     * With the file that sidecars have, or one like it.
     *
     * @throws ConfigException when the file cannot be read or anything in it is wrong
     */
    public static Narrows fromFile(Path file) throws ConfigException {
        return of(ConfigLoader.load(file));
    }

    public static Narrows of(Config config) {
        return of(config, GrpcCodecs.load());
    }

    /**
     * @param codecs codecs with custom limits or dictionaries
     */
    public static Narrows of(Config config, GrpcCodecs codecs) {
        return of(Settings.of(config, codecs));
    }

    static Narrows of(Settings settings) {
        return new Narrows(settings);
    }

    /** Without a file. */
    public static NarrowsBuilder builder() {
        return new NarrowsBuilder();
    }

    /**
     * Has the calls of a channel compressed and counted. Sets the builder's registries of compressors and decompressors, and
     * adds an interceptor and a filter of transports.
     *
     * @return the builder
     */
    public <T extends ManagedChannelBuilder<?>> T on(T channel) {
        return on(channel, null);
    }

    /**
     * As {@link #on(ManagedChannelBuilder)}, for a channel that leads to one peer, whatever its addresses are.
     *
     * @param peer the id of a configured peer, or the name of a place
     * @throws IllegalArgumentException when there is none of that name
     */
    public <T extends ManagedChannelBuilder<?>> T to(String peer, T channel) {
        Remote remote = remotes.named(peer);
        if (remote == Remote.UNKNOWN) {
            throw new IllegalArgumentException("unknown peer \"" + peer + "\" (expected: one of "
                    + String.join(", ", remotes.locations().keySet()) + ")");
        }
        return on(channel, remote);
    }

    private <T extends ManagedChannelBuilder<?>> T on(T channel, Remote peer) {
        Connections connections = new Connections(remotes);
        channel.intercept(client(connections, peer));
        channel.addTransportFilter(connections);
        channel.compressorRegistry(registries.compressors());
        channel.decompressorRegistry(registries.decompressors());
        return channel;
    }

    /**
     * Has the responses of a server compressed, and its calls counted. Sets the builder's registries of compressors and
     * decompressors, and adds an interceptor and a factory of stream tracers.
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
     * The parts of {@link #on(ManagedChannelBuilder)}, for a channel that is built elsewhere: it needs {@link #compressors} and
     * {@link #decompressors} too, and an interceptor of its own. Without the filter of transports its servers are taken for
     * one: where they differ, calls can be refused.
     */
    public NarrowsClientInterceptor client() {
        return client(new Connections(remotes), null);
    }

    private NarrowsClientInterceptor client(Connections connections, Remote peer) {
        return new NarrowsClientInterceptor(settings.node().id(), called, remotes, connections, meter, peer);
    }

    /** The interceptor of {@link #on(ServerBuilder)}. It needs {@link #serverTracers} on the same server, and both registries. */
    public NarrowsServerInterceptor server() {
        return new NarrowsServerInterceptor(registries.decompressors());
    }

    /** What counts the calls of a server. */
    public ServerStreamTracer.Factory serverTracers() {
        return new ServerTracer.Factory(served, remotes);
    }

    /** What channels and servers compress with. */
    public CompressorRegistry compressors() {
        return registries.compressors();
    }

    /** What channels and servers say that they take. */
    public DecompressorRegistry decompressors() {
        return registries.decompressors();
    }

    /** What has been counted, for a registry of Micrometer: {@code narrows.metrics().bindTo(registry)}. */
    public NarrowsMetrics metrics() {
        return new NarrowsMetrics(meter, remotes.locations());
    }
}
