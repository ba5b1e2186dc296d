package io.narrows.proxy.discovery.dns;

import io.narrows.proxy.discovery.Batches;
import io.narrows.proxy.discovery.Endpoint;
import io.narrows.proxy.discovery.LinkAddresses;
import java.net.InetAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Looks up all endpoints of a name: its addresses with a given port, or the services of its SRV records. */
final class LookUp {
    /** Bounds memory and the number of questions. */
    private static final int MOST_ENDPOINTS = 10_000;

    /** Hosts of SRV records that are looked up at once. */
    private static final int AT_ONCE = 16;

    private static final class Collected {
        private final Set<Endpoint> endpoints = new LinkedHashSet<>();
        private Optional<String> failure;
        private long seconds;

        Collected(Optional<String> failure, long seconds) {
            this.failure = failure;
            this.seconds = seconds;
        }

        void add(Found<InetAddress> addresses, int port) {
            for (InetAddress address : addresses.items()) {
                if (endpoints.size() == MOST_ENDPOINTS) {
                    failure = failure.or(() -> Optional.of("more than " + MOST_ENDPOINTS + " addresses in DNS"));
                    break;
                }
                endpoints.add(Endpoint.of(LinkAddresses.of(address, port)));
            }
            failure = failure.or(addresses::failure);
            seconds = Math.min(seconds, addresses.seconds());
        }

        Found<Endpoint> all() {
            return new Found<>(endpoints, failure, seconds);
        }
    }

    private final String name;
    private final OptionalInt port;
    private final SearchList search;
    private final Questions questions;
    private final KnownAddresses addresses;
    private List<Service> services = List.of();

    /** @param port of all addresses of the name; empty to look up SRV records */
    LookUp(String name, OptionalInt port, SearchList search, Questions questions) {
        this.name = name;
        this.port = port;
        this.search = search;
        this.questions = questions;
        this.addresses = new KnownAddresses(questions);
    }

    CompletableFuture<Found<Endpoint>> endpoints() {
        List<String> candidates = search.candidates(name);
        if (port.isPresent()) {
            return addresses.lookUp(name, candidates).thenApply(found -> {
                Collected collected = new Collected(Optional.empty(), Long.MAX_VALUE);
                collected.add(found, port.getAsInt());
                return collected.all();
            });
        }
        return services(candidates).thenCompose(outcome -> {
            services = outcome.recordsOr(services);
            addresses.retain(services.stream().map(Service::host).collect(Collectors.toSet()));
            Optional<String> failure = Optional.of(outcome)
                    .filter(answered -> !answered.hasRecords())
                    .map(answered -> "DNS lookup of services (SRV) of " + name + " failed: " + answered.reason());
            return hosts(services, new Collected(failure, outcome.seconds()));
        });
    }

    private CompletableFuture<Outcome<Service>> services(List<String> candidates) {
        return Outcome.of(questions.services(candidates.get(0)))
                .thenCompose(outcome -> outcome.isAbsent() && candidates.size() > 1
                        ? services(candidates.subList(1, candidates.size()))
                        : CompletableFuture.completedFuture(outcome));
    }

    private CompletableFuture<Found<Endpoint>> hosts(List<Service> found, Collected collected) {
        return Batches.run(
                        found,
                        AT_ONCE,
                        service -> addresses.lookUp(service.host(), List.of(service.host())),
                        batch -> true)
                .thenApply(answers -> {
                    for (int i = 0; i < found.size(); i++) {
                        collected.add(answers.get(i), found.get(i).port());
                    }
                    return collected.all();
                });
    }
}
