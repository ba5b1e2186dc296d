package io.narrows.databases;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A database as the load uses it. Methods may throw what the database's own client throws: the load tries again. */
public interface DatabaseClient extends AutoCloseable {

    /** Connects clients. */
    interface Connector {
        /** @param members addresses of members, {@code host:port}; one alone is the member that all is read from */
        DatabaseClient connect(List<String> members) throws Exception;
    }

    /** Makes the table, topic or queue that orders are written to, with a replica on each member. */
    void create() throws Exception;

    /**
     * Begins to write an order. A second write of one that was stored already must succeed.
     *
     * @return complete when the database has acknowledged the order as replicated
     */
    CompletionStage<?> write(Order order) throws Exception;

    /** Returns whether the member has a replica at all. */
    default boolean hasReplica() throws Exception {
        return true;
    }

    /** Gives each order that the member stores: its own replica, not what others have. */
    void read(Consumer<Order> orders) throws Exception;

    @Override
    void close();
}
