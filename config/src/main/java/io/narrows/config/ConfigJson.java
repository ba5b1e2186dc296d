package io.narrows.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the effective configuration as JSON, with defaults except that of {@code link.warm-up}, which depends on other
 * sections. The output can be loaded again, since JSON is YAML. Certificates and keys appear as file names only.
 */
public final class ConfigJson {
    private static final JsonFactory JSON =
            new JsonFactoryBuilder().characterEscapes(new ReadableAsYaml()).build();
    private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");
    private static final Separators SEPARATORS = Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("");

    private ConfigJson() {}

    public static String render(Config config) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("version", 1);
        root.put("node", identity(config.node().id(), config.node().location()));
        root.put("link", link(config.link()));
        root.put("targets", targets(config.targets()));
        root.put("peers", config.listedPeers().stream().map(ConfigJson::peer).toList());
        if (config.discovery().enabled()) {
            root.put(
                    "peers-from",
                    config.discovery().sources().stream()
                            .map(ConfigJson::source)
                            .toList());
        }
        root.put("capture", config.captures().stream().map(ConfigJson::capture).toList());
        root.put("classify", config.patterns().stream().map(ConfigJson::pattern).toList());
        root.put(
                "policy",
                config.policy().rules().stream()
                        .map(rule -> RuleJson.of(rule, config.auto()))
                        .toList());
        root.put("tariff", tariff(config.tariff()));
        root.put("admin", admin(config.admin()));
        if (!config.metrics().equals(MetricsSettings.STANDARD)) {
            root.put("metrics", metrics(config.metrics()));
        }
        config.store().ifPresent(store -> root.put("store", StoreJson.of(store)));
        config.grpc().ifPresent(grpc -> root.put("grpc", GrpcJson.of(grpc, config.peers())));
        if (config.dryRun().active()) {
            root.put("dry-run", true);
            root.put("allow-downgrade", config.dryRun().allowDowngrade());
        }
        if (config.whatIf().active()) {
            root.put("what-if", whatIf(config.whatIf()));
        }
        if (config.usesAuto() || !config.auto().equals(AutoSettings.STANDARD)) {
            root.put("auto", auto(config.auto()));
        }
        config.dictionaries().ifPresent(settings -> root.put("dictionaries", dictionaries(settings)));
        return json(root);
    }

    private static Map<String, Object> whatIf(WhatIfSettings settings) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("candidates", candidates(settings.candidates()));
        map.put("share", settings.share());
        return map;
    }

    private static Map<String, Object> auto(AutoSettings settings) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("candidates", candidates(settings.candidates()));
        map.put("objective", settings.objective().label());
        map.put("cpu-budget", settings.cpuBudget());
        map.put("hysteresis", settings.hysteresis());
        return map;
    }

    private static Map<String, Object> dictionaries(DictionarySettings settings) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("path", settings.path().toString());
        map.put("max-size", Sizes.format(settings.maxSize()));
        map.put("store-size", Sizes.format(settings.storeSize()));
        map.put("train", settings.train());
        return map;
    }

    private static List<String> candidates(List<CodecSpec> specs) {
        return specs.stream().map(CodecSpec::toString).toList();
    }

    /** Writes maps, lists, text, numbers and booleans, indented by two spaces. */
    static String json(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter(SEPARATORS)
                    .withObjectIndenter(INDENTER)
                    .withArrayIndenter(INDENTER));
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // strings do not fail
        }
        return text.append('\n').toString();
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(entry.getKey().toString());
                write(json, entry.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object item : list) {
                write(json, item);
            }
            json.writeEndArray();
        } else if (value instanceof String text) {
            json.writeString(text.replace("${", "$${")); // or it would be a reference
        } else {
            json.writeObject(value);
        }
    }

    /** Also escapes DEL, which YAML does not permit unescaped. */
    private static final class ReadableAsYaml extends CharacterEscapes {
        private static final long serialVersionUID = 1;

        private final int[] ascii = standardAsciiEscapesForJSON();

        ReadableAsYaml() {
            ascii[0x7f] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ascii;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return null; // the standard ones
        }
    }

    private static Map<String, Object> admin(AdminSettings admin) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("listen", admin.listen().toString());
        map.put("exposed", admin.exposed());
        admin.tokenFile().ifPresent(file -> map.put("token-file", file.toString()));
        return map;
    }

    private static Map<String, Object> identity(PeerId id, Location location) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", id.value());
        place(map, location);
        return map;
    }

    private static void place(Map<String, Object> map, Location location) {
        map.put("region", location.region());
        map.put("zone", location.zone());
        map.put("host", location.host());
    }

    private static Map<String, Object> link(LinkSettings link) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("listen", link.listen().toString());
        link.tls().ifPresentOrElse(files -> map.put("tls", tls(files)), () -> map.put("plaintext", link.plaintext()));
        map.put("max-links", link.maxLinks());
        map.put("min-idle", link.minIdle());
        map.put("drain", Durations.format(link.drain()));
        map.put("transport", link.transport().label());
        map.put("threads", link.threads());
        if (link.tcpMss() > 0) {
            map.put("tcp-mss", link.tcpMss());
        }
        map.put("context-memory", Sizes.format(link.contextMemory()));
        link.warmUp().ifPresent(duration -> map.put("warm-up", Durations.format(duration)));
        map.put("place-check", link.placeCheck().label());
        map.put("liveness", Durations.format(link.liveness()));
        return map;
    }

    private static Map<String, Object> tls(TlsFiles files) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("cert", files.cert().toString());
        map.put("key", files.key().toString());
        map.put("ca", files.ca().toString());
        map.put("mode", files.mode().label());
        files.stateDirectory().ifPresent(directory -> map.put("state-directory", directory.toString()));
        return map;
    }

    private static Map<String, Object> targets(Map<TargetName, Target> targets) {
        Map<String, Object> map = new LinkedHashMap<>();
        targets.forEach((name, target) -> map.put(name.value(), target(target)));
        return map;
    }

    private static Object target(Target target) {
        String address = target.address().toString();
        if (target.peers().isEmpty() && !target.tls() && target.originated().isEmpty()) {
            return address;
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("address", address);
        target.peers()
                .ifPresent(peers ->
                        map.put("peers", peers.stream().map(PeerId::value).toList()));
        map.put("tls", target.originated().<Object>map(DatabaseTlsJson::of).orElse(target.tls()));
        return map;
    }

    private static Map<String, Object> addresses(Map<TargetName, HostPort> addresses) {
        Map<String, Object> map = new LinkedHashMap<>();
        addresses.forEach((name, address) -> map.put(name.value(), address.toString()));
        return map;
    }

    private static Map<String, Object> peer(Peer peer) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", peer.id().value());
        peer.location().ifPresent(location -> place(map, location));
        map.put("link", peer.link().toString());
        map.put("addresses", addresses(peer.addresses()));
        map.put("refuse-codecs", peer.refusedCodecs().stream().map(Codec::label).toList());
        if (!peer.ips().isEmpty()) {
            map.put("ip", peer.ips().stream().map(IpAddress::toString).toList());
        }
        peer.fallback().ifPresent(fallback -> map.put("fallback", fallback.label()));
        if (peer.allowDowngrade()) {
            map.put("allow-downgrade", true);
        }
        return map;
    }

    private static Map<String, Object> source(PeerSource source) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(source.lookup().key(), source.lookup().text());
        source.allow().ifPresent(pattern -> map.put("allow", pattern.text()));
        map.put("plaintext", source.plaintext());
        source.fallback().ifPresent(fallback -> map.put("fallback", fallback.label()));
        map.put("allow-downgrade", source.allowDowngrade());
        map.put("max-peers", source.maxPeers());
        return map;
    }

    private static Map<String, Object> capture(Capture capture) {
        return capture.match(ConfigJson::listener, ConfigJson::connect, ConfigJson::socks5, ConfigJson::transparent);
    }

    private static Map<String, Object> listener(ListenerCapture capture) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("listen", capture.listen().toString());
        map.put("peer", capture.peer().value());
        map.put("target", capture.target().value());
        map.put("class", capture.trafficClass().name());
        map.put("exposed", capture.exposed());
        capture.tls().ifPresent(tls -> map.put("tls", DatabaseTlsJson.of(tls)));
        return map;
    }

    private static Map<String, Object> connect(ConnectCapture capture) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("connect", capture.listen().toString());
        map.put("exposed", capture.exposed());
        return map;
    }

    private static Map<String, Object> socks5(Socks5Capture capture) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("socks5", capture.listen().toString());
        map.put("exposed", capture.exposed());
        return map;
    }

    private static Map<String, Object> transparent(TransparentCapture capture) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("transparent", capture.listen().toString());
        map.put("ports", capture.ports());
        map.put("mode", capture.interception().label());
        capture.source().ifPresent(source -> map.put("source", source.label()));
        map.put("plaintext", capture.plaintext());
        map.put("fail", capture.failOpen() ? "open" : "closed");
        map.put("allow-downgrade", capture.allowDowngrade());
        map.put("class", capture.trafficClass().name());
        capture.tls().ifPresent(tls -> map.put("tls", DatabaseTlsJson.of(tls)));
        return map;
    }

    private static Map<String, Object> pattern(ClassPattern pattern) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("class", pattern.trafficClass().name());
        if (pattern.atStart()) {
            map.put("starts-with", pattern.text());
        } else {
            map.put("contains", pattern.text());
            map.put("within", Sizes.format(pattern.within()));
        }
        return map;
    }

    private static Map<String, Object> metrics(MetricsSettings metrics) {
        Map<String, Object> map = new LinkedHashMap<>();
        metrics.perPeer().ifPresent(detail -> map.put("per-peer", detail.label()));
        metrics.openCost().ifPresent(labels -> {
            Map<String, Object> pod = new LinkedHashMap<>();
            pod.put("namespace", labels.namespace());
            pod.put("pod", labels.pod());
            map.put("opencost", pod);
        });
        return map;
    }

    private static Map<String, Object> tariff(Tariff tariff) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("preset", tariff.preset().label());
        for (Tier tier : Tier.values()) {
            Price price = tariff.tiers().get(tier);
            if (price != null) {
                map.put(tier.label(), price(new LinkedHashMap<>(), price));
            }
        }
        map.put("regions", tariff.regions().stream().map(ConfigJson::pair).toList());
        map.put("discount", discount(tariff.discount()));
        map.put("both-ends", tariff.bothEnds());
        map.put("cpu-core-hour", tariff.listCpuCoreHour());
        map.put("storage-gb-month", tariff.storageGbMonth());
        return map;
    }

    private static Map<String, Object> discount(Discount discount) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("transfer", discount.transfer());
        map.put("compute", discount.compute());
        return map;
    }

    private static Map<String, Object> pair(RegionPrice pair) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("from", pair.from());
        map.put("to", pair.to());
        return price(map, pair.price());
    }

    private static Map<String, Object> price(Map<String, Object> map, Price price) {
        map.put("sent", price.sentPerGb());
        map.put("received", price.receivedPerGb());
        return map;
    }
}
