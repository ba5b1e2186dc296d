package io.narrows.storage.db;

/** Thrown for a write, which is not applied, because the database is closed, or was closed while the write waited. */
final class ClosedDatabaseException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    ClosedDatabaseException() {
        super("the database is closed");
    }
}
