package io.narrows.config;

import static io.narrows.config.Fixtures.IRELAND;
import static io.narrows.config.Fixtures.VIRGINIA;
import static io.narrows.config.Fixtures.VIRGINIA_B;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TariffTest {
    @ParameterizedTest
    @CsvSource({
        "aws,   us-east-1,   us-east-1,      0.01, 0.01",
        "gcp,   us-east1,    us-east1,       0.01, 0",
        "azure, eastus,      eastus,         0,    0",
        "aws,   us-east-1,   eu-west-1,      0.02, 0",
        "aws,   us-east-1,   ap-southeast-2, 0.02, 0",
        "gcp,   us-east1,    us-west1,       0.02, 0",
        "gcp,   us-east1,    northamerica-northeast1, 0.02, 0",
        "gcp,   europe-west1, europe-north1, 0.02, 0",
        "gcp,   us-east1,    europe-west1,   0.05, 0",
        "gcp,   us-east1,    asia-east1,     0.08, 0",
        "gcp,   asia-east1,  asia-south1,    0.08, 0",
        "azure, eastus,      westus2,        0.02, 0",
        "azure, westeurope,  uksouth,        0.02, 0",
        "azure, germanywestcentral, canadacentral, 0.05, 0",
        "azure, westeurope,  southeastasia,  0.08, 0",
        "azure, australiaeast, japanwest,    0.08, 0",
        "gcp,   berlin,      asia-east1,     0.02, 0",
    })
    void presetsPrice(String preset, String from, String to, double sent, double received) {
        Tariff tariff = Tariff.of(Preset.BY_LABEL.get(preset));

        Price price = tariff.price(new Location(from, "z1", "h"), new Location(to, "z2", "h"));

        assertThat(price.sentPerGb()).isEqualTo(sent);
        assertThat(price.receivedPerGb()).isEqualTo(received);
    }

    @ParameterizedTest
    @CsvSource({"aws", "gcp", "azure"})
    void withinAZone_nothingIsBilled(String preset) {
        Tariff tariff = Tariff.of(Preset.BY_LABEL.get(preset));

        Price price = tariff.price(VIRGINIA, new Location("us-east-1", "us-east-1a", "other"));

        assertThat(price.sentPerGb() + price.receivedPerGb()).isZero();
    }

    @Test
    void priceOfATier_goesBeforeThePreset() {
        Tariff tariff = Fixtures.parse(Fixtures.SMALLEST + "tariff: {cross-zone: {sent: 0.5, received: 0.25}}")
                .tariff();

        assertThat(tariff.price(VIRGINIA, VIRGINIA_B)).isEqualTo(new Price(0.5, 0.25, GbUnit.GB));
        assertThat(tariff.price(VIRGINIA, IRELAND)).isEqualTo(new Price(0.02, 0, GbUnit.GB));
    }

    @Test
    void priceOfRegions_goesBeforeTheTierAndHoldsInItsDirectionOnly() {
        Tariff tariff = Fixtures.parse(Fixtures.SMALLEST + """
                        tariff:
                          cross-region: {sent: 0.3, received: 0.3}
                          regions: [{from: us-east-1, to: eu-west-1, sent: 0.09, received: 0.01}]
                        """).tariff();

        assertThat(tariff.price(VIRGINIA, IRELAND)).isEqualTo(new Price(0.09, 0.01, GbUnit.GB));
        assertThat(tariff.price(IRELAND, VIRGINIA)).isEqualTo(new Price(0.3, 0.3, GbUnit.GB));
    }

    @Test
    void pricePerByte_followsTheUnitOfThePreset() {
        Price aws = new Price(0.02, 0.01, GbUnit.GB);
        Price gcp = Tariff.of(Preset.GCP).price(VIRGINIA, VIRGINIA_B);

        assertThat(aws.sentPerByte() * 1e9).isCloseTo(0.02, within(1e-12));
        assertThat(aws.receivedPerByte() * 1e9).isCloseTo(0.01, within(1e-12));
        assertThat(gcp.sentPerByte() * (1L << 30)).isCloseTo(0.01, within(1e-12));
    }

    @Test
    void name_hasTheDateOfThePrices() {
        assertThat(Tariff.STANDARD.name()).isEqualTo("aws 2026-11");
    }
}
