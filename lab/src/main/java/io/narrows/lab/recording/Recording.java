package io.narrows.lab.recording;

import java.util.List;

/**
 * The data that one node of a cluster and one of its peers sent each other, on all their connections.
 *
 * @param name of the database
 */
public record Recording(String name, List<RecordedConnection> connections) {
    public Recording {
        connections = List.copyOf(connections);
    }
}
