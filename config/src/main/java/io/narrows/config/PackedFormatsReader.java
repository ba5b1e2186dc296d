package io.narrows.config;

import io.narrows.codec.PackedFormat;
import io.narrows.config.yaml.Suggestion;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code unpack} of a policy rule: a list of different formats, empty for none. */
final class PackedFormatsReader {
    static final Map<String, PackedFormat> BY_KEYWORD = Ordered.by(PackedFormat::keyword, PackedFormat.values());

    private static final List<String> KEYWORDS = List.copyOf(BY_KEYWORD.keySet());

    private PackedFormatsReader() {}

    static Optional<Set<PackedFormat>> read(YamlValue value) {
        return value.items("a list of " + Words.or(KEYWORDS)).map(items -> {
            Set<PackedFormat> formats = EnumSet.noneOf(PackedFormat.class);
            for (YamlValue item : items) {
                format(item).ifPresent(format -> {
                    if (!formats.add(format)) {
                        item.wrong("format " + format.keyword() + " is already in the list", "each format only once");
                    }
                });
            }
            return formats;
        });
    }

    private static Optional<PackedFormat> format(YamlValue item) {
        Optional<String> keyword = item.text(Words.or(KEYWORDS));
        if (keyword.isPresent() && !BY_KEYWORD.containsKey(keyword.get())) {
            item.wrong(
                    "unknown format " + Words.quote(keyword.get()) + Suggestion.after(keyword.get(), KEYWORDS),
                    Words.or(KEYWORDS));
        }
        return keyword.map(BY_KEYWORD::get);
    }
}
