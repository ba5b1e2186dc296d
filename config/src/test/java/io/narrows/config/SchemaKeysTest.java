package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.yaml.Keys;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that loader and schema agree on keys, words, ranges and defaults. */
class SchemaKeysTest {
    private static final List<Keys> LOADER = List.of(
            ConfigReader.KEYS,
            NodeReader.KEYS,
            LinkReader.KEYS,
            TlsReader.KEYS,
            TargetsReader.KEYS,
            DatabaseTlsReader.TARGET,
            PeersReader.KEYS,
            PeerSourcesReader.KEYS,
            WhatIfReader.KEYS,
            AutoReader.KEYS,
            DictionariesReader.KEYS,
            NodesReader.KEYS,
            CaptureReader.LISTENER,
            CaptureReader.CONNECT,
            CaptureReader.SOCKS5,
            CaptureReader.TRANSPARENT,
            DatabaseTlsReader.CAPTURE,
            DatabaseTlsReader.MINT,
            ClassifyReader.KEYS,
            RuleReader.KEYS,
            TariffReader.KEYS,
            TariffReader.PRICE,
            TariffReader.PAIR,
            TariffReader.DISCOUNT,
            AdminReader.KEYS,
            MetricsReader.KEYS,
            MetricsReader.OPENCOST,
            StoreReader.KEYS,
            TlsReader.SERVER,
            AutoCompactionReader.KEYS,
            GrpcReader.KEYS,
            GrpcReader.METHOD,
            GrpcPlaceReader.KEYS);

    private final SchemaModel schema = new SchemaModel();

    static List<Keys> sections() {
        return LOADER;
    }

    @Test
    void sections_areTheSame() {
        assertThat(schema.sections())
                .containsExactlyInAnyOrderElementsOf(
                        LOADER.stream().map(SchemaKeysTest::name).toList());
    }

    @ParameterizedTest
    @MethodSource("sections")
    void keys_areTheSame(Keys keys) {
        assertThat(schema.properties(name(keys)).keySet()).containsExactlyInAnyOrderElementsOf(keys.known());
    }

    @ParameterizedTest
    @MethodSource("sections")
    void requiredKeys_areTheSame(Keys keys) {
        assertThat(schema.required(name(keys))).containsExactlyInAnyOrderElementsOf(keys.required());
    }

    @ParameterizedTest
    @MethodSource("sections")
    void formerNames_areTheSame_andTakeTheSameValues(Keys keys) {
        Map<String, Object> former = schema.formerProperties(name(keys));

        assertThat(former.keySet())
                .containsExactlyInAnyOrderElementsOf(keys.former().keySet());
        keys.former().forEach((name, present) -> {
            Map<String, Object> expected = new HashMap<>(schema.property(name(keys), present));
            expected.remove("default");
            expected.put("deprecated", true);
            expected.put("description", "Former name of " + present + ".");
            assertThat(former.get(name)).isEqualTo(expected);
        });
    }

    @ParameterizedTest
    @MethodSource("sections")
    void everyKey_isDescribed(Keys keys) {
        assertThat(schema.properties(name(keys)).values())
                .allSatisfy(property -> assertThat(SchemaModel.map(property))
                        .extractingByKey("description")
                        .asString()
                        .endsWith("."));
    }

