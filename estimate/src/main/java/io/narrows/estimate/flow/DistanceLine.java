package io.narrows.estimate.flow;

import io.narrows.config.Tier;

/**
 * Traffic over one distance for which the policy chooses one codec, per month.
 *
 * @param appGb bytes of applications, in the tariff's gigabytes
 * @param usdWithout their price without sidecars, for both ends
 */
public record DistanceLine(Tier tier, double appGb, double usdWithout, CodecRange chosen) {
    DistanceLine plus(DistanceLine other) {
        return new DistanceLine(tier, appGb + other.appGb, usdWithout + other.usdWithout, chosen.plus(other.chosen));
    }
}
