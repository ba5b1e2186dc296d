package io.narrows.storage;

/**
 * A key space of its own within a database.
 *
 * @param id given once and never again within a database; 0 is the default one
 */
public record ColumnFamily(int id, String name) {
    /** The one that each database has. */
    public static final ColumnFamily DEFAULT = new ColumnFamily(0, "default");

    @Override
    public String toString() {
        return name;
    }
}
