package io.narrows.node.api;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One thing that a healthy member can do.
 *
 * @param name etcd's
 * @param run fails when it cannot
 */
record HealthCheck(String name, Supplier<CompletableFuture<Void>> run) {
    /** A line that says how it went; it never fails. */
    CompletableFuture<HealthResult> result() {
        return run.get()
                .handle((done, failure) -> failure == null
                        ? new HealthResult(true, "[+]" + name + " ok\n")
                        : new HealthResult(
                                false,
                                "[-]" + name + " failed: "
                                        + Statuses.of(failure).getStatus().getDescription() + "\n"));
    }

    /** @param line as etcd prints it, with its end */
    record HealthResult(boolean passed, String line) {}
}
