package io.narrows.proxy.discovery.dns;

import io.narrows.proxy.discovery.Backoff;
import io.narrows.proxy.discovery.Endpoint;
import io.narrows.proxy.discovery.EndpointSource;
import io.narrows.proxy.discovery.SourceReports;
import io.narrows.proxy.transport.DnsClients;
import io.narrows.proxy.transport.Transport;
import io.netty.channel.EventLoop;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.resolver.dns.NoopDnsCnameCache;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A source of peers in DNS: all addresses (A and AAAA) of a name, with a given port; or without one, the hosts and ports
 * of the name's SRV records. Asks the servers of {@code /etc/resolv.conf}, in its search domains; the hosts file does not
 * count.
 *
 * <p>Looks again when the first answer expires, after 1 s at least and 60 s at most, or when asked to, but not more than
 * once a second. If a question fails, its last answer remains: a server that does not answer, an unknown name and an empty
 * answer alike. Failed lookups are repeated after 1 s, then after longer and longer waits, up to 30 s. Runs on an event loop.
 */
public final class DnsSource implements EndpointSource {
    static final Duration SHORTEST = Duration.ofSeconds(1);
    static final Duration LONGEST = Duration.ofSeconds(60);

    static final Duration QUERY_LIMIT = Duration.ofSeconds(2);

    private final EventLoop loop;
    private final DnsNameResolver resolver;
    private final LookUp lookUp;
    private final Backoff backoff =
            new Backoff(() -> ThreadLocalRandom.current().nextDouble());
    private final SourceReports reports = new SourceReports();

    private @Nullable ScheduledFuture<?> planned;
    private boolean running;
    private boolean again;
    private long began;

    /** @param port of all addresses of the name; empty to look up SRV records */
    public DnsSource(String name, OptionalInt port, Transport transport) {
        this(name, port, transport, SearchList.ofSystem(), DnsServerAddressStreamProviders.unixDefault(), QUERY_LIMIT);
    }

    /** @param queryLimit time for the answer to a question */
    DnsSource(
            String name,
            OptionalInt port,
            Transport transport,
            SearchList search,
            DnsServerAddressStreamProvider servers,
            Duration queryLimit) {
        loop = transport.loops().get(0);
        resolver = DnsClients.on(transport, loop)
                .nameServerProvider(servers)
                .queryTimeoutMillis(queryLimit.toMillis())
                .resolveCache(NoopDnsCache.INSTANCE)
                .cnameCache(NoopDnsCnameCache.INSTANCE)
                .hostsFileEntriesResolver((host, types) -> null)
                .build();
        lookUp = new LookUp(name, port, search, new Questions(resolver));
    }

    @Override
    public void start(Listener listener) {
        reports.start(listener);
        loop.execute(this::lookUp);
    }

    @Override
    public void refresh() {
        SourceReports.execute(loop, () -> {
            if (running) {
                again = true;
            } else if (reports.isStarted()) {
                plan(soonest());
            }
        });
    }

    @Override
    public Optional<String> problem() {
        return reports.problem();
    }

    @Override
    public void close() {
        reports.close();
        SourceReports.execute(loop, () -> {
            cancel();
            resolver.close();
        });
    }

    private void lookUp() {
        if (reports.isClosed() || running) {
            return;
        }
        running = true;
        again = false;
        began = System.nanoTime();
        endpoints().whenComplete((found, broken) -> {
            running = false;
            Duration wait = LONGEST;
            try {
                wait = broken == null ? report(found) : failed(broken);
            } finally {
                plan(again && wait.compareTo(soonest()) > 0 ? soonest() : wait);
            }
        });
    }

    private CompletableFuture<Found<Endpoint>> endpoints() {
        try {
            return lookUp.endpoints();
        } catch (RuntimeException e) { // must not end the source
            return CompletableFuture.failedFuture(e);
        }
    }

    private Duration report(Found<Endpoint> found) {
        reports.found(found.items(), found.failure());
        if (found.failure().isPresent()) {
            return backoff.failed();
        }
        backoff.succeeded();
        return bounded(found.seconds());
    }

    private Duration failed(Throwable broken) {
        Duration wait = backoff.failed();
        reports.failed("DNS lookup failed because of an internal error: " + broken);
        return wait;
    }

    static Duration bounded(long seconds) {
        return Duration.ofSeconds(Math.max(SHORTEST.toSeconds(), Math.min(LONGEST.toSeconds(), seconds)));
    }

    private Duration soonest() {
        Duration wait = SHORTEST.minusNanos(System.nanoTime() - began);
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private void plan(Duration wait) {
        cancel();
        if (!reports.isClosed()) {
            planned = loop.schedule(this::lookUp, wait.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void cancel() {
        if (planned != null) {
            planned.cancel(false);
            planned = null;
        }
    }
}
