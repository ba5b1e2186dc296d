package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import io.narrows.config.yaml.Suggestion;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads a list of codecs, {@code none none lz4 zstd:3}: one for each level of a database. */
final class LadderReader {
    private static final int MOST_LEVELS = 7;
    private static final Pattern LEVEL = Pattern.compile("-?\\d{1,3}");

    private static final Map<String, Codec> BY_LABEL =
            Ordered.by(Codec::label, Codec.ofBlocks().toArray(Codec[]::new));

    private static final List<String> LABELS = List.copyOf(BY_LABEL.keySet());
    private static final String CODEC = Words.or(LABELS) + ", optionally with a level such as zstd:3";
    private static final String LADDER = "1 to " + MOST_LEVELS + " of " + CODEC;

    private LadderReader() {}

    static Optional<List<CodecSpec>> read(YamlValue value) {
        return value.text(LADDER).flatMap(text -> ladder(value, text));
    }

    /** Reads a single codec. */
    static Optional<CodecSpec> readOne(YamlValue value) {
        return value.text(CODEC).flatMap(text -> codec(value, text));
    }

    static String format(List<CodecSpec> ladder) {
        return ladder.stream().map(CodecSpec::toString).collect(Collectors.joining(" "));
    }

    private static Optional<List<CodecSpec>> ladder(YamlValue value, String text) {
        String[] words = text.split(" +");
        if (words.length == 0 || words.length > MOST_LEVELS) { // blanks alone are not a word
            value.wrong(value.what() + " has " + words.length + " codecs", LADDER);
            return Optional.empty();
        }
        List<CodecSpec> specs = new ArrayList<>();
        for (String word : words) {
            codec(value, word).ifPresent(specs::add);
        }
        return Optional.of(specs).filter(all -> all.size() == words.length);
    }

    private static Optional<CodecSpec> codec(YamlValue value, String word) {
        int colon = word.indexOf(':');
        String label = colon < 0 ? word : word.substring(0, colon);
        Codec codec = BY_LABEL.get(label);
        if (codec == null) {
            value.wrong(CodecReader.unknown("codec", label) + Suggestion.after(label, LABELS), CODEC);
            return Optional.empty();
        }
        return colon < 0 ? Optional.of(CodecSpec.of(codec)) : atLevel(value, codec, word.substring(colon + 1));
    }

    private static Optional<CodecSpec> atLevel(YamlValue value, Codec codec, String text) {
        Levels levels = Levels.of(codec);
        if (levels.exist() && LEVEL.matcher(text).matches() && levels.allow(Integer.parseInt(text))) {
            return Optional.of(CodecSpec.of(codec, Integer.parseInt(text)));
        }
        value.wrong(
                Words.quote(text) + " is not a level of " + codec.label(),
                levels.exist() ? "a level of " + codec.label() + ": " + levels : codec.label() + " without a level");
        return Optional.empty();
    }
}
