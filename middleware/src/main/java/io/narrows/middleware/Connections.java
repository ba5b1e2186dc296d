package io.narrows.middleware;

import io.grpc.Attributes;
import io.grpc.ClientTransportFilter;
import io.grpc.Grpc;
import io.grpc.Metadata;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections of one channel. A call is compressed before gRPC decides which of them it takes, so an encoding is used only
 * while the servers of all of them are known to take it: a connection that was just made, perhaps to an older server, puts the
 * channel back to identity until it has answered a call. Safe for use by many threads.
 */
final class Connections extends ClientTransportFilter {
    private static final Attributes.Key<Connection> CONNECTION = Attributes.Key.create("narrows-connection");

    private final Remotes remotes;
    private final Set<Connection> live = ConcurrentHashMap.newKeySet();
    private volatile Remote farthest = Remote.UNKNOWN;
    private volatile Connection unfiltered;

    Connections(Remotes remotes) {
        this.remotes = remotes;
    }

    @Override
    public Attributes transportReady(Attributes attributes) {
        Connection connection = add(attributes);
        return attributes.toBuilder().set(CONNECTION, connection).build();
    }

    @Override
    public void transportTerminated(Attributes attributes) {
        Connection connection = attributes.get(CONNECTION);
        if (connection != null) {
            live.remove(connection);
            settle();
        }
    }

    /** Where a call will go, as far as the connections tell: to the farthest of them. */
    Remote remote() {
        return farthest;
    }

    /** Whether no connection has a server that has not answered yet; false without a connection. */
    boolean known() {
        for (Connection connection : live) {
            if (!connection.known()) {
                return false;
            }
        }
        return !live.isEmpty();
    }

    /** Whether all servers take the encoding. */
    boolean accept(String encoding) {
        for (Connection connection : live) {
            if (!connection.accepts(encoding)) {
                return false;
            }
        }
        return !live.isEmpty();
    }

    /** Learns from the headers of a response. */
    void learn(Attributes attributes, Metadata headers) {
        of(attributes).learn(headers);
    }

    /** An encoding was refused on the connection of a call. */
    void refuse(Attributes attributes, String encoding) {
        of(attributes).refuse(encoding);
    }

    /** Who answers a call that has been sent. */
    Remote remote(Attributes attributes) {
        Connection connection = attributes.get(CONNECTION);
        return connection != null ? connection.remote() : address(attributes);
    }

    /** The connection of a call. A channel that was built without this filter is taken for a single one. */
    private Connection of(Attributes attributes) {
        Connection connection = attributes.get(CONNECTION);
        if (connection != null) {
            return connection;
        }
        synchronized (this) {
            if (unfiltered == null) {
                unfiltered = add(attributes);
            }
            return unfiltered;
        }
    }

    private Connection add(Attributes attributes) {
        Connection connection = new Connection(address(attributes));
        live.add(connection);
        settle();
        return connection;
    }

    private Remote address(Attributes attributes) {
        return remotes.at(attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    }

    private void settle() {
        farthest = remotes.farthest(live.stream().map(Connection::remote).toList());
    }
}
