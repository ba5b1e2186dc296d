package io.narrows.node.api;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A health check.
 *
 * @param name etcd's name of the check
 * @param run fails if the check fails
 */
record HealthCheck(String name, Supplier<CompletableFuture<Void>> run) {
    /** Runs the check and returns its result line; never fails. */
    CompletableFuture<HealthResult> result() {
        return run.get()
                .handle((done, failure) -> failure == null
                        ? new HealthResult(true, "[+]" + name + " ok\n")
                        : new HealthResult(
                                false,
                                "[-]" + name + " failed: "
                                        + Statuses.of(failure).getStatus().getDescription() + "\n"));
    }

    /** @param line in etcd's format, with its line ending */
    record HealthResult(boolean passed, String line) {}
}
