package io.narrows.proxy.discovery.dns;

import io.netty.handler.codec.dns.DnsRecordType;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The IPv4 and IPv6 addresses of names. If a question fails, its last answer remains. A name that has addresses of one
 * kind only has none of the other; a name that has neither keeps both. Used on the event loop only.
 */
final class KnownAddresses {
    private record Both(List<InetAddress> v4, List<InetAddress> v6) {
        static final Both NONE = new Both(List.of(), List.of());
    }

    private final Questions questions;
    private final Map<String, Both> known = new HashMap<>();

    KnownAddresses(Questions questions) {
        this.questions = questions;
    }

    /**
     * Looks up a name.
     *
     * @param candidates absolute names, of which the first that exists counts
     */
    CompletableFuture<Found<InetAddress>> lookUp(String name, List<String> candidates) {
        CompletableFuture<Outcome<InetAddress>> v4 =
                Outcome.of(questions.addresses(candidates.get(0), DnsRecordType.A));
        CompletableFuture<Outcome<InetAddress>> v6 =
                Outcome.of(questions.addresses(candidates.get(0), DnsRecordType.AAAA));
        return v4.thenCombine(v6, (four, six) -> {
                    boolean absent = four.isAbsent() && six.isAbsent();
                    return absent && candidates.size() > 1
                            ? lookUp(name, candidates.subList(1, candidates.size()))
                            : CompletableFuture.completedFuture(learn(name, four, six));
                })
                .thenCompose(found -> found);
    }

    /** Forgets all other names. */
    void retain(Set<String> names) {
        known.keySet().retainAll(names);
    }

    private Found<InetAddress> learn(String name, Outcome<InetAddress> four, Outcome<InetAddress> six) {
        Both last = known.getOrDefault(name, Both.NONE);
        Both next = new Both(
                four.recordsOr(four.isAbsent() && six.hasRecords() ? List.of() : last.v4()),
                six.recordsOr(six.isAbsent() && four.hasRecords() ? List.of() : last.v6()));
        known.put(name, next);
        Set<InetAddress> all = new LinkedHashSet<>(next.v4());
        all.addAll(next.v6());
        return new Found<>(all, failure(name, four, six), Math.min(four.seconds(), six.seconds()));
    }

    private static Optional<String> failure(String name, Outcome<InetAddress> four, Outcome<InetAddress> six) {
        boolean ok = !four.isUnknown() && !six.isUnknown() && (four.hasRecords() || six.hasRecords());
        if (ok) {
            return Optional.empty();
        }
        String reasons = Stream.of(four, six)
                .filter(outcome -> outcome.isUnknown() || !four.isUnknown() && !six.isUnknown())
                .map(Outcome::reason)
                .distinct()
                .collect(Collectors.joining(", "));
        return Optional.of("DNS lookup of addresses of " + name + " failed: " + reasons);
    }
}
