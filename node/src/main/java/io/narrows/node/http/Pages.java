package io.narrows.node.http;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Serves pages over GET. Safe for use by many threads; no call blocks. */
@FunctionalInterface
public interface Pages {
    /**
     * Starts producing a page.
     *
     * @return empty if there is no page at this path; a failed future is answered with status 500
     */
    Optional<CompletableFuture<Page>> get(PageRequest request);
}
