package io.narrows.node.thread;

import io.narrows.node.error.EtcdException;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs the failures of a repeated operation: the first one, and each whose cause differs from the previous one. Not
 * thread-safe.
 */
public final class FailureLog {
    private final Logger log;
    private final String failed;
    private String lastCause = "";

    /** @param failed message about a failure */
    public FailureLog(Logger log, String failed) {
        this.log = log;
        this.failed = failed;
    }

    /** Logs a failure, unless the previous one had the same cause. Refusals are expected, e.g. without a leader. */
    public void retrying(Throwable failure) {
        Throwable cause = cause(failure);
        String now = cause.toString();
        if (!now.equals(lastCause)) {
            LoggingEventBuilder event = cause instanceof EtcdException ? log.atInfo() : log.atWarn();
            event.setCause(cause).log("{}; retrying", failed);
            lastCause = now; // not if logging failed
        }
    }

    /** Lets the next failure be logged, even if it has the same cause as the previous one. */
    public void succeeded() {
        lastCause = "";
    }

    /**
     * Logs the last failure.
     *
     * @param secondsWithLeader sum of the pauses that began with a leader
     */
    public void givingUp(Throwable failure, long secondsWithLeader) {
        log.atError()
                .setCause(cause(failure))
                .log("{}; giving up after {} s of pauses with a leader", failed, secondsWithLeader);
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
