package io.narrows.middleware;

import io.grpc.Attributes;
import io.grpc.ClientTransportFilter;
import io.grpc.Grpc;
import io.grpc.Metadata;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one channel. A call is compressed before gRPC chooses its connection, so an encoding is used only while
 * the servers of all connections are known to accept it. A new connection, perhaps to an older server, makes the channel use
 * identity again until it has answered a call. Safe for use by many threads.
 */
final class Connections extends ClientTransportFilter {
    private static final Attributes.Key<Connection> CONNECTION = Attributes.Key.create("narrows-connection");

    private final Remotes remotes;
    private final Set<Connection> live = ConcurrentHashMap.newKeySet();
    private volatile Remote farthest = Remote.UNKNOWN;
    private volatile @Nullable Connection unfiltered;

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

    /** Returns the expected remote of the next call: the farthest of the connections. */
    Remote remote() {
        return farthest;
    }

    /** Returns whether the servers of all connections have answered; false without a connection. */
    boolean known() {
        for (Connection connection : live) {
            if (!connection.known()) {
                return false;
            }
        }
        return !live.isEmpty();
    }

    /** Returns whether all servers accept the encoding. */
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

    /** Records that an encoding was refused on the connection of a call. */
    void refuse(Attributes attributes, String encoding) {
        of(attributes).refuse(encoding);
    }

    /** Returns the remote of a call that was sent. */
    Remote remote(Attributes attributes) {
        Connection connection = attributes.get(CONNECTION);
        return connection != null ? connection.remote() : address(attributes);
    }

    /** Returns the connection of a call. A channel built without this filter is treated as a single connection. */
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
