package io.narrows.estimate.tcp;

import org.jspecify.annotations.Nullable;

/** Connections by the time of their last packet. Each connection is in at most one list. */
final class RecencyList {
    private @Nullable TrackedConnection oldest;
    private @Nullable TrackedConnection newest;

    @Nullable
    TrackedConnection oldest() {
        return oldest;
    }

    /** Adds a connection that is in no list, as the newest. */
    void add(TrackedConnection connection) {
        connection.older = newest;
        if (newest == null) {
            oldest = connection;
        } else {
            newest.newer = connection;
        }
        newest = connection;
    }

    /** Removes a connection that is in this list. */
    void remove(TrackedConnection connection) {
        TrackedConnection older = connection.older;
        TrackedConnection newer = connection.newer;
        if (older == null) {
            oldest = newer;
        } else {
            older.newer = newer;
        }
        if (newer == null) {
            newest = older;
        } else {
            newer.older = older;
        }
        connection.older = null;
        connection.newer = null;
    }

    /** Makes a connection of this list the newest. */
    void touch(TrackedConnection connection) {
        if (connection != newest) {
            remove(connection);
            add(connection);
        }
    }
}
