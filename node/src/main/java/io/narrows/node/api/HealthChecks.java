package io.narrows.node.api;

import io.narrows.node.api.HealthCheck.HealthResult;
import io.narrows.node.http.Page;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** The checks of {@code /livez} or {@code /readyz}, and their page: {@code ok}, or status 503 with a line for each check. */
record HealthChecks(List<HealthCheck> checks) {
    private static final int UNAVAILABLE = 503;

    /** Returns the named check alone; empty if there is none of this name. */
    Optional<HealthChecks> only(String name) {
        return checks.stream()
                .filter(check -> check.name().equals(name))
                .findAny()
                .map(check -> new HealthChecks(List.of(check)));
    }

    /** @param query {@code exclude} names checks to skip; {@code verbose} shows the lines even if all checks pass */
    CompletableFuture<Page> page(Map<String, List<String>> query) {
        List<String> excluded = query.getOrDefault("exclude", List.of());
        List<CompletableFuture<HealthResult>> running = checks.stream()
                .filter(check -> !excluded.contains(check.name()))
                .map(HealthCheck::result)
                .toList();
        return CompletableFuture.allOf(running.toArray(CompletableFuture[]::new))
                .thenApply(done ->
                        page(running.stream().map(CompletableFuture::join).toList(), query.containsKey("verbose")));
    }

    private static Page page(List<HealthResult> results, boolean verbose) {
        String lines = results.stream().map(HealthResult::line).collect(Collectors.joining());
        if (!results.stream().allMatch(HealthResult::passed)) {
            return Page.text(UNAVAILABLE, lines + "\n");
        }
        return Page.text(200, (verbose ? lines : "") + "ok\n");
    }
}
