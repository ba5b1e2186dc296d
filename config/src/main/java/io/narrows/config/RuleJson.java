package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders rules of the policy with their defaults. */
final class RuleJson {
    private RuleJson() {}

    static Map<String, Object> of(Rule rule, AutoSettings auto) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Condition condition : rule.conditions()) {
            List<String> words = condition.words();
            map.put(condition.key(), words.size() == 1 ? words.get(0) : words);
        }
        Compression compression = rule.compression();
        if (compression.auto()) {
            map.put("codec", CodecReader.AUTO);
        } else {
            codec(map, compression.spec());
        }
        map.put("linger", Durations.format(compression.linger()));
        map.put("min-size", Sizes.format(compression.minSize()));
        if (compression.auto()
                ? auto.sharesHistory()
                : compression.spec().codec().sharesHistory()) {
            map.put("shared-history", compression.sharedHistory());
            map.put("primed", compression.priming().label());
        }
        if (compression.auto()
                ? auto.beginsWithDictionary()
                : compression.spec().codec().beginsWithDictionary()) {
            map.put("dictionary", compression.dictionary().label());
        }
        if (compression.spec().codec() != Codec.NONE) {
            map.put("unpack", compression.formats());
        }
        rule.fallback().ifPresent(fallback -> {
            map.put("fallback", fallback.label());
            map.put("allow-downgrade", rule.allowDowngrade());
        });
        return map;
    }

    private static void codec(Map<String, Object> map, CodecSpec spec) {
        Codec codec = spec.codec();
        map.put("codec", codec.label());
        if (Levels.of(codec).exist()) {
            map.put("level", spec.level());
        }
        if (codec.keepsHistory()) {
            map.put("window", Sizes.format(1L << spec.windowLog()));
        }
    }
}
