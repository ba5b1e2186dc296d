package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code candidates}: a list of different codecs, each perhaps with its level. */
final class CodecListReader {
    private static final String CODECS =
            Words.or(List.copyOf(CodecReader.BY_LABEL.keySet())) + ", perhaps with a level, as in zstd:3";

    private CodecListReader() {}

    static Optional<List<CodecSpec>> read(YamlValue value) {
        return value.items("a list of codecs").map(items -> {
            List<CodecSpec> candidates = new ArrayList<>();
            for (YamlValue item : items) {
                candidate(item).ifPresent(candidate -> {
                    if (candidates.contains(candidate)) {
                        item.wrong(candidate + " is listed twice", "each candidate only once");
                    }
                    candidates.add(candidate);
                });
            }
            if (items.isEmpty()) {
                value.wrong("candidates is empty", "codecs to compare; omit the key for the default ones");
            }
            return candidates;
        });
    }

    private static Optional<CodecSpec> candidate(YamlValue item) {
        return item.text(CODECS).flatMap(text -> {
            int colon = text.indexOf(':');
            String label = colon < 0 ? text : text.substring(0, colon);
            Codec codec = CodecReader.BY_LABEL.get(label);
            if (codec == null) {
                item.wrong(CodecReader.unknown("codec", label), CODECS);
                return Optional.empty();
            }
            return colon < 0 ? Optional.of(CodecSpec.of(codec)) : withLevel(item, codec, text.substring(colon + 1));
        });
    }

    private static Optional<CodecSpec> withLevel(YamlValue item, Codec codec, String level) {
        Levels levels = Levels.of(codec);
        if (!levels.exist()) {
            item.wrong(codec.label() + " has no levels", "no level");
            return Optional.empty();
        }
        Optional<Integer> number = number(level).filter(levels::allow);
        if (number.isEmpty()) {
            item.wrong(
                    "level " + Words.quote(level) + " is out of range", "a level of " + codec.label() + ": " + levels);
        }
        return number.map(allowed -> CodecSpec.of(codec, allowed));
    }

    private static Optional<Integer> number(String text) {
        return text.matches("0|-?[1-9]\\d?") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }
}
