package io.narrows.lab.load;

import io.narrows.config.HostPort;
import io.narrows.terminal.option.Range;
import java.time.Duration;
import java.util.List;

/**
 * Settings of a load.
 *
 * @param endpoints of one store
 * @param time after which no operation begins
 * @param writes number of writes, without node leases, after which no operation begins either; 0 for no limit
 */
public record LoadSettings(
        List<HostPort> endpoints, Tls tls, Duration time, long writes, Population population, Demand demand) {
    /** @throws IllegalArgumentException if a value is out of range */
    public LoadSettings {
        endpoints = List.copyOf(endpoints);
        Range.check("endpoints", endpoints.size(), 1, 1_000);
        Range.check("writes", writes, 0, Long.MAX_VALUE);
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("a duration of " + time + " (expected: above 0)");
        }
    }

    /** Returns a client's share of the writes. */
    long writesOf(int client) {
        return writes == 0 ? Long.MAX_VALUE : share(writes, client);
    }

    /** Returns a client's share of the initial pods. */
    int podsOf(int client) {
        return (int) share(population.pods(), client);
    }

    private long share(long of, int client) {
        return of / demand.clients() + (client < of % demand.clients() ? 1 : 0);
    }
}
