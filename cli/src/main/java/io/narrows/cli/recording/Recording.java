package io.narrows.cli.recording;

import java.util.List;

/**
 * What one node of a cluster and one of its peers said to each other, on all their connections.
 *
 * @param name of the database
 */
public record Recording(String name, List<RecordedConnection> connections) {
    public Recording {
        connections = List.copyOf(connections);
    }
}
