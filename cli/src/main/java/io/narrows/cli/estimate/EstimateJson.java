package io.narrows.cli.estimate;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.codec.PackedFormat;
import io.narrows.estimate.report.CodecLine;
import io.narrows.estimate.report.PackedLine;
import io.narrows.estimate.report.PolicyProposal;
import io.narrows.estimate.report.Report;
import io.narrows.estimate.report.TrafficLine;
import io.narrows.estimate.run.EstimateCounts;
import io.narrows.estimate.tcp.PacketCounts;
import io.narrows.estimate.tcp.StreamCounts;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.util.TreeSet;

/** Writes the fields of an estimate. */
public final class EstimateJson {
    private EstimateJson() {}

    public static void write(Report report, JsonGenerator json) throws IOException {
        packets(report.packets(), json);
        streams(report.streams(), json);
        connections(report.counts(), json);
        json.writeStringField("tariff", report.tariff().name());
        json.writeStringField("gb", report.tariff().preset().unit().label());
        JsonLines.decimal(json, "usd_without", report.usdWithout(), 4);
        JsonLines.decimal(json, "usd_policy", report.usdWithPolicy(), 4);
        JsonLines.decimal(json, "usd_best", report.usdWithBest(), 4);
        json.writeArrayFieldStart("traffic");
        for (TrafficLine line : report.lines()) {
            write(line, json);
        }
        json.writeEndArray();
        json.writeStringField("policy", PolicyProposal.yaml(report));
    }

    private static void packets(PacketCounts packets, JsonGenerator json) throws IOException {
        json.writeNumberField("packets", packets.packets());
        JsonLines.decimal(json, "seconds", packets.nanos() / 1e9, 3);
        json.writeNumberField("not_ip_packets", packets.notIp());
        json.writeNumberField("not_tcp_packets", packets.notTcp());
        json.writeNumberField("fragments", packets.fragments());
        json.writeNumberField("malformed_packets", packets.malformed());
        json.writeNumberField("cut_headers", packets.headersCut());
        json.writeNumberField("cut_segments", packets.payloadCut());
    }

    private static void streams(StreamCounts streams, JsonGenerator json) throws IOException {
        json.writeNumberField("stray_segments", streams.strays());
        json.writeNumberField("bytes_after_end", streams.unassignedBytes());
        json.writeNumberField("forgotten_connections", streams.evicted());
    }

    private static void connections(EstimateCounts counts, JsonGenerator json) throws IOException {
        json.writeNumberField("connections", counts.connections());
        json.writeNumberField("joined_connections", counts.joined());
        json.writeNumberField("holes", counts.holes());
        json.writeNumberField("lost_bytes", counts.lostBytes());
        json.writeNumberField("contexts_closed_early", counts.contextsClosedEarly());
        json.writeNumberField("unknown_connections", counts.unknownConnections());
        json.writeNumberField("unknown_bytes", counts.unknownBytes());
        json.writeNumberField("left_out_bytes", counts.leftOutBytes());
        json.writeArrayFieldStart("unknown_addresses");
        for (String address : new TreeSet<>(counts.unknownAddresses())) {
            json.writeString(address);
        }
        json.writeEndArray();
    }

    private static void write(TrafficLine line, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("from", line.key().from().name());
        json.writeStringField("to", line.key().to().name());
        json.writeStringField("class", line.key().trafficClass().name());
        json.writeStringField("tier", line.key().tier().label());
        JsonLines.decimal(json, "app_gb_per_month", line.appGb(), 6);
        JsonLines.decimal(json, "usd_without", line.usdWithout(), 4);
        json.writeStringField("policy_codec", line.chosen().spec().toString());
        if (line.auto().isPresent()) {
            json.writeStringField("policy_auto", line.auto().get().label());
        } else {
            json.writeNullField("policy_auto");
        }
        json.writeStringField("best_codec", line.best().spec().toString());
        if (line.obstacle().isPresent()) {
            json.writeStringField("obstacle", line.obstacle().get());
        } else {
            json.writeNullField("obstacle");
        }
        json.writeArrayFieldStart("codecs");
        for (CodecLine codec : line.codecs()) {
            write(codec, json);
        }
        json.writeEndArray();
        if (line.packed().isPresent()) {
            json.writeObjectFieldStart("compressed_by_applications");
            write(line.packed().get(), json);
            json.writeEndObject();
        } else {
            json.writeNullField("compressed_by_applications");
        }
        json.writeEndObject();
    }

    private static void write(PackedLine packed, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("unpack");
        for (PackedFormat format : packed.formats()) {
            json.writeString(format.keyword());
        }
        json.writeEndArray();
        JsonLines.decimal(json, "gb_per_month", packed.gb(), 6);
        JsonLines.decimal(json, "unpacked_share", packed.share(), 4);
        json.writeArrayFieldStart("codecs_with_unpack");
        for (CodecLine codec : packed.codecs()) {
            write(codec, json);
        }
        json.writeEndArray();
    }

    private static void write(CodecLine codec, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("codec", codec.spec().toString());
        JsonLines.decimal(json, "wire_gb_per_month", codec.wireGb(), 6);
        JsonLines.decimal(json, "ratio", codec.ratio(), 4);
        JsonLines.decimal(json, "cpu_seconds_per_gb", codec.cpuSecondsPerGb(), 3);
        JsonLines.decimal(json, "cores", codec.cores(), 6);
        JsonLines.decimal(json, "usd_traffic", codec.usdTraffic(), 4);
        JsonLines.decimal(json, "usd_cpu", codec.usdCpu(), 4);
        json.writeEndObject();
    }
}
