package io.narrows.databases;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A client of a database under load. Methods may throw the exceptions of the database's own client: the load retries. */
public interface DatabaseClient extends AutoCloseable {

    /** Connects clients. */
    interface Connector {
        /** @param members addresses of members, {@code host:port}; for reads, only the member to read from */
        DatabaseClient connect(List<String> members) throws Exception;
    }

    /** Creates the table, topic or queue for the orders, with a replica on each member. */
    void create() throws Exception;

    /**
     * Starts to write an order. Writing an order that is already stored must succeed.
     *
     * @return a stage that completes when the database has acknowledged the order as replicated
     */
    CompletionStage<?> write(Order order) throws Exception;

    /** Returns whether the member has a replica. */
    default boolean hasReplica() throws Exception {
        return true;
    }

    /** Reads the orders that the member's own replica stores, not those of others. */
    void read(Consumer<Order> orders) throws Exception;

    @Override
    void close();
}
