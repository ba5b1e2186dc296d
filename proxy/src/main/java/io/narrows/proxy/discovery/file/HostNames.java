package io.narrows.proxy.discovery.file;

import io.narrows.proxy.discovery.HostLookUp;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The addresses of host names. If a lookup fails, the last addresses of its name remain. Not thread-safe. */
final class HostNames {
    private static final int AT_ONCE = 16;

    private final HostLookUp lookUp;
    private final Map<String, List<InetAddress>> known = new HashMap<>();
    private final Map<String, String> failures = new HashMap<>();

    HostNames(HostLookUp lookUp) {
        this.lookUp = lookUp;
    }

    /** Returns whether the host is a name, rather than an address. */
    static boolean isName(String host) {
        return !NetUtil.isValidIpV4Address(host) && !NetUtil.isValidIpV6Address(host);
    }

    /** Looks up all names; several at a time. */
    CompletableFuture<Map<String, CompletableFuture<List<InetAddress>>>> ask(List<String> names) {
        return ask(names, new HashMap<>());
    }

    private CompletableFuture<Map<String, CompletableFuture<List<InetAddress>>>> ask(
            List<String> names, Map<String, CompletableFuture<List<InetAddress>>> asked) {
        List<String> now = names.subList(0, Math.min(AT_ONCE, names.size()));
        if (now.isEmpty()) {
            return CompletableFuture.completedFuture(asked);
        }
        List<CompletableFuture<?>> answers = now.stream()
                .<CompletableFuture<?>>map(name -> {
                    CompletableFuture<List<InetAddress>> answer = lookUp.addresses(name);
                    asked.put(name, answer);
                    return answer.handle((found, failure) -> name);
                })
                .toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenCompose(done -> ask(names.subList(now.size(), names.size()), asked));
    }

    /** Takes completed answers, and forgets all other names. */
    void learn(Map<String, CompletableFuture<List<InetAddress>>> answers) {
        Set<String> names = answers.keySet();
        known.keySet().retainAll(names);
        failures.clear();
        answers.forEach((name, answer) -> {
            try {
                known.put(name, answer.join());
            } catch (CompletionException e) {
                Throwable cause = e.getCause();
                failures.put(name, String.valueOf(cause == null ? e.getMessage() : cause.getMessage()));
            }
        });
    }

    /** Returns the addresses of a name, or the address itself; none if no lookup succeeded yet. */
    List<InetAddress> addresses(String host) {
        InetAddress literal = isName(host) ? null : NetUtil.createInetAddressFromIpAddressString(host);
        return literal == null ? known.getOrDefault(host, List.of()) : List.of(literal);
    }

    /** Returns the reasons of failed lookups, by name. */
    Map<String, String> failures() {
        return failures;
    }
}
