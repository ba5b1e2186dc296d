package io.narrows.node.api;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.narrows.node.command.Refusal;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts failures to gRPC statuses. The description is etcd's text, which clients compare. */
final class Statuses {
    private static final Logger LOG = LoggerFactory.getLogger(Statuses.class);

    private Statuses() {}

    /**
     * Returns the status of a failure. Refusals keep their text; anything else is a bug, which is logged and reported
     * as INTERNAL.
     */
    static StatusRuntimeException of(Throwable failure) {
        Throwable cause = unwrapped(failure);
        if (cause instanceof EtcdException refusal) {
            return of(refusal.error());
        }
        if (cause instanceof StatusRuntimeException told) {
            return told;
        }
        if (cause instanceof StatusException told) {
            return told.getStatus().asRuntimeException();
        }
        if (isStopped(cause)) {
            return of(EtcdError.STOPPED);
        }
        LOG.atError().setCause(cause).log("a request failed");
        return Status.INTERNAL
                .withDescription("narrows: " + cause)
                .withCause(cause)
                .asRuntimeException();
    }

    /** Returns whether a failure says that this member stops, so that a repeated request would fail, too. */
    static boolean isStopped(Throwable failure) {
        Throwable cause = unwrapped(failure);
        return cause instanceof RejectedExecutionException
                || cause instanceof CancellationException
                || (cause instanceof EtcdException refusal && refusal.error() == EtcdError.STOPPED);
    }

    /** Returns whether a failure is neither a refusal nor a sign that this member stops. */
    static boolean isUnexpected(Throwable failure) {
        return !isStopped(failure) && !(unwrapped(failure) instanceof EtcdException);
    }

    static StatusRuntimeException of(EtcdError error) {
        return error.code().toStatus().withDescription(error.text()).asRuntimeException();
    }

    static StatusRuntimeException of(Refusal refusal) {
        return Status.fromCodeValue(refusal.getCode())
                .withDescription(refusal.getText())
                .asRuntimeException();
    }

    /** @param what the unsupported feature and the reason */
    static StatusRuntimeException unimplemented(String what) {
        return Status.UNIMPLEMENTED.withDescription(what).asRuntimeException();
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
