package io.narrows.cli.check;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.cli.tls.ExpiringCertificate;
import io.narrows.cli.tls.TlsChains;
import io.narrows.config.Config;
import io.narrows.config.ExposedAddress;
import io.narrows.config.PeerId;
import io.narrows.config.StoreMember;
import io.narrows.config.StoreMembers;
import io.narrows.config.Target;
import io.narrows.config.yaml.Place;
import io.narrows.config.yaml.Problem;
import io.narrows.config.yaml.RenamedKey;
import io.narrows.proxy.tls.CertificateFault;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** Prints the outcome of a check as JSON: one object, with the same fields whether or not there are mistakes. */
public final class CheckJson {
    private CheckJson() {}

    public static void write(CheckResult result, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        lines.line(json -> {
            json.writeStringField("file", result.file().toString());
            json.writeBooleanField("ok", result.ok());
            writeProblems("problems", result.problems(), json);
            writeFaults(result.faults(), json);
            writeWarnings(result, json);
            writeTexts("assumed_prices", result.assumedPrices(), json);
            writeTexts("nodes", result.nodes().stream().map(PeerId::value).toList(), json);
            writeTargets(result.config(), json);
            writeTexts(
                    "tls_chains",
                    result.nodes().isEmpty()
                            ? result.config().map(TlsChains::of).orElse(List.of())
                            : List.of(),
                    json);
            writeStore(result.config(), json);
        });
        lines.flush();
    }

    /** Writes a field with problems and their places. */
    public static void writeProblems(String name, List<Problem> problems, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (Problem problem : problems) {
            json.writeStartObject();
            writePlace(problem.place(), json);
            json.writeStringField("wrong", problem.wrong());
            json.writeStringField("expected", problem.expected());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writePlace(Place place, JsonGenerator json) throws IOException {
        json.writeStringField("file", place.file());
        json.writeNumberField("line", place.line());
        json.writeNumberField("column", place.column());
    }

    private static void writeFaults(List<CertificateFault> faults, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("certificate_faults");
        for (CertificateFault fault : faults) {
            json.writeStartObject();
            json.writeStringField("file", fault.file().toString());
            json.writeStringField("reason", fault.kind().label());
            json.writeStringField("detail", fault.detail());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeWarnings(CheckResult result, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("warnings");
        for (RenamedKey key : result.renamedKeys()) {
            json.writeStartObject();
            json.writeStringField("key", key.former());
            json.writeStringField("new_key", key.present());
            writePlace(key.place(), json);
            json.writeStringField("detail", key.toString());
            json.writeEndObject();
        }
        for (ExposedAddress address : result.exposedAddresses()) {
            json.writeStartObject();
            json.writeStringField("key", address.setting());
            json.writeStringField("listen", address.listen().toString());
            json.writeStringField("detail", address.toString());
            json.writeEndObject();
        }
        for (ExpiringCertificate certificate : result.expiring()) {
            json.writeStartObject();
            json.writeStringField("file", certificate.file().toString());
            json.writeStringField("expires", certificate.end().toString());
            json.writeStringField("detail", certificate.toString());
            json.writeEndObject();
        }
        if (result.unusedAuto().isPresent()) {
            json.writeStartObject();
            json.writeStringField("key", "auto");
            json.writeStringField("detail", result.unusedAuto().get());
            json.writeEndObject();
        }
        for (String growth : result.unpackedGrowth()) {
            json.writeStartObject();
            json.writeStringField("key", "unpack");
            json.writeStringField("detail", growth);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeTargets(Optional<Config> config, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("targets");
        if (config.isPresent()) {
            for (var entry : config.get().targets().entrySet()) {
                Target target = entry.getValue();
                json.writeStartObject();
                json.writeStringField("name", entry.getKey().value());
                json.writeStringField("address", target.address().toString());
                if (target.peers().isPresent()) {
                    writeTexts(
                            "peers",
                            target.peers().get().stream().map(PeerId::value).toList(),
                            json);
                }
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    /** Writes the store; null without one. */
    private static void writeStore(Optional<Config> config, JsonGenerator json) throws IOException {
        json.writeFieldName("store");
        Optional<StoreMembers> members = config.flatMap(StoreMembers::of);
        if (members.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeArrayFieldStart("members");
        for (StoreMember member : members.get().all()) {
            json.writeStartObject();
            json.writeStringField("address", member.address().toString());
            json.writeStringField("via", member.via().toString());
            json.writeBooleanField("self", member.equals(members.get().self()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeTexts(String name, Iterable<String> texts, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }
}
