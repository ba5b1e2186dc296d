package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class AssumedPriceTest {
    private static final String ON_MARS = Fixtures.SMALLEST
            + "  - {id: db-3, region: mars-1, zone: mars-1a, host: h4, link: 10.0.0.3:15000}\n"
            + "  - {id: db-4, link: 10.0.0.4:15000}\n";

    @Test
    void peersInRegionsWithoutFigures_areNamedWithThePriceThatCounts() {
        assertThat(AssumedPrice.of(Fixtures.parse(ON_MARS)))
                .containsExactly("price to db-3 assumed, 0.01 USD per GB sent, 0 received: preset aws has no prices for"
                        + " \"mars-1\", so its lowest cross-region price is used; set tariff.regions or tariff.cross-region"
                        + " to override it");
    }

    @Test
    void placesOfTheMiddleware_areNamedToo() {
        String grpc = "grpc: {places: [{name: clients, region: mars-1, zone: z, host: h, addresses: [10.1.0.0/16]}]}";

        assertThat(AssumedPrice.of(Fixtures.parse(Fixtures.SMALLEST + grpc)))
                .singleElement()
                .asString()
                .startsWith("price to clients assumed, ");
    }

    @Test
    void explanation_namesTheRegionBelowThePrice() {
        Config config = Fixtures.parse(ON_MARS);

        String text =
                config.explain(config.peer(new PeerId("db-3")).orElseThrow(), TrafficClass.BULK, Optional.empty());

        assertThat(text)
                .contains("price        0.01 USD per GB sent, 0 received (aws 2026-11)\n"
                        + "assumed      preset aws has no prices for \"mars-1\", so its lowest");
    }

    @Test
    void priceOfTheFile_leavesNothingToAssume() {
        String price = "tariff: {regions: [{from: us-east-1, to: mars-1, sent: 0.2, received: 0}]}";

        assertThat(AssumedPrice.of(Fixtures.parse(ON_MARS + price))).isEmpty();
    }
}