    @Test
    void words_areTheSame() {
        assertThat(schema.property("policy-rule", "codec").get("enum")).isEqualTo(words(CodecReader.WORDS.keySet()));
        assertThat(schema.property("auto", "objective").get("enum")).isEqualTo(words(Objective.BY_LABEL.keySet()));
        assertThat(schema.property("policy-rule", "tier").get("enum")).isEqualTo(words(Tier.BY_LABEL.keySet()));
        assertThat(schema.property("link", "transport").get("enum")).isEqualTo(words(TransportKind.BY_LABEL.keySet()));
        assertThat(schema.property("tls", "mode").get("enum")).isEqualTo(words(TlsMode.BY_LABEL.keySet()));
        assertThat(schema.property("capture-tls", "client").get("enum"))
                .isEqualTo(words(ClientCertificate.BY_LABEL.keySet()));
        assertThat(schema.property("capture-tls", "starttls").get("enum")).isEqualTo(words(StartTls.BY_LABEL.keySet()));
        assertThat(schema.property("tariff", "preset").get("enum")).isEqualTo(words(Preset.BY_LABEL.keySet()));
        assertThat(schema.property("metrics", "per-peer").get("enum")).isEqualTo(words(PeerDetail.BY_LABEL.keySet()));
        assertThat(schema.property("store", "process").get("enum")).isEqualTo(words(StoreProcess.BY_LABEL.keySet()));
        assertThat(schema.property("policy-rule", "primed").get("enum"))
                .isEqualTo(words(ConnectionScope.BY_LABEL.keySet()));
        assertThat(schema.property("policy-rule", "dictionary").get("enum"))
                .isEqualTo(words(ConnectionScope.BY_LABEL.keySet()));
        assertThat(schema.property("peer", "fallback").get("enum")).isEqualTo(words(Fallback.BY_LABEL.keySet()));
        assertThat(items("peer", "refuse-codecs").get("enum")).isEqualTo(words(PeersReader.REFUSABLE.keySet()));
        assertThat(items("policy-rule", "unpack").get("enum"))
                .isEqualTo(words(PackedFormatsReader.BY_KEYWORD.keySet()));
        assertThat(items("grpc", "codecs").get("enum")).isEqualTo(words(GrpcReader.CODECS.keySet()));
    }

    @Test
    void defaultsOfLink_areTheLoaders() {
        LinkSettings link = LinkSettings.listening(new HostPort("localhost", 1));
        Function<String, Object> standard = key -> schema.property("link", key).get("default");

        assertThat(standard.apply("plaintext")).isEqualTo(link.plaintext());
        assertThat(standard.apply("max-links")).isEqualTo(link.maxLinks());
        assertThat(standard.apply("min-idle")).isEqualTo(link.minIdle());
        assertThat(standard.apply("drain")).isEqualTo(Durations.format(link.drain()));
        assertThat(standard.apply("transport")).isEqualTo(link.transport().label());
        assertThat(standard.apply("threads")).isEqualTo(link.threads());
        assertThat(standard.apply("context-memory")).isEqualTo(Sizes.format(link.contextMemory()));
        assertThat(standard.apply("warm-up")).isEqualTo(Durations.format(LinkSettings.DEFAULT_WARM_UP));
    }

    @Test
    void defaultSections_areTheLoaders() {
        String defaults = SchemaModel.map(schema.properties("the-file")).entrySet().stream()
                .filter(section -> SchemaModel.map(section.getValue()).containsKey("default"))
                .map(section -> section.getKey() + ": "
                        + ConfigJson.json(SchemaModel.map(section.getValue()).get("default")))
                .collect(Collectors.joining());

        Config written = Fixtures.parse(Fixtures.SMALLEST + defaults);

        assertThat(written)
                .usingRecursiveComparison()
                .ignoringFields("policy.rules.place")
                .isEqualTo(Fixtures.parse(Fixtures.SMALLEST));
    }

    @Test
    void defaultsOfARule_areTheLoaders() {
        Compression written = rule("codec: zstd, linger: %s, min-size: %s, unpack: %s"
                .formatted(
                        schema.property("policy-rule", "linger").get("default"),
                        schema.property("policy-rule", "min-size").get("default"),
                        schema.property("policy-rule", "unpack").get("default")));

        assertThat(written).isEqualTo(rule("codec: zstd"));
        assertThat(rule("codec: dense, shared-history: "
                        + schema.property("policy-rule", "shared-history").get("default")))
                .isEqualTo(rule("codec: dense"));
        assertThat(rule("codec: zstd, dictionary: "
                        + schema.property("policy-rule", "dictionary").get("default")))
                .isEqualTo(rule("codec: zstd"));
        assertThat(rule("codec: dense, primed: "
                        + schema.property("policy-rule", "primed").get("default")))
                .isEqualTo(rule("codec: dense"));
    }

