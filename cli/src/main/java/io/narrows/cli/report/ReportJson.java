package io.narrows.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** Writes reports as JSON: an object per node, with an object per peer, tier and class. */
final class ReportJson {
    private ReportJson() {}

    static void write(List<NodeReport> reports, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        reports.forEach(report -> lines.line(json -> write(report, json)));
        lines.flush();
    }

    private static void write(NodeReport report, JsonGenerator json) throws IOException {
        TariffInfo tariff = report.tariff();
        json.writeStringField("node", report.node());
        json.writeStringField("region", tariff.region());
        json.writeStringField("zone", tariff.zone());
        json.writeStringField("start", report.period().start().toString());
        json.writeStringField("end", report.period().end().toString());
        json.writeStringField("preset", tariff.preset());
        json.writeStringField("prices_as_of", tariff.asOf());
        json.writeNumberField("transfer_discount", tariff.transferDiscount());
        json.writeNumberField("compute_discount", tariff.computeDiscount());
        json.writeBooleanField("both_ends", tariff.bothEnds());
        amount(json, report.total(), report.codecUsd(report.total()));
        json.writeNumberField("usd_cpu", report.cpuUsd());
        json.writeNumberField("usd_net", report.netUsd());
        json.writeArrayFieldStart("traffic");
        for (Map.Entry<Flow, Amount> row : report.bothWays().entrySet()) {
            json.writeStartObject();
            json.writeStringField("peer", row.getKey().peer());
            json.writeStringField("tier", row.getKey().tier());
            json.writeStringField("class", row.getKey().trafficClass());
            amount(json, row.getValue(), report.codecUsd(row.getValue()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void amount(JsonGenerator json, Amount amount, double codecUsd) throws IOException {
        json.writeNumberField("app_bytes", amount.appBytes());
        json.writeNumberField("wire_bytes", amount.wireBytes());
        json.writeNumberField("baseline_ip_bytes", amount.baselineIpBytes());
        json.writeNumberField("wire_ip_bytes", amount.wireIpBytes());
        json.writeNumberField("usd_without", amount.baselineUsd());
        json.writeNumberField("usd_with", amount.wireUsd());
        json.writeNumberField("usd_saved", amount.savedUsd());
        json.writeNumberField("usd_codec_cpu", codecUsd);
    }
}
