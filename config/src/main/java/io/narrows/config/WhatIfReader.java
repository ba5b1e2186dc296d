package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code what-if}: whether it is on, or a map of its settings. */
final class WhatIfReader {
    static final Keys KEYS = Keys.of("what-if").optional("candidates", "share");

    private static final String CODECS =
            Words.or(List.copyOf(CodecReader.BY_LABEL.keySet())) + ", perhaps with a level, as in zstd:3";

    private WhatIfReader() {}

    static Optional<WhatIfSettings> read(YamlValue value) {
        if (value.unreported().entries("a map").isEmpty()) {
            return value.bool().map(on -> on ? WhatIfSettings.STANDARD : WhatIfSettings.OFF);
        }
        WhatIfSettings standard = WhatIfSettings.STANDARD;
        return value.map(KEYS)
                .map(map -> new WhatIfSettings(
                        true,
                        map.read("candidates", WhatIfReader::candidates).orElse(standard.candidates()),
                        map.read("share", WhatIfReader::share).orElse(standard.share())));
    }

    private static Optional<Double> share(YamlValue value) {
        return value.number(
                WhatIfSettings.MIN_SHARE,
                WhatIfSettings.MAX_SHARE,
                "a part of one processor from " + WhatIfSettings.MIN_SHARE + " to " + WhatIfSettings.MAX_SHARE);
    }

    private static Optional<List<CodecSpec>> candidates(YamlValue value) {
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
                item.wrong("unknown codec " + Words.quote(label), CODECS);
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
        return text.matches("-?[1-9]\\d?") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }
}
