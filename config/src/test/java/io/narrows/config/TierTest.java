package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierTest {
    private static final Location HERE = new Location("r1", "z1", "h1");

    @ParameterizedTest
    @CsvSource({
        "r1, z1, h1, same-host",
        "r1, z1, h2, same-zone",
        "r1, z2, h1, cross-zone",
        "r2, z1, h1, cross-region",
    })
    void between(String region, String zone, String host, String tier) {
        Location there = new Location(region, zone, host);

        assertThat(Tier.between(HERE, there).label()).isEqualTo(tier);
        assertThat(Tier.between(there, HERE).label()).isEqualTo(tier);
    }
}
