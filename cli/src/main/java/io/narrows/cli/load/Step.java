package io.narrows.cli.load;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One operation that is due.
 *
 * @param send may be called again when it failed; the script has learnt what there is to learn when the answer is there
 */
record Step(Operation operation, Function<Endpoint, CompletableFuture<Answer>> send) {}
