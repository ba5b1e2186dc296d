package io.narrows.cli.report;

import static io.narrows.cli.report.FocusColumn.AVAILABILITY_ZONE;
import static io.narrows.cli.report.FocusColumn.BILLED_COST;
import static io.narrows.cli.report.FocusColumn.BILLING_ACCOUNT_ID;
import static io.narrows.cli.report.FocusColumn.BILLING_ACCOUNT_NAME;
import static io.narrows.cli.report.FocusColumn.BILLING_CURRENCY;
import static io.narrows.cli.report.FocusColumn.BILLING_PERIOD_END;
import static io.narrows.cli.report.FocusColumn.BILLING_PERIOD_START;
import static io.narrows.cli.report.FocusColumn.CHARGE_CATEGORY;
import static io.narrows.cli.report.FocusColumn.CHARGE_DESCRIPTION;
import static io.narrows.cli.report.FocusColumn.CHARGE_FREQUENCY;
import static io.narrows.cli.report.FocusColumn.CHARGE_PERIOD_END;
import static io.narrows.cli.report.FocusColumn.CHARGE_PERIOD_START;
import static io.narrows.cli.report.FocusColumn.CONSUMED_QUANTITY;
import static io.narrows.cli.report.FocusColumn.CONSUMED_UNIT;
import static io.narrows.cli.report.FocusColumn.CONTRACTED_COST;
import static io.narrows.cli.report.FocusColumn.CONTRACTED_UNIT_PRICE;
import static io.narrows.cli.report.FocusColumn.EFFECTIVE_COST;
import static io.narrows.cli.report.FocusColumn.INVOICE_ISSUER_NAME;
import static io.narrows.cli.report.FocusColumn.LIST_COST;
import static io.narrows.cli.report.FocusColumn.LIST_UNIT_PRICE;
import static io.narrows.cli.report.FocusColumn.PRICING_CATEGORY;
import static io.narrows.cli.report.FocusColumn.PRICING_QUANTITY;
import static io.narrows.cli.report.FocusColumn.PRICING_UNIT;
import static io.narrows.cli.report.FocusColumn.PROVIDER_NAME;
import static io.narrows.cli.report.FocusColumn.PUBLISHER_NAME;
import static io.narrows.cli.report.FocusColumn.REGION_ID;
import static io.narrows.cli.report.FocusColumn.REGION_NAME;
import static io.narrows.cli.report.FocusColumn.SERVICE_CATEGORY;
import static io.narrows.cli.report.FocusColumn.SERVICE_NAME;
import static io.narrows.cli.report.FocusColumn.SERVICE_SUBCATEGORY;
import static io.narrows.cli.report.FocusColumn.X_APP_BYTES;
import static io.narrows.cli.report.FocusColumn.X_BASELINE_IP_BYTES;
import static io.narrows.cli.report.FocusColumn.X_BOTH_ENDS;
import static io.narrows.cli.report.FocusColumn.X_DIRECTION;
import static io.narrows.cli.report.FocusColumn.X_NODE;
import static io.narrows.cli.report.FocusColumn.X_PEER;
import static io.narrows.cli.report.FocusColumn.X_TIER;
import static io.narrows.cli.report.FocusColumn.X_TRAFFIC_CLASS;
import static io.narrows.cli.report.FocusColumn.X_WIRE_BYTES;
import static io.narrows.cli.report.FocusColumn.X_WIRE_IP_BYTES;

import java.util.ArrayList;
import java.util.List;

/**
 * The charges of a node as rows of FOCUS 1.2. Traffic that shrank has a Usage row at its cost without Narrows and a Credit
 * row with the amount saved, as a negative number; other traffic has a Usage row at its real cost. With the Usage row of the
 * processor time, the sum of all rows is what traffic and processors did cost.
 */
final class FocusCharges {
    private static final double SECONDS_PER_HOUR = 3600;

    private final NodeReport report;
    private final String billingAccount;
    private final FocusProvider provider;
    private final List<FocusRow> rows = new ArrayList<>();

    private FocusCharges(NodeReport report, String billingAccount) {
        this.report = report;
        this.billingAccount = billingAccount;
        this.provider = FocusProvider.of(report.tariff().preset());
    }

    static List<FocusRow> of(NodeReport report, String billingAccount) {
        FocusCharges charges = new FocusCharges(report, billingAccount);
        report.flows().forEach(charges::add);
        charges.addProcessors();
        return charges.rows;
    }

    private void add(Flow flow, Amount amount) {
        boolean shrank = amount.savedUsd() > 0;
        double bytes = shrank ? amount.baselineIpBytes() : amount.wireIpBytes();
        double usd = shrank ? amount.baselineUsd() : amount.wireUsd();
        if (bytes > 0 || amount.appBytes() > 0) {
            rows.add(usage(flow, amount, bytes, usd));
        }
        if (shrank) {
            rows.add(credit(flow, amount.savedUsd()));
        }
    }

