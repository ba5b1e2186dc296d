package io.narrows.lab.load;

import io.grpc.Status;

/** Listens to the events of clients. Must be thread-safe. */
interface LoadListener {
    /**
     * Called when an operation has its response.
     *
     * @param begin scheduled start of the operation, in nanoTime
     */
    void answered(Operation operation, Answer answer, long begin, long now);

    /** Called after a failed attempt. */
    void error(Status status);

    /** Returns whether a failed attempt is retried with the next server. Other failures abandon the operation. */
    default boolean isSentAgain(Status status) {
        return status.getCode() == Status.Code.UNAVAILABLE;
    }

    /** Called when an operation is abandoned. */
    void failed(Operation operation);
}
