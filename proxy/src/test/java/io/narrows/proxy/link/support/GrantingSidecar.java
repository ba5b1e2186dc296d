package io.narrows.proxy.link.support;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Sidecar {@code b} with little memory for contexts, and scripted peers that request them. */
public final class GrantingSidecar implements AutoCloseable {
    private final Codec codec;
    private final EchoServer target;
    private final SidecarPair pair;
    private final FakePeers peers;

    /**
     * @param spec of the only rule
     * @param memory of all contexts, as in the configuration; those that decode get seven sixteenths of it
     */
    public GrantingSidecar(Path folder, CodecSpec spec, String memory) throws IOException {
        String rule = "- {codec: " + spec.codec().label() + ", level: " + spec.level() + "}";
        String link = "plaintext: true, context-memory: " + memory;
        codec = spec.codec();
        target = EchoServer.holding();
        pair = new SidecarPair(folder, target.port(), rule, List.of(link, link));
        pair.startB();
        peers = new FakePeers(pair, target);
    }

    public FakePeers peers() {
        return peers;
    }

    /** Returns the hello of a peer that requests the contexts that it sends. */
    public Hello.Builder asking() {
        return FakePeer.hello("a", Codec.NONE, codec).setContextGrants(true).setPairLiveness(true);
    }

    /** Returns the memory that is taken for the contexts of peers, in bytes. */
    public double receivingBytes() {
        return metric("narrows_memory_bytes", "pool=\"receiving\"");
    }

    /** Returns how many links of the peer ended for lack of memory or a grant. */
    public double memoryFailures() {
        return metric("narrows_failures_total", "peer=\"a\"", "reason=\"memory\"");
    }

    public double metric(String name, String... labels) {
        return Exposed.of(pair.b()).value(name, labels);
    }

    @Override
    public void close() throws IOException {
        peers.close();
        pair.close();
        target.close();
    }
}
