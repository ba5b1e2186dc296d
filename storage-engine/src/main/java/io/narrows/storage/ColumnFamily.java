package io.narrows.storage;

/**
 * A separate key space within a database.
 *
 * @param id unique within a database and never reused; 0 is the default family
 */
public record ColumnFamily(int id, String name) {
    /** The family that every database has. */
    public static final ColumnFamily DEFAULT = new ColumnFamily(0, "default");

    @Override
    public String toString() {
        return name;
    }
}
