package io.narrows.config;

import static io.narrows.config.Fixtures.IRELAND;
import static io.narrows.config.Fixtures.VIRGINIA;
import static io.narrows.config.Fixtures.VIRGINIA_B;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TariffTest {
    @ParameterizedTest
    @CsvSource({
        "aws, us-east-1,      us-east-1,      0.01,   0.01",
        "aws, us-east-1,      us-east-2,      0.01,   0",
        "aws, us-east-2,      us-east-1,      0.01,   0",
        "aws, us-east-1,      us-west-2,      0.02,   0",
        "aws, us-west-2,      us-east-2,      0.02,   0",
        "aws, us-east-1,      eu-west-1,      0.02,   0",
        "aws, us-east-1,      ap-southeast-2, 0.02,   0",
        "aws, ap-southeast-2, us-east-1,      0.098,  0",
        "aws, sa-east-1,      us-east-1,      0.138,  0",
        "aws, af-south-1,     eu-west-1,      0.147,  0",
        "aws, ap-northeast-1, ap-northeast-2, 0.09,   0",
        "aws, ap-northeast-2, ap-northeast-1, 0.08,   0",
        "aws, ap-south-1,     ap-southeast-1, 0.086,  0",
        "aws, me-south-1,     eu-west-1,      0.1105, 0",
        "gcp, us-east1,       us-east1,       0.01,   0",
        "gcp, us-east1,       us-west1,       0.02,   0",
        "gcp, us-east1,       northamerica-northeast1, 0.02, 0",
        "gcp, europe-west1,   europe-north1,  0.02,   0",
        "gcp, europe-west1,   europe-southwest1, 0.02, 0",
        "gcp, us-east1,       europe-west1,   0.05,   0",
        "gcp, europe-north1,  asia-southeast1, 0.08,  0",
        "gcp, asia-northeast1, asia-northeast3, 0.08, 0",
        "gcp, us-east1,       southamerica-east1, 0.08, 0",
        "gcp, southamerica-east1, southamerica-west1, 0.14, 0",
        "gcp, australia-southeast1, australia-southeast2, 0.08, 0",
        "gcp, us-east1,       australia-southeast1, 0.10, 0",
        "gcp, australia-southeast1, asia-southeast2, 0.10, 0",
        "gcp, asia-southeast2, asia-southeast1, 0.10, 0",
        "azure, eastus,       eastus,         0,      0",
        "azure, eastus,       westus2,        0.02,   0",
        "azure, northcentralus, canadaeast,   0.02,   0",
        "azure, westeurope,   uksouth,        0.02,   0",
        "azure, germanywestcentral, canadacentral, 0.05, 0",
        "azure, eastus,       eastasia,       0.05,   0",
        "azure, westeurope,   southeastasia,  0.05,   0",
        "azure, southeastasia, westeurope,    0.08,   0",
        "azure, southeastasia, japanwest,     0.08,   0",
        "azure, australiaeast, japanwest,     0.08,   0",
        "azure, uaenorth,     westeurope,     0.08,   0",
        "azure, brazilsouth,  eastus,         0.16,   0",
        "azure, eastus,       brazilsouth,    0.05,   0",
        "azure-peering, eastus,    eastus,    0,      0",
        "azure-peering, eastus,    westeurope, 0.035, 0.035",
        "azure-peering, westeurope, japanwest, 0.035, 0.035",
        "azure-peering, japanwest, westeurope, 0.09,  0.09",
        "azure-peering, japanwest, southeastasia, 0.09, 0.09",
    })
    void presetsPrice(String preset, String from, String to, double sent, double received) {
        Tariff tariff = Tariff.of(Preset.BY_LABEL.get(preset));

        Price price = tariff.price(new Location(from, "z1", "h"), new Location(to, "z2", "h"));

        assertThat(price.sentPerGb()).isEqualTo(sent);
        assertThat(price.receivedPerGb()).isEqualTo(received);
    }

    @ParameterizedTest
    @CsvSource({
        "aws,   us-east-1,    berlin,        0.01,  0",
        "aws,   berlin,       us-east-1,     0.01,  0",
        "aws,   ap-southeast-2, me-central-1, 0.01, 0",
        "aws,   us-east1,     us-east4,      0.01,  0",
        "gcp,   berlin,       asia-east1,    0.02,  0",
        "gcp,   asia-east1,   me-west1,      0.02,  0",
        "gcp,   africa-south1, europe-west1, 0.02,  0",
        "gcp,   ap-southeast-2, sa-east-1,   0.02,  0",
        "azure, berlin,       japanwest,     0.02,  0",
        "azure, japanwest,    us-east-1,     0.02,  0",
        "azure-peering, brazilsouth, japaneast, 0.035, 0.035",
        "azure-peering, japaneast, uaenorth, 0.035, 0.035",
    })
    void regionWithoutAFigure_countsAtTheLowestPriceOfItsCloud(
            String preset, String from, String to, double sent, double received) {
        Tariff tariff = Tariff.of(Preset.BY_LABEL.get(preset));

        Price price = tariff.price(new Location(from, "z1", "h"), new Location(to, "z2", "h"));

        assertThat(price.sentPerGb()).isEqualTo(sent);
        assertThat(price.receivedPerGb()).isEqualTo(received);
    }

    @Test
    void regionsWithoutAFigure_areNamed_unlessTheFileHasAPriceForThem() {
        Location mars = new Location("mars-1", "a", "h");
        Location marsB = new Location("mars-1", "b", "h");
        Location venus = new Location("venus-1", "a", "h");
        Tariff tariff = Fixtures.parse(Fixtures.SMALLEST
                        + "tariff: {regions: [{from: us-east-1, to: mars-1, sent: 0.2, received: 0}]}")
                .tariff();

        assertThat(tariff.unknownRegions(mars, venus)).containsExactly("mars-1", "venus-1");
        assertThat(tariff.unknownRegions(mars, VIRGINIA)).containsExactly("mars-1");
        assertThat(tariff.unknownRegions(mars, marsB)).containsExactly("mars-1");
        assertThat(tariff.unknownRegions(VIRGINIA, IRELAND)).isEmpty();
        assertThat(tariff.unknownRegions(VIRGINIA, mars)).isEmpty();
        assertThat(tariff.unknownRegions(mars, mars)).isEmpty();
    }

    @Test
    void priceOfATier_leavesNothingToAssume() {
        Tariff tariff = Fixtures.parse(Fixtures.SMALLEST + "tariff: {cross-region: {sent: 0.2, received: 0}}")
                .tariff();

        assertThat(tariff.unknownRegions(VIRGINIA, new Location("mars-1", "a", "h")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"aws", "gcp", "azure", "azure-peering"})
    void lowestPrice_isNotAboveAnyOtherBetweenRegions(String preset) {
        Tariff tariff = Tariff.of(Preset.BY_LABEL.get(preset));
        List<Location> places = Stream.of(
                        ("us-east-1 us-east-2 sa-east-1 eu-west-1 af-south-1 us-east1 europe-west1 asia-east1 asia-southeast2"
                                        + " australia-southeast1 southamerica-east1 eastus westeurope japanwest brazilsouth")
                                .split(" "))
                .map(region -> new Location(region, "a", "h"))
                .toList();
        Location unknown = new Location("mars-1", "a", "h");
        double lowest = tariff.price(unknown, places.get(0)).sentPerGb();

        for (Location from : places) {
            for (Location to : places) {
                if (from != to) {
                    assertThat(tariff.price(from, to).sentPerGb()).isGreaterThanOrEqualTo(lowest);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"aws", "gcp", "azure", "azure-peering"})
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
    void discount_isTakenOffThePresetAndThePricesOfTheFile_butNotOffStorage() {
        Tariff tariff = tariff("""
                discount: {transfer: 12, compute: 30}
                cross-zone: {sent: 0.5, received: 0.25}
                cpu-core-hour: 0.05
                """);

        assertThat(tariff.price(VIRGINIA, IRELAND)).isEqualTo(new Price(0.0176, 0, GbUnit.GB));
        assertThat(tariff.price(VIRGINIA, VIRGINIA_B)).isEqualTo(new Price(0.44, 0.22, GbUnit.GB));
        assertThat(tariff.listPrice(VIRGINIA, IRELAND)).isEqualTo(new Price(0.02, 0, GbUnit.GB));
        assertThat(tariff.cpuCoreHour()).isEqualTo(0.035);
        assertThat(tariff.listCpuCoreHour()).isEqualTo(0.05);
        assertThat(tariff.storageGbMonth()).isEqualTo(Tariff.DEFAULT_STORAGE_GB_MONTH);
    }

    @Test
    void bothEnds_addWhatTheOtherNodePaysForTheSameBytes() {
        Tariff tariff = tariff("""
                both-ends: true
                regions:
                  - {from: us-east-1, to: eu-west-1, sent: 0.09, received: 0.01}
                  - {from: eu-west-1, to: us-east-1, sent: 0.05, received: 0.002}
                """);

        assertThat(tariff.price(VIRGINIA, VIRGINIA_B)).isEqualTo(new Price(0.02, 0.02, GbUnit.GB));
        assertThat(tariff.price(VIRGINIA, IRELAND)).isEqualTo(new Price(0.092, 0.06, GbUnit.GB));
        assertThat(tariff.price(IRELAND, VIRGINIA)).isEqualTo(new Price(0.06, 0.092, GbUnit.GB));
        assertThat(tariff.ownPrice(VIRGINIA, IRELAND)).isEqualTo(new Price(0.09, 0.01, GbUnit.GB));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void usdPerByteOfBothEnds_doesNotDependOnBothEnds(boolean bothEnds) {
        Tariff tariff = tariff("""
                both-ends: %s
                regions:
                  - {from: us-east-1, to: eu-west-1, sent: 0.09, received: 0.01}
                  - {from: eu-west-1, to: us-east-1, sent: 0.05, received: 0.002}
                """.formatted(bothEnds));

        assertThat(tariff.usdPerByteOfBothEnds(VIRGINIA, VIRGINIA_B) * 1e9).isCloseTo(0.02, within(1e-12));
        assertThat(tariff.usdPerByteOfBothEnds(VIRGINIA, IRELAND) * 1e9).isCloseTo(0.092, within(1e-12));
        assertThat(tariff.usdPerByteOfBothEnds(IRELAND, VIRGINIA) * 1e9).isCloseTo(0.06, within(1e-12));
    }

    @Test
    void bothEnds_nameARegionWithoutAFigureThatOnlyTheOtherEndPaysFor() {
        Location mars = new Location("mars-1", "a", "h");
        String oneWay = "regions: [{from: us-east-1, to: mars-1, sent: 0.2, received: 0}]\n";

        assertThat(tariff(oneWay).unknownRegions(VIRGINIA, mars)).isEmpty();
        assertThat(tariff(oneWay + "both-ends: true\n").unknownRegions(VIRGINIA, mars))
                .containsExactly("mars-1");
    }

    @Test
    void cheapestPlace_withBothEnds_countsThePricesOfTheOtherEnd() {
        String prices = """
                same-host: {sent: 1, received: 1}
                same-zone: {sent: 1, received: 1}
                cross-zone: {sent: 1, received: 1}
                cross-region: {sent: 0.3, received: 0}
                regions: [{from: eu-west-1, to: us-east-1, sent: 0.1, received: 0}]
                """;

        assertThat(tariff(prices).cheapestPlace(VIRGINIA).region()).isEqualTo("?");
        assertThat(tariff(prices + "both-ends: true\n").cheapestPlace(VIRGINIA).region())
                .isEqualTo("eu-west-1");
    }

    private static Tariff tariff(String keys) {
        return Fixtures.parse(Fixtures.SMALLEST + "tariff:\n" + keys.indent(2)).tariff();
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
