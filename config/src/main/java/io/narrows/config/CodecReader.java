package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code codec}, {@code level} and {@code window} of a rule. */
final class CodecReader {
    static final Map<String, Codec> BY_LABEL = Ordered.by(Codec::label, Codec.values());

    private static final String CODEC = Words.or(List.copyOf(BY_LABEL.keySet()));
    private static final String WITHOUT_HISTORY = Words.and(Arrays.stream(Codec.values())
            .filter(codec -> !codec.keepsHistory())
            .map(Codec::label)
            .toList());

    private static final Map<String, String> ABSENT = Map.of("auto", "is not available yet");
    private static final String WINDOW = "a power of two from 1KiB to 128MiB";

    private CodecReader() {}

    static Optional<CodecSpec> read(YamlMap rule) {
        return rule.read("codec", CodecReader::codec).flatMap(codec -> {
            Optional<Integer> level = rule.get("level")
                    .map(value -> level(value, codec))
                    .orElse(Optional.of(Levels.of(codec).standard()));
            Optional<CodecSpec> spec = level.map(allowed -> CodecSpec.of(codec, allowed));
            return rule.get("window")
                    .map(value -> windowLog(value, codec).flatMap(log -> spec.map(found -> found.withWindowLog(log))))
                    .orElse(spec);
        });
    }

    private static Optional<Codec> codec(YamlValue value) {
        Optional<String> absent = value.unreported().text("a codec").filter(ABSENT::containsKey);
        if (absent.isPresent()) {
            value.wrong("codec \"" + absent.get() + "\" " + ABSENT.get(absent.get()), CODEC);
            return Optional.empty();
        }
        return value.word(BY_LABEL);
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
