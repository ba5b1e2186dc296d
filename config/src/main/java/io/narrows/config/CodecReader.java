package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code codec}, {@code level} and {@code window} of a policy rule. */
final class CodecReader {
    static final Map<String, Codec> BY_LABEL = Ordered.by(Codec::label, Codec.values());

    /** The word for a codec that the sidecar chooses. */
    static final String AUTO = "auto";

    /** The words of {@code codec}, the last one without a codec. */
    static final Map<String, Optional<Codec>> WORDS = words();

    private static final String WITHOUT_HISTORY = Words.and(Arrays.stream(Codec.values())
            .filter(codec -> !codec.keepsHistory())
            .map(Codec::label)
            .toList());

    private static final String WINDOW = "a power of two from 1KiB to 128MiB";

    private CodecReader() {}

    /** Returns whether the rule leaves the choice of the codec to the sidecar. */
    static boolean isAuto(YamlMap rule) {
        return rule.get("codec")
                .flatMap(value -> value.unreported().text("a codec"))
                .filter(AUTO::equals)
                .isPresent();
    }

    /** Reads a codec; that of a rule whose codec is chosen is the first candidate. */
    static Optional<CodecSpec> read(YamlMap rule, AutoSettings auto) {
        if (isAuto(rule)) {
            rule.get("level").ifPresent(value -> value.wrong("codec auto chooses the level", "no level"));
            rule.get("window").ifPresent(value -> value.wrong("codec auto chooses the window", "no window key"));
            return Optional.of(auto.first());
        }
        return rule.read("codec", value -> value.word(WORDS))
                .flatMap(named -> named)
                .flatMap(codec -> {
                    Optional<Integer> level = rule.get("level")
                            .map(value -> level(value, codec))
                            .orElse(Optional.of(Levels.of(codec).standard()));
                    Optional<CodecSpec> spec = level.map(allowed -> CodecSpec.of(codec, allowed));
                    return rule.get("window")
                            .map(value ->
                                    windowLog(value, codec).flatMap(log -> spec.map(found -> found.withWindowLog(log))))
                            .orElse(spec);
                });
    }

    /** Describes a word that is not a codec, where {@code auto} is not allowed. */
    static String unknown(String kind, String word) {
        return word.equals(AUTO)
                ? "auto is allowed only as the codec of a policy rule"
                : "unknown " + kind + " " + Words.quote(word);
    }

    private static Map<String, Optional<Codec>> words() {
        Map<String, Optional<Codec>> words = new LinkedHashMap<>();
        BY_LABEL.forEach((label, codec) -> words.put(label, Optional.of(codec)));
        words.put(AUTO, Optional.empty());
        return Collections.unmodifiableMap(words);
    }

    private static Optional<Integer> level(YamlValue value, Codec codec) {
        Levels levels = Levels.of(codec);
        if (!levels.exist()) {
            value.wrong(codec.label() + " has no levels", "no level");
            return Optional.empty();
        }
        String expected = "a level of " + codec.label() + ": " + levels;
        Optional<Integer> level = value.integer(levels.min(), levels.max(), expected);
        if (level.isPresent() && !levels.allow(level.get())) {
            value.wrong("level " + level.get() + " is out of range", expected);
            return Optional.empty();
        }
        return level;
    }

    private static Optional<Integer> windowLog(YamlValue value, Codec codec) {
        if (!codec.keepsHistory()) {
            value.wrong(
                    codec.label() + " has no window", "no window key, because " + WITHOUT_HISTORY + " keep no history");
            return Optional.empty();
        }
        long min = 1L << CodecSpec.MIN_WINDOW_LOG;
        long max = 1L << CodecSpec.MAX_WINDOW_LOG;
        Optional<Long> size = Sizes.read(value, min, max, WINDOW);
        if (size.isPresent() && Long.bitCount(size.get()) != 1) {
            value.wrong("window " + Sizes.format(size.get()) + " is not a power of two", WINDOW);
            return Optional.empty();
        }
        return size.map(Long::numberOfTrailingZeros);
    }
}