    private FocusRow usage(Flow flow, Amount amount, double bytes, double usd) {
        TariffInfo tariff = report.tariff();
        FocusRow row = transfer(flow)
                .set(CHARGE_CATEGORY, "Usage")
                .set(CHARGE_DESCRIPTION, "Traffic " + name(flow))
                .set(X_APP_BYTES, amount.appBytes())
                .set(X_WIRE_BYTES, amount.wireBytes())
                .set(X_BASELINE_IP_BYTES, amount.baselineIpBytes())
                .set(X_WIRE_IP_BYTES, amount.wireIpBytes());
        costs(row, usd, tariff.listTransferUsd(usd));
        return quantity(row, bytes / tariff.gigabyte(), tariff.unit(), usd, tariff.listTransferUsd(usd));
    }

    private FocusRow credit(Flow flow, double saved) {
        FocusRow row = transfer(flow)
                .set(CHARGE_CATEGORY, "Credit")
                .set(CHARGE_DESCRIPTION, "Saved by compression: traffic " + name(flow));
        return costs(row, -saved, -report.tariff().listTransferUsd(saved));
    }

    private void addProcessors() {
        if (report.cpuUsd() <= 0) {
            return; // processors have no price
        }
        double coreHours = report.cpuSeconds() / SECONDS_PER_HOUR;
        double listUsd = report.tariff().listComputeUsd(report.cpuUsd());
        FocusRow row = charge().set(CHARGE_CATEGORY, "Usage")
                .set(CHARGE_DESCRIPTION, "Processor time of the sidecar of " + report.node())
                .set(SERVICE_CATEGORY, "Compute")
                .set(SERVICE_SUBCATEGORY, "Virtual Machines")
                .set(SERVICE_NAME, provider.compute());
        costs(row, report.cpuUsd(), listUsd);
        rows.add(quantity(row, coreHours, "Core-Hours", report.cpuUsd(), listUsd));
    }

    private FocusRow transfer(Flow flow) {
        FocusRow row = charge().set(SERVICE_CATEGORY, "Networking")
                .set(SERVICE_SUBCATEGORY, "Network Connectivity")
                .set(SERVICE_NAME, provider.transfer())
                .set(X_BOTH_ENDS, String.valueOf(report.tariff().bothEnds()))
                .set(X_DIRECTION, flow.direction())
                .set(X_TIER, flow.tier())
                .set(X_TRAFFIC_CLASS, flow.trafficClass());
        return flow.peer().isEmpty() ? row : row.set(X_PEER, flow.peer());
    }

    private FocusRow charge() {
        TariffInfo tariff = report.tariff();
        Period months = report.period().months();
        return new FocusRow()
                .set(AVAILABILITY_ZONE, tariff.zone())
                .set(BILLING_ACCOUNT_ID, billingAccount)
                .set(BILLING_ACCOUNT_NAME, billingAccount)
                .set(BILLING_CURRENCY, "USD")
                .set(BILLING_PERIOD_START, months.start().toString())
                .set(BILLING_PERIOD_END, months.end().toString())
                .set(CHARGE_FREQUENCY, "Usage-Based")
                .set(CHARGE_PERIOD_START, report.period().start().toString())
                .set(CHARGE_PERIOD_END, report.period().end().toString())
                .set(INVOICE_ISSUER_NAME, provider.name())
                .set(PROVIDER_NAME, provider.name())
                .set(PUBLISHER_NAME, provider.name())
                .set(REGION_ID, tariff.region())
                .set(REGION_NAME, tariff.region())
                .set(X_NODE, report.node());
    }

    private static FocusRow costs(FocusRow row, double usd, double listUsd) {
        return row.set(BILLED_COST, usd)
                .set(CONTRACTED_COST, usd)
                .set(EFFECTIVE_COST, usd)
                .set(LIST_COST, listUsd);
    }

    /** Sets the quantity and the unit prices, which are averages over the period if the tariff changed. */
    private static FocusRow quantity(FocusRow row, double quantity, String unit, double usd, double listUsd) {
        return row.set(CONSUMED_QUANTITY, quantity)
                .set(CONSUMED_UNIT, unit)
                .set(PRICING_QUANTITY, quantity)
                .set(PRICING_UNIT, unit)
                .set(PRICING_CATEGORY, "Standard")
                .set(CONTRACTED_UNIT_PRICE, unitPrice(usd, quantity))
                .set(LIST_UNIT_PRICE, unitPrice(listUsd, quantity));
    }

    private static double unitPrice(double usd, double quantity) {
        return quantity > 0 ? usd / quantity : 0;
    }

    /** Returns {@code of class bulk, sent by db-1 to db-2 (cross-zone)}. */
    private String name(Flow flow) {
        boolean sent = flow.direction().equals("sent");
        return "of class " + flow.trafficClass() + ", " + (sent ? "sent" : "received") + " by " + report.node()
                + (sent ? " to " : " from ") + flow.peerName() + " (" + flow.tier() + ")";
    }
}
