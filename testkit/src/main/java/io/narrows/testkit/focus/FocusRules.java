package io.narrows.testkit.focus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules of FOCUS 1.2 for a dataset, as far as they apply to one without taxes, purchases, commitment discounts and
 * capacity reservations.
 */
public final class FocusRules {
    /** The columns of feature level Mandatory: they must be present. */
    private static final List<String> MANDATORY = List.of(
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
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Pattern DECIMAL = Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");
    private static final Pattern MOMENT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    private static final Pattern NUMERIC =
            Pattern.compile("(Billed|Contracted|Effective|List)Cost|.*Quantity|.*UnitPrice|x_.*Bytes");
    private static final Set<String> UNITS = Set.of("GB", "GiB", "Core-Hours");
    private static final double NEARLY = 1e-9;

    private final List<String> violations = new ArrayList<>();

    private FocusRules() {}

    /** Returns the rules that the dataset violates, with the place and the value. */
    public static List<String> violations(String csv) {
        FocusRules rules = new FocusRules();
        rules.checkColumns(Csv.header(csv));
        if (!rules.violations.isEmpty()) {
            return rules.violations;
        }
        List<Map<String, String>> rows = Csv.rows(csv);
        rules.require(!rows.isEmpty(), "there are no rows");
        rows.forEach(rules::checkRow);
        return rules.violations;
    }

    /** Returns the number in a column of a row. */
    public static double number(Map<String, String> row, String column) {
        return Double.parseDouble(value(row, column));
    }

    private static String value(Map<String, String> row, String column) {
        return row.getOrDefault(column, "");
    }

    private void require(boolean met, String violation) {
        if (!met) {
            violations.add(violation);
        }
    }

    private void checkColumns(List<String> columns) {
        MANDATORY.forEach(column -> require(columns.contains(column), "mandatory column " + column + " is missing"));
        require(Set.copyOf(columns).size() == columns.size(), "a column is there twice: " + columns);
        List<String> standard =
                columns.stream().filter(column -> !isCustom(column)).toList();
        require(
                columns.subList(0, standard.size()).equals(standard),
                "custom columns come before those of the specification: " + columns);
        require(standard.stream().sorted().toList().equals(standard), "columns are not in order: " + columns);
        standard.forEach(column -> require(
                MANDATORY.contains(column) || OTHERS.contains(column), "the specification has no column " + column));
    }

    private static boolean isCustom(String column) {
        return CUSTOM.matcher(column).matches();
    }

    private void checkRow(Map<String, String> row) {
        row.forEach((column, value) -> checkValue(row, column, value));
        boolean usage = value(row, "ChargeCategory").equals("Usage");
        OF_USAGE.forEach(column -> require(
                value(row, column).isEmpty() != usage, column + " and ChargeCategory disagree about usage: " + row));
        require(
                SUBCATEGORIES
                        .getOrDefault(value(row, "ServiceCategory"), Set.of())
                        .contains(value(row, "ServiceSubcategory")),
                "ServiceSubcategory is not one of its ServiceCategory: " + row);
        if (!violations.isEmpty()) {
            return;
        }
        checkPeriods(row);
        if (usage) {
            checkProduct(row, "ContractedUnitPrice", "ContractedCost");
            checkProduct(row, "ListUnitPrice", "ListCost");
            require(UNITS.contains(value(row, "ConsumedUnit")), "ConsumedUnit is not one of " + UNITS + ": " + row);
        }
    }

    private void checkValue(Map<String, String> row, String column, String value) {
        if (value.isEmpty()) {
            require(!NEVER_NULL.contains(column), column + " is null: " + row);
            return;
        }
        if (NUMERIC.matcher(column).matches()) {
            require(DECIMAL.matcher(value).matches(), column + " is not a number: " + value);
        }
        if (column.contains("Period")) {
            require(MOMENT.matcher(value).matches(), column + " is not a time: " + value);
        }
        if (column.equals("BillingCurrency")) {
            require(CURRENCY.matcher(value).matches(), column + " is not a currency: " + value);
        }
        require(ALLOWED.getOrDefault(column, Set.of(value)).contains(value), column + " must not be " + value);
    }

    private void checkPeriods(Map<String, String> row) {
        Instant start = Instant.parse(value(row, "ChargePeriodStart"));
        Instant end = Instant.parse(value(row, "ChargePeriodEnd"));
        require(start.isBefore(end), "the charge period is empty: " + row);
        require(
                !start.isBefore(Instant.parse(value(row, "BillingPeriodStart")))
                        && !end.isAfter(Instant.parse(value(row, "BillingPeriodEnd"))),
                "the charge period exceeds the billing period: " + row);
    }

    private void checkProduct(Map<String, String> row, String unitPrice, String cost) {
        double product = number(row, unitPrice) * number(row, "PricingQuantity");
        require(
                Math.abs(product - number(row, cost)) <= NEARLY,
                unitPrice + " times PricingQuantity is " + product + ", not " + cost + ": " + row);
    }
}
