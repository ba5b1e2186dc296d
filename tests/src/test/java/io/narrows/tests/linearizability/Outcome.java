package io.narrows.tests.linearizability;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.ConnectException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The outcome of an operation, as far as its client knows. */
public enum Outcome {
    OK,
    /** It did not happen and never will. */
    FAILED,
    /** It may take effect at any time, or never. */
    UNKNOWN;

    /**
     * Returns the outcome after an error.
     *
     * @return empty for an error that no well-formed request should cause
     */
    static Optional<Outcome> of(StatusRuntimeException error) {
        return switch (error.getStatus().getCode()) {
            case UNAVAILABLE -> Optional.of(neverConnected(error) ? FAILED : UNKNOWN);
            // The store refuses before it asks its peers: too many requests at once, no space left.
            case RESOURCE_EXHAUSTED -> Optional.of(saidByTheStore(error.getStatus()) ? FAILED : UNKNOWN);
            case DEADLINE_EXCEEDED, CANCELLED, INTERNAL, UNKNOWN -> Optional.of(UNKNOWN);
            default -> Optional.empty();
        };
    }

    private static boolean neverConnected(Throwable error) {
        return Stream.iterate(error, cause -> cause != null, Throwable::getCause)
                .anyMatch(ConnectException.class::isInstance);
    }

    private static boolean saidByTheStore(Status status) {
        return status.getDescription() != null && status.getDescription().startsWith("etcdserver: ");
    }

    String json() {
        return name().toLowerCase(Locale.ROOT);
    }
}
