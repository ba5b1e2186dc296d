package io.narrows.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.testkit.focus.Csv;
import io.narrows.testkit.focus.FocusRules;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FocusTest {
    private static final double NEARLY = 1e-9;

    @ParameterizedTest
    @CsvSource({"aws, GB", "gcp, GiB", "azure, GB", "azure-peering, GB"})
    void export_followsTheSpecification(String preset, String unit) throws ReportException {
        MetricsText metrics = new MetricsText("db-1", preset, unit, "12.5", "30", false).usualFlows();

        assertThat(FocusRules.violations(FocusCsv.of(FocusCharges.of(metrics.report(), "account"))))
                .isEmpty();
    }

    @Test
    void sumOfAllCharges_isTheCostOfTheWireAndOfProcessors() throws ReportException {
        NodeReport report = new MetricsText("db-1").usualFlows().report();

        List<Map<String, String>> rows = rows(report);

        assertThat(sum(rows, "BilledCost", row -> true))
                .isEqualTo(report.total().wireUsd() + report.cpuUsd(), within(NEARLY));
        assertThat(sum(rows, "EffectiveCost", row -> row.get("ServiceCategory").equals("Networking")))
                .isEqualTo(report.total().wireUsd(), within(NEARLY));
        assertThat(sum(rows, "EffectiveCost", row -> row.get("ServiceCategory").equals("Compute")))
                .isEqualTo(report.cpuUsd(), within(NEARLY));
    }

    @Test
    void bytes_areThoseOfTheMetrics() throws ReportException {
        NodeReport report = new MetricsText("db-1").usualFlows().report();

        List<Map<String, String>> rows = rows(report);

        assertThat(sum(rows, "x_AppBytes", FocusTest::isTraffic))
                .isEqualTo(report.total().appBytes());
        assertThat(sum(rows, "x_WireBytes", FocusTest::isTraffic))
                .isEqualTo(report.total().wireBytes());
        assertThat(sum(rows, "x_WireIpBytes", FocusTest::isTraffic))
                .isEqualTo(report.total().wireIpBytes());
        assertThat(sum(rows, "x_BaselineIpBytes", FocusTest::isTraffic))
                .isEqualTo(report.total().baselineIpBytes());
    }

    @Test
    void trafficThatShrank_hasItsCostWithoutNarrowsAndACreditOfWhatWasSaved() throws ReportException {
        List<Map<String, String>> rows =
                rows(new MetricsText("db-1").usualFlows().report());

        List<Map<String, String>> sent = rows.stream()
                .filter(row -> row.get("x_TrafficClass").equals("replication")
                        && row.get("x_Direction").equals("sent"))
                .toList();

        assertThat(sent).hasSize(2);
        assertThat(sent.get(0))
                .containsEntry("ChargeCategory", "Usage")
                .containsEntry("BilledCost", "0.42")
                .containsEntry("ConsumedQuantity", "42")
                .containsEntry("ConsumedUnit", "GB")
                .containsEntry("ContractedUnitPrice", "0.01")
                .containsEntry("ChargeDescription", "Traffic of class replication, sent by db-1 to db-2 (cross-zone)")
                .containsEntry("x_Peer", "db-2")
                .containsEntry("x_Tier", "cross-zone");
        assertThat(sent.get(1))
                .containsEntry("ChargeCategory", "Credit")
                .containsEntry("BilledCost", "-0.31")
                .containsEntry("ConsumedQuantity", "")
                .containsEntry("x_AppBytes", "");
    }

    @Test
    void trafficThatGrew_hasOnlyItsRealCost() throws ReportException {
        List<Map<String, String>> rows =
                rows(new MetricsText("db-1").usualFlows().report());

        assertThat(rows)
                .filteredOn(row -> row.get("x_TrafficClass").equals("bulk")
                        && row.get("x_Direction").equals("sent"))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("ChargeCategory", "Usage")
                        .containsEntry("BilledCost", "0.024")
                        .containsEntry("ConsumedQuantity", "1.2"));
    }

    @Test
    void processors_haveTheTimeOfTheProcess_atTheAverageOfItsPrices() throws ReportException {
        NodeReport report = new MetricsText("db-1", "aws", "GB", "0", "50", false)
                .with(NodeReport.CPU_USD, "0.054")
                .usualFlows()
                .report();

        String csv = FocusCsv.of(FocusCharges.of(report, "account"));

        assertThat(FocusRules.violations(csv)).isEmpty();
        assertThat(Csv.rows(csv))
                .filteredOn(row -> row.get("ServiceCategory").equals("Compute"))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("PricingQuantity", "1")
                        .containsEntry("ConsumedQuantity", "1")
                        .containsEntry("EffectiveCost", "0.054")
                        .containsEntry("ContractedUnitPrice", "0.054")
                        .containsEntry("ListUnitPrice", "0.108")
                        .containsEntry("ListCost", "0.108"));
    }

    @Test
    void trafficThatNoSocketHasSentYet_isListed() throws ReportException {
        NodeReport report = new MetricsText("db-1")
                .flow("db-2", "same-zone", "bulk", "sent", new Amount(5, 0, 9, 0, 0, 0, 0))
                .report();

        String csv = FocusCsv.of(FocusCharges.of(report, "account"));

        assertThat(FocusRules.violations(csv)).isEmpty();
        assertThat(sum(Csv.rows(csv), "x_AppBytes", FocusTest::isTraffic)).isEqualTo(5);
    }

    @Test
    void listCosts_areThoseBeforeTheDiscount() throws ReportException {
        NodeReport report = new MetricsText("db-1", "aws", "GB", "20", "50", false)
                .usualFlows()
                .report();

        List<Map<String, String>> rows = rows(report);

        assertThat(sum(rows, "ListCost", row -> row.get("ServiceCategory").equals("Networking")))
                .isEqualTo(report.total().wireUsd() / 0.8, within(NEARLY));
        assertThat(sum(rows, "ListCost", row -> row.get("ServiceCategory").equals("Compute")))
                .isEqualTo(report.cpuUsd() / 0.5, within(NEARLY));
        assertThat(sum(rows, "ContractedCost", row -> true)).isEqualTo(sum(rows, "BilledCost", row -> true));
    }

    @Test
    void billingPeriod_isTheMonthsThatContainThePeriod() {
        assertThat(MetricsText.DAY.months()).hasToString("2024-11-01T00:00:00Z to 2024-12-01T00:00:00Z");
        assertThat(new Period(Instant.parse("2026-11-01T00:00:00Z"), Instant.parse("2026-12-01T00:00:00Z")).months())
                .hasToString("2026-11-01T00:00:00Z to 2026-12-01T00:00:00Z");
        assertThat(new Period(Instant.parse("2026-11-30T23:00:00Z"), Instant.parse("2027-01-01T00:00:01Z")).months())
                .hasToString("2026-11-01T00:00:00Z to 2027-02-01T00:00:00Z");
    }

    @Test
    void fieldsWithCommas_areQuoted() {
        FocusRow row = new FocusRow().set(FocusColumn.CHARGE_DESCRIPTION, "a \"b\", c");

        assertThat(FocusCsv.of(List.of(row))).contains(",\"a \"\"b\"\", c\",");
        assertThat(Csv.rows(FocusCsv.of(List.of(row))).get(0)).containsEntry("ChargeDescription", "a \"b\", c");
    }

    @Test
    void smallNumbers_haveNoExponent() {
        FocusRow row = new FocusRow().set(FocusColumn.BILLED_COST, 2e-5).set(FocusColumn.LIST_COST, 0);

        assertThat(Csv.rows(FocusCsv.of(List.of(row))).get(0))
                .containsEntry("BilledCost", "0.00002")
                .containsEntry("ListCost", "0");
    }

    @Test
    void numbers_haveNoRoundingErrorsOfBinaryFractions() {
        FocusRow row =
                new FocusRow().set(FocusColumn.BILLED_COST, 0.1 + 0.2).set(FocusColumn.X_APP_BYTES, 9007199254740991d);

        assertThat(Csv.rows(FocusCsv.of(List.of(row))).get(0))
                .containsEntry("BilledCost", "0.3")
                .containsEntry("x_AppBytes", "9007199254740991");
    }

    private static boolean isTraffic(Map<String, String> row) {
        return !row.get("x_AppBytes").isEmpty();
    }

    private static List<Map<String, String>> rows(NodeReport report) {
        return Csv.rows(FocusCsv.of(FocusCharges.of(report, "account")));
    }

    private static double sum(List<Map<String, String>> rows, String column, Predicate<Map<String, String>> of) {
        return rows.stream()
                .filter(of)
                .mapToDouble(row -> FocusRules.number(row, column))
                .sum();
    }
}
