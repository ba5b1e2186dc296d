package io.narrows.cli.load;

import io.grpc.Status;

/** Is told what clients see. For any thread. */
interface LoadListener {
    /**
     * An operation had its answer.
     *
     * @param begin when it should have begun, by the nano clock
     */
    void answered(Operation operation, Answer answer, long begin, long now);

    /** An attempt failed. */
    void error(Status status);

    /** Whether what failed like this is sent again, to the next server. Every other failure gives the operation up. */
    default boolean isSentAgain(Status status) {
        return status.getCode() == Status.Code.UNAVAILABLE;
    }

    /** An operation was given up. */
    void failed(Operation operation);
}
