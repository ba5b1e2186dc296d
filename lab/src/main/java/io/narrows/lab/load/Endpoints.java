package io.narrows.lab.load;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.narrows.config.HostPort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The servers of the store. */
final class Endpoints implements AutoCloseable {
    /** Pages of large objects exceed gRPC's default limit of 4 MiB. */
    private static final int ANSWER_BYTES = 256 << 20;

    private final List<Endpoint> all;

    private Endpoints(List<Endpoint> all) {
        this.all = List.copyOf(all);
    }

    /** @throws IOException if a certificate file cannot be read */
    static Endpoints open(List<HostPort> addresses, Tls tls) throws IOException {
        ChannelCredentials credentials = tls.credentials();
        List<Endpoint> all = new ArrayList<>();
        for (HostPort address : addresses) {
            all.add(new Endpoint(address.toString(), channel(address, credentials), channel(address, credentials)));
        }
        return new Endpoints(all);
    }

    /** Handles responses on the threads that read them, since no handler blocks or takes long. */
    private static ManagedChannel channel(HostPort address, ChannelCredentials credentials) {
        return Grpc.newChannelBuilderForAddress(address.host(), address.port(), credentials)
                .directExecutor()
                .proxyDetector(target -> null)
                .maxInboundMessageSize(ANSWER_BYTES)
                .build();
    }

    /** Returns the server for a turn, round robin. */
    Endpoint get(int turn) {
        return all.get(Math.floorMod(turn, all.size()));
    }

    @Override
    public String toString() {
        return String.join(",", all.stream().map(Endpoint::name).toList());
    }

    @Override
    public void close() {
        all.forEach(Endpoint::close);
    }
}
