package io.narrows.lab.trace;

import java.util.List;

/**
 * One recorded connection.
 *
 * @param label the dialled node
 * @param startNanos when it was opened, since the recorder started
 * @param clientToServer from the dialling side to the listening side, in order
 */
public record TraceConnection(
        int id, String label, long startNanos, List<TraceRecord> clientToServer, List<TraceRecord> serverToClient) {}
