package io.narrows.lab.load;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * An operation to perform.
 *
 * @param send may be called again after a failure; the script has processed the response once the future completes
 */
record Step(Operation operation, Function<Endpoint, CompletableFuture<Answer>> send) {}
