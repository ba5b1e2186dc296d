package io.narrows.cli.advise;

import java.util.List;

/**
 * A sidecar's answer to {@code /what-if}.
 *
 * @param admin the address of its admin port
 * @param active whether its configuration has {@code what-if}
 * @param tariff the name of its tariff
 * @param estimates by peer, class and candidate
 */
record Sidecar(
        String admin, String node, boolean active, String tariff, double usdPerCoreHour, List<Estimate> estimates) {
    Sidecar {
        estimates = List.copyOf(estimates);
    }
}
