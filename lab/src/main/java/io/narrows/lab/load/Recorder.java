package io.narrows.lab.load;

import io.grpc.Status;

/** Counts the results of clients, and tells watches which events to expect. */
record Recorder(LoadTally tally, Watchers watchers) implements LoadListener {
    @Override
    public void answered(Operation operation, Answer answer, long begin, long now) {
        tally.answered(operation, answer, now - begin);
        if (operation.isWrite() && answer.done()) {
            watchers.acknowledged(operation, answer.revision(), now);
        }
    }

    @Override
    public void error(Status status) {
        tally.error(status.getCode());
    }

    @Override
    public void failed(Operation operation) {
        tally.failed(operation);
    }
}
