package io.narrows.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules of FOCUS 1.2 for a dataset, as far as they apply to one without taxes, purchases, commitment discounts and
 * capacity reservations.
 */
final class FocusRules {
    /** The columns of feature level Mandatory: they must be present. */
    static final List<String> MANDATORY = List.of(
            "BilledCost",
            "BillingAccountId",
            "BillingAccountName",
            "BillingCurrency",
            "BillingPeriodEnd",
            "BillingPeriodStart",
            "ChargeCategory",
            "ChargeClass",
            "ChargeDescription",
            "ChargePeriodEnd",
            "ChargePeriodStart",
            "ContractedCost",
            "EffectiveCost",
            "InvoiceIssuerName",
            "ListCost",
            "PricingQuantity",
            "PricingUnit",
            "ProviderName",
            "PublisherName",
            "ServiceCategory",
            "ServiceName");

    /** The columns of other feature levels that may be present; no other name without {@code x_} may. */
    private static final Set<String> OTHERS = Set.of(
            "AvailabilityZone",
            "ChargeFrequency",
            "ConsumedQuantity",
            "ConsumedUnit",
            "ContractedUnitPrice",
            "ListUnitPrice",
            "PricingCategory",
            "RegionId",
            "RegionName",
            "ServiceSubcategory");

    private static final Set<String> NEVER_NULL = Set.of(
            "BilledCost",
            "BillingAccountId",
            "BillingCurrency",
            "BillingPeriodEnd",
            "BillingPeriodStart",
            "ChargeCategory",
            "ChargePeriodEnd",
            "ChargePeriodStart",
            "ContractedCost",
            "EffectiveCost",
            "InvoiceIssuerName",
            "ListCost",
            "ProviderName",
            "PublisherName",
            "ServiceCategory",
            "ServiceName",
            "ServiceSubcategory");

    private static final Set<String> OF_USAGE = Set.of(
            "ConsumedQuantity",
            "ConsumedUnit",
            "ContractedUnitPrice",
            "ListUnitPrice",
            "PricingCategory",
            "PricingQuantity",
            "PricingUnit");

    private static final Map<String, Set<String>> ALLOWED = Map.of(
            "ChargeCategory", Set.of("Usage", "Purchase", "Tax", "Credit", "Adjustment"),
            "ChargeClass", Set.of("Correction"),
            "ChargeFrequency", Set.of("One-Time", "Recurring", "Usage-Based"),
            "PricingCategory", Set.of("Standard", "Dynamic", "Committed", "Other"));

    private static final Map<String, Set<String>> SUBCATEGORIES = Map.of(
            "Compute",
                    Set.of(
                            "Containers",
                            "End User Computing",
                            "Quantum Compute",
                            "Serverless Compute",
                            "Virtual Machines",
                            "Other (Compute)"),
            "Networking",
                    Set.of(
                            "Application Networking",
                            "Content Delivery",
                            "Network Connectivity",
                            "Network Infrastructure",
                            "Network Routing",
                            "Network Security",
                            "Other (Networking)"));

    private static final Pattern CUSTOM = Pattern.compile("x_[A-Z][A-Za-z]*");
    private static final Pattern DECIMAL = Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");
    private static final Pattern MOMENT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    private static final Pattern NUMERIC =
            Pattern.compile("(Billed|Contracted|Effective|List)Cost|.*Quantity|.*UnitPrice");
    private static final double NEARLY = 1e-9;

    private FocusRules() {}

    static void check(String csv) {
        checkColumns(Csv.header(csv));
        assertThat(Csv.rows(csv)).isNotEmpty().allSatisfy(FocusRules::checkRow);
    }

    private static void checkColumns(List<String> columns) {
        assertThat(columns).doesNotHaveDuplicates().containsAll(MANDATORY);
        int custom = (int) columns.stream()
                .filter(column -> !CUSTOM.matcher(column).matches())
                .count();
        assertThat(columns.subList(0, custom))
                .isSorted()
                .allMatch(column -> MANDATORY.contains(column) || OTHERS.contains(column));
        assertThat(columns.subList(custom, columns.size()))
                .allMatch(column -> CUSTOM.matcher(column).matches());
    }

    private static void checkRow(Map<String, String> row) {
        row.forEach((column, value) -> {
            if (value.isEmpty()) {
                assertThat(NEVER_NULL).doesNotContain(column);
                return;
            }
            if (NUMERIC.matcher(column).matches()) {
                assertThat(value).as(column).matches(DECIMAL);
            }
            if (column.contains("Period")) {
                assertThat(value).as(column).matches(MOMENT);
            }
            assertThat(ALLOWED.getOrDefault(column, Set.of(value))).as(column).contains(value);
        });
        assertThat(row.get("BillingCurrency")).matches("[A-Z]{3}");
        assertThat(SUBCATEGORIES.get(row.get("ServiceCategory"))).contains(row.get("ServiceSubcategory"));
        checkPeriods(row);
        boolean usage = row.get("ChargeCategory").equals("Usage");
        assertThat(OF_USAGE).allMatch(column -> row.get(column).isEmpty() != usage);
        if (usage) {
            checkProduct(row, "ContractedUnitPrice", "ContractedCost");
            checkProduct(row, "ListUnitPrice", "ListCost");
            assertThat(row.get("ConsumedUnit")).isIn("GB", "GiB", "Core-Hours");
        }
    }

    private static void checkPeriods(Map<String, String> row) {
        Map<String, Instant> times = new HashMap<>();
        row.forEach((column, value) -> {
            if (column.contains("Period")) {
                times.put(column, Instant.parse(value));
            }
        });
        assertThat(times.get("ChargePeriodStart")).isBefore(times.get("ChargePeriodEnd"));
        assertThat(times.get("BillingPeriodStart")).isBeforeOrEqualTo(times.get("ChargePeriodStart"));
        assertThat(times.get("BillingPeriodEnd")).isAfterOrEqualTo(times.get("ChargePeriodEnd"));
    }

    private static void checkProduct(Map<String, String> row, String unitPrice, String cost) {
        double product = number(row, unitPrice) * number(row, "PricingQuantity");
        assertThat(product).as(cost).isEqualTo(number(row, cost), within(NEARLY));
    }

    static double number(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column));
    }
}
