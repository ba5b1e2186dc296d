package io.narrows.cli.load;

import io.narrows.cli.option.Range;
import io.narrows.config.HostPort;
import java.time.Duration;
import java.util.List;

/**
 * A load.
 *
 * @param endpoints of one store
 * @param time after which nothing more is begun
 * @param writes after so many, without node leases, nothing more is begun either; 0 for no such bound
 */
public record LoadSettings(
        List<HostPort> endpoints, Tls tls, Duration time, long writes, Population population, Demand demand) {
    /** @throws IllegalArgumentException when one is out of its range */
    public LoadSettings {
        endpoints = List.copyOf(endpoints);
        Range.check("endpoints", endpoints.size(), 1, 1_000);
        Range.check("writes", writes, 0, Long.MAX_VALUE);
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("a time of " + time + " (expected: above 0)");
        }
    }

    /** How many of all writes are a client's. */
    long writesOf(int client) {
        return writes == 0 ? Long.MAX_VALUE : share(writes, client);
    }

    /** How many of the pods that are there when the load begins are a client's. */
    int podsOf(int client) {
        return (int) share(population.pods(), client);
    }

    private long share(long of, int client) {
        return of / demand.clients() + (client < of % demand.clients() ? 1 : 0);
    }
}
