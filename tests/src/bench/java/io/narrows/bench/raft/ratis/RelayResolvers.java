package io.narrows.bench.raft.ratis;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.apache.ratis.thirdparty.io.grpc.EquivalentAddressGroup;
import org.apache.ratis.thirdparty.io.grpc.NameResolver;
import org.apache.ratis.thirdparty.io.grpc.NameResolverProvider;
import org.apache.ratis.thirdparty.io.grpc.StatusOr;

/** Leads what a member dials to its relays, as a name that each member resolves differently. */
final class RelayResolvers extends NameResolverProvider {
    /** Where nobody listens. */
    static final InetSocketAddress NOBODY = new InetSocketAddress("127.0.0.1", 1);

    private final Map<String, InetSocketAddress> dial;

    RelayResolvers(Map<String, InetSocketAddress> dial) {
        this.dial = dial;
    }

    @Override
    protected boolean isAvailable() {
        return true;
    }

    @Override
    protected int priority() {
        return 9;
    }

    @Override
    public String getDefaultScheme() {
        return "dns";
    }

    @Override
    public NameResolver newNameResolver(URI target, NameResolver.Args args) {
        String name = target.getPath().substring(1);
        InetSocketAddress relay = dial.getOrDefault(name, NOBODY);
        return new NameResolver() {
            @Override
            public String getServiceAuthority() {
                return name;
            }

            @Override
            public void start(Listener2 listener) {
                listener.onResult(ResolutionResult.newBuilder()
                        .setAddressesOrError(StatusOr.fromValue(List.of(new EquivalentAddressGroup(relay))))
                        .build());
            }

            @Override
            public void shutdown() {}
        };
    }
}
