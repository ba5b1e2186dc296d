package io.narrows.node.http;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Pages that are read by GET. Safe for use by many threads; no call blocks. */
@FunctionalInterface
public interface Pages {
    /**
     * Begins to make a page.
     *
     * @return empty when there is no page at this path; a failure is answered with status 500
     */
    Optional<CompletableFuture<Page>> get(PageRequest request);
}
