package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads one rule of a policy: its conditions and its compression. */
final class RuleReader {
    /** The conditions of rules, in the order of the documentation. */
    static final List<ConditionKind> CONDITIONS =
            List.of(TierCondition.KIND, ClassCondition.KIND, PeerCondition.KIND, RegionsCondition.KIND);

    static final Keys KEYS = Keys.of("policy rule")
            .required("codec")
            .optional(Stream.concat(
                            CONDITIONS.stream().map(ConditionKind::key),
                            Stream.of(
                                    "level",
                                    "window",
                                    "linger",
                                    "min-size",
                                    "shared-history",
                                    "primed",
                                    "dictionary",
                                    "unpack",
                                    "fallback",
                                    "allow-downgrade"))
                    .toArray(String[]::new));

    static final Duration MAX_LINGER = Duration.ofSeconds(1);

    /** The maximum size of a frame: no frame would reach a larger minimum. */
    static final int MAX_MIN_SIZE = 64 << 10;

    private final References names;
    private final AutoSettings auto;
    private final boolean dictionaries;
    private final RuleFallbackChecks fallbacks = new RuleFallbackChecks();

    /** @param dictionaries whether the file has the section {@code dictionaries} */
    RuleReader(References names, AutoSettings auto, boolean dictionaries) {
        this.names = names;
        this.auto = auto;
        this.dictionaries = dictionaries;
    }

    /** Checks what depends on other sections of the file. */
    void check(Config config) {
        fallbacks.check(config);
    }

    Optional<Rule> read(int number, YamlValue value) {
        return value.map(KEYS).flatMap(map -> {
            Optional<List<Condition>> conditions = conditions(map);
            Optional<Compression> compression = compression(map);
            Optional<Fallback> fallback = map.read("fallback", word -> word.word(Fallback.BY_LABEL));
            boolean downgrade = map.read("allow-downgrade", YamlValue::bool).orElse(false);
            Optional<Rule> rule = conditions.flatMap(
                    all -> compression.map(c -> new Rule(number, value.place(), all, c, fallback, downgrade)));
            rule.filter(read -> read.conditions().stream().noneMatch(names::isAboutThisNode))
                    .ifPresent(read -> fallbacks.remember(read, map));
            return rule;
        });
    }

    private Optional<List<Condition>> conditions(YamlMap rule) {
        List<Condition> conditions = new ArrayList<>();
        boolean complete = true;
        for (ConditionKind kind : CONDITIONS) {
            Optional<? extends Condition> condition = rule.read(kind.key(), value -> kind.read(value, names));
            condition.ifPresent(conditions::add);
            complete &= condition.isPresent() == rule.has(kind.key());
        }
        return complete ? Optional.of(conditions) : Optional.empty();
    }

    private Optional<Compression> compression(YamlMap rule) {
        boolean chosen = CodecReader.isAuto(rule);
        Optional<CodecSpec> spec = CodecReader.read(rule, auto);
        Duration linger =
                rule.read("linger", value -> Durations.read(value, MAX_LINGER)).orElse(Duration.ZERO);
        int minSize = rule.read("min-size", value -> Sizes.read(value, 0, MAX_MIN_SIZE))
                .map(Long::intValue)
                .orElse(0);
        boolean shared = rule.read(
                        "shared-history", value -> chosen ? sharedHistory(value) : sharedHistory(value, spec))
                .orElse(false);
        ConnectionScope priming = rule.read("primed", value -> chosen ? priming(value) : priming(value, spec))
                .orElse(ConnectionScope.NONE);
        ConnectionScope dictionary = rule.read("dictionary", value -> dictionary(value, spec, chosen))
                .orElse(ConnectionScope.NONE);
        Set<PackedFormat> unpack =
                rule.read("unpack", value -> unpack(value, spec, chosen)).orElse(Set.of());
        return spec.map(codec -> new Compression(codec, linger, minSize, shared, priming, dictionary, unpack, chosen));
    }

    /** Reads the formats to unpack. Without a codec that compresses, the wire would carry more bytes. */
    private static Optional<Set<PackedFormat>> unpack(YamlValue value, Optional<CodecSpec> spec, boolean chosen) {
        Optional<Set<PackedFormat>> formats = PackedFormatsReader.read(value);
        if (spec.isPresent() && spec.get().codec() == Codec.NONE) {
            value.wrong(
                    chosen ? "no candidate of auto compresses" : "none leaves unpacked data uncompressed",
                    "unpack only with a " + (chosen ? "candidate" : "codec") + " that compresses");
            return Optional.empty();
        }
        return formats;
    }

    private Optional<Boolean> sharedHistory(YamlValue value) {
        Optional<Boolean> shared = value.bool();
        if (shared.isPresent() && !auto.sharesHistory()) {
            value.wrong("no candidate of auto can share history", "shared-history only with the candidate dense");
            return Optional.empty();
        }
        return shared;
    }

    private static Optional<Boolean> sharedHistory(YamlValue value, Optional<CodecSpec> spec) {
        Optional<Boolean> shared = value.bool();
        if (shared.isPresent() && spec.isPresent() && !spec.get().codec().sharesHistory()) {
            value.wrong(spec.get().codec().label() + " cannot share history", "shared-history only with codec dense");
            return Optional.empty();
        }
        return shared;
    }

    private Optional<ConnectionScope> priming(YamlValue value) {
        Optional<ConnectionScope> priming = value.word(ConnectionScope.BY_LABEL);
        if (priming.isPresent() && !auto.sharesHistory()) {
            value.wrong("no candidate of auto can be primed", "primed only with the candidate dense");
            return Optional.empty();
        }
        return priming;
    }

    private static Optional<ConnectionScope> priming(YamlValue value, Optional<CodecSpec> spec) {
        Optional<ConnectionScope> priming = value.word(ConnectionScope.BY_LABEL);
        if (priming.isPresent() && spec.isPresent() && spec.get().codec() != Codec.DENSE) {
            value.wrong(spec.get().codec().label() + " cannot be primed", "primed only with codec dense");
            return Optional.empty();
        }
        return priming;
    }

    private Optional<ConnectionScope> dictionary(YamlValue value, Optional<CodecSpec> spec, boolean chosen) {
        Optional<ConnectionScope> use = value.word(ConnectionScope.BY_LABEL);
        if (chosen && !auto.beginsWithDictionary()) {
            value.wrong(
                    "no candidate of auto can begin with a dictionary",
                    "dictionary only with a candidate lz4, lz4hc, zstd or dense");
            return Optional.empty();
        }
        if (!chosen && spec.isPresent() && !spec.get().codec().beginsWithDictionary()) {
            value.wrong(
                    spec.get().codec().label() + " cannot begin with a dictionary",
                    "dictionary only with codec lz4, lz4hc, zstd or dense");
            return Optional.empty();
        }
        if (use.isPresent() && use.get() != ConnectionScope.NONE && !dictionaries) {
            value.wrong(
                    "dictionary is " + use.get().label() + ", but the file has no \"dictionaries\"",
                    "none, or the section dictionaries with a path");
            return Optional.empty();
        }
        return use;
    }
}
