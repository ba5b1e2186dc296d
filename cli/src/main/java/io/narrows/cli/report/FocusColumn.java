package io.narrows.cli.report;

import java.util.Arrays;
import java.util.List;

/**
 * The columns of the export, in their order: those of FOCUS 1.2 by name, then our own.
 *
 * @see <a href="https://focus.finops.org/focus-specification/v1-2/">the specification</a>
 */
enum FocusColumn {
    AVAILABILITY_ZONE("AvailabilityZone"),
    BILLED_COST("BilledCost"),
    BILLING_ACCOUNT_ID("BillingAccountId"),
    BILLING_ACCOUNT_NAME("BillingAccountName"),
    BILLING_CURRENCY("BillingCurrency"),
    BILLING_PERIOD_END("BillingPeriodEnd"),
    BILLING_PERIOD_START("BillingPeriodStart"),
    CHARGE_CATEGORY("ChargeCategory"),
    CHARGE_CLASS("ChargeClass"),
    CHARGE_DESCRIPTION("ChargeDescription"),
    CHARGE_FREQUENCY("ChargeFrequency"),
    CHARGE_PERIOD_END("ChargePeriodEnd"),
    CHARGE_PERIOD_START("ChargePeriodStart"),
    CONSUMED_QUANTITY("ConsumedQuantity"),
    CONSUMED_UNIT("ConsumedUnit"),
    CONTRACTED_COST("ContractedCost"),
    CONTRACTED_UNIT_PRICE("ContractedUnitPrice"),
    EFFECTIVE_COST("EffectiveCost"),
    INVOICE_ISSUER_NAME("InvoiceIssuerName"),
    LIST_COST("ListCost"),
    LIST_UNIT_PRICE("ListUnitPrice"),
    PRICING_CATEGORY("PricingCategory"),
    PRICING_QUANTITY("PricingQuantity"),
    PRICING_UNIT("PricingUnit"),
    PROVIDER_NAME("ProviderName"),
    PUBLISHER_NAME("PublisherName"),
    REGION_ID("RegionId"),
    REGION_NAME("RegionName"),
    SERVICE_CATEGORY("ServiceCategory"),
    SERVICE_NAME("ServiceName"),
    SERVICE_SUBCATEGORY("ServiceSubcategory"),
    X_APP_BYTES("x_AppBytes"),
    X_BASELINE_IP_BYTES("x_BaselineIpBytes"),
    X_BOTH_ENDS("x_BothEnds"),
    X_DIRECTION("x_Direction"),
    X_NODE("x_Node"),
    X_PEER("x_Peer"),
    X_TIER("x_Tier"),
    X_TRAFFIC_CLASS("x_TrafficClass"),
    X_WIRE_BYTES("x_WireBytes"),
    X_WIRE_IP_BYTES("x_WireIpBytes");

    private final String id;

    FocusColumn(String id) {
        this.id = id;
    }

    /** Returns the ids of all columns. */
    static List<String> ids() {
        return Arrays.stream(values()).map(column -> column.id).toList();
    }
}
