package io.narrows.storage.db;

/** Thrown for a write, which is not applied, because the database is closed, or was closed while the write waited. */
public final class ClosedDatabaseException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    ClosedDatabaseException() {
        this("database");
    }

    /** @param cause the refusal of a group of writes, thrown by the thread that wrote for them */
    ClosedDatabaseException(ClosedDatabaseException cause) {
        super(cause.getMessage(), cause);
    }

    /** @param what is closed, with its database: {@code keyspace} */
    public ClosedDatabaseException(String what) {
        super("the " + what + " is closed");
    }
}