    @Test
    void defaultsOfTheTariff_areTheLoaders() {
        assertThat(schema.property("tariff", "preset").get("default"))
                .isEqualTo(Tariff.STANDARD.preset().label());
        assertThat(schema.property("tariff", "both-ends").get("default")).isEqualTo(Tariff.STANDARD.bothEnds());
        assertThat(schema.property("discount", "transfer").get("default")).isEqualTo(0);
        assertThat(schema.property("discount", "compute").get("default")).isEqualTo(0);
        assertThat(schema.property("tariff", "cpu-core-hour").get("default"))
                .isEqualTo(Tariff.STANDARD.listCpuCoreHour());
        assertThat(schema.property("tariff", "storage-gb-month").get("default"))
                .isEqualTo(Tariff.STANDARD.storageGbMonth());
    }

    @Test
    void defaultsOfTheStore_areTheLoaders() {
        String defaults = schema.properties("store").entrySet().stream()
                .filter(key -> SchemaModel.map(key.getValue()).containsKey("default"))
                .map(key -> ", " + key.getKey() + ": "
                        + ConfigJson.json(SchemaModel.map(key.getValue()).get("default")))
                .collect(Collectors.joining());

        assertThat(store(defaults)).isEqualTo(store(""));
    }

    @Test
    void defaultsOfGrpc_areTheLoaders() {
        String defaults = schema.properties("grpc").entrySet().stream()
                .map(key -> key.getKey() + ": "
                        + ConfigJson.json(SchemaModel.map(key.getValue()).get("default")))
                .collect(Collectors.joining(", "));

        assertThat(Fixtures.parse(Fixtures.SMALLEST + "grpc: {" + defaults + "}")
                        .grpc())
                .contains(GrpcSettings.DEFAULT);
    }

    @Test
    void defaultsOfWhatIf_areTheLoaders() {
        String defaults = schema.properties("what-if").entrySet().stream()
                .map(key -> key.getKey() + ": "
                        + ConfigJson.json(SchemaModel.map(key.getValue()).get("default")))
                .collect(Collectors.joining(", "));

        assertThat(Fixtures.parse(Fixtures.SMALLEST + "what-if: {" + defaults + "}")
                        .whatIf())
                .isEqualTo(WhatIfSettings.STANDARD)
                .isEqualTo(Fixtures.parse(Fixtures.SMALLEST + "what-if: true").whatIf());
    }

    @Test
    void defaultsOfAuto_areTheLoaders() {
        String defaults = schema.properties("auto").entrySet().stream()
                .map(key -> key.getKey() + ": "
                        + ConfigJson.json(SchemaModel.map(key.getValue()).get("default")))
                .collect(Collectors.joining(", "));

        assertThat(Fixtures.parse(Fixtures.SMALLEST + "auto: {" + defaults + "}")
                        .auto())
                .isEqualTo(AutoSettings.STANDARD);
    }

    @Test
    void defaultsOfDictionaries_areTheLoaders() {
        String defaults = schema.properties("dictionaries").entrySet().stream()
                .filter(key -> SchemaModel.map(key.getValue()).containsKey("default"))
                .map(key -> ", " + key.getKey() + ": "
                        + ConfigJson.json(SchemaModel.map(key.getValue()).get("default")))
                .collect(Collectors.joining());

        assertThat(dictionaries(defaults)).isEqualTo(dictionaries(""));
    }

    private static DictionarySettings dictionaries(String more) {
        return Fixtures.parse(Fixtures.SMALLEST + "dictionaries: {path: dictionaries" + more + "}")
                .dictionaries()
                .orElseThrow();
    }

    private Map<String, Object> items(String section, String key) {
        return SchemaModel.map(schema.property(section, key).get("items"));
    }

    private static StoreSettings store(String more) {
        return Fixtures.parse(Fixtures.SMALLEST + "store: {data-dir: store, members: [db-1]" + more + "}")
                .store()
                .orElseThrow();
    }

    private static Compression rule(String text) {
        return Fixtures.parse(Fixtures.SMALLEST + "policy: [{" + text + "}]")
                .policy()
                .rules()
                .get(0)
                .compression();
    }

    private static String name(Keys keys) {
        return keys.section().replace(' ', '-');
    }

    private static List<String> words(Collection<String> words) {
        return List.copyOf(words);
    }
}
