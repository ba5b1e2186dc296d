package io.narrows.config;

import static io.narrows.config.Fixtures.IRELAND;
import static io.narrows.config.Fixtures.VIRGINIA;
import static io.narrows.config.Fixtures.VIRGINIA_B;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PriceTextTest {
    private static final String SOURCE =
            "source       docs/tariffs.md, checked 2026-11-26; compare with https://aws.amazon.com/ec2/pricing/on-demand/\n";

    @Test
    void priceOfAPreset_hasItsDateAndItsSource() {
        assertThat(PriceText.of(VIRGINIA, IRELAND, Tariff.STANDARD))
                .isEqualTo("price        0.02 USD per GB sent, 0 received (aws 2026-11)\n" + SOURCE);
    }

    @Test
    void priceOfTheFile_namesItsKey() {
        Tariff tariff = tariff("{cross-zone: {sent: 0.5, received: 0},"
                + " regions: [{from: us-east-1, to: eu-west-1, sent: 0.03, received: 0}]}");

        assertThat(PriceText.of(VIRGINIA, VIRGINIA_B, tariff))
                .isEqualTo("price        0.5 USD per GB sent, 0 received (tariff.cross-zone)\n");
        assertThat(PriceText.of(VIRGINIA, IRELAND, tariff))
                .isEqualTo("price        0.03 USD per GB sent, 0 received (tariff.regions, us-east-1 to eu-west-1)\n");
        assertThat(PriceText.of(IRELAND, VIRGINIA, tariff)).endsWith("(aws 2026-11)\n" + SOURCE);
    }

    @Test
    void discount_hasItsLine() {
        assertThat(PriceText.of(VIRGINIA, VIRGINIA_B, tariff("{discount: {transfer: 12.5}}")))
                .isEqualTo("price        0.00875 USD per GB sent, 0.00875 received (aws 2026-11)\n"
                        + "discount     12.5 % is taken off (tariff.discount)\n" + SOURCE);
    }

    @Test
    void bothEnds_showThePartOfEach() {
        Tariff tariff =
                tariff("{both-ends: true, regions: [{from: us-east-1, to: eu-west-1, sent: 0.03, received: 0.001}]}");

        assertThat(PriceText.of(VIRGINIA, IRELAND, tariff))
                .isEqualTo("price        0.03 USD per GB sent, 0.021 received (tariff.regions, us-east-1 to eu-west-1;"
                        + " other end: aws 2026-11)\n"
                        + "both ends    this node pays 0.03 USD per GB sent, 0.001 received, and the peer 0.02 USD per GB"
                        + " sent, 0 received (tariff.both-ends)\n" + SOURCE);
    }

    private static Tariff tariff(String text) {
        return Fixtures.parse(Fixtures.SMALLEST + "tariff: " + text).tariff();
    }
}
