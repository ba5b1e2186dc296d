package io.narrows.lab.trace;

import java.util.List;

/**
 * One recorded connection.
 *
 * @param label the dialed node
 * @param startNanos when it was opened, since the recorder started
 * @param clientToServer from the dialing side to the listening side, in order
 */
public record TraceConnection(
        int id, String label, long startNanos, List<TraceRecord> clientToServer, List<TraceRecord> serverToClient) {}
