package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code classify}: patterns of first bytes, in order. */
final class ClassifyReader {
    static final Keys KEYS = Keys.of("class pattern").required("class").optional("starts-with", "contains", "within");

    /** The maximum length of a pattern, in characters. */
    static final int MAX_LENGTH = 256;

    private static final Pattern HEX = Pattern.compile("0x([0-9A-Fa-f]{2})+");
    private static final String BYTES =
            "text of 1 to " + MAX_LENGTH + " characters, or \"0x\" and pairs of hexadecimal digits";

    private ClassifyReader() {}

    static Optional<List<ClassPattern>> read(YamlValue value) {
        return value.items("a list of class patterns")
                .map(items -> items.stream()
                        .flatMap(item -> item.map(KEYS).flatMap(ClassifyReader::pattern).stream())
                        .toList());
    }

    private static Optional<ClassPattern> pattern(YamlMap map) {
        Optional<TrafficClass> type = map.read("class", Names::trafficClass);
        Optional<String> start = map.read("starts-with", ClassifyReader::bytes);
        Optional<String> part = map.read("contains", ClassifyReader::bytes);
        Optional<Integer> within = map.read("within", value -> Sizes.read(value, 1, ClassPattern.MAX_WITHIN))
                .map(Long::intValue);
        if (map.has("starts-with") == map.has("contains")) {
            map.wrong(
                    map.has("contains")
                            ? "class pattern has both starts-with and contains"
                            : "class pattern has neither starts-with nor contains",
                    "either starts-with or contains");
            return Optional.empty();
        }
        if (map.has("within") && map.has("starts-with")) {
            map.wrongKey("within", "within is not allowed with starts-with", "within together with contains");
            return Optional.empty();
        }
        part.ifPresent(text -> within.ifPresent(most -> requireRoom(map, text, most)));
        return type.flatMap(t -> start.map(text -> ClassPattern.startsWith(t, text))
                .or(() -> part.map(text -> new ClassPattern(t, text, within.orElse(ClassPattern.MAX_WITHIN)))));
    }

    private static void requireRoom(YamlMap map, String text, int within) {
        int length = ClassPattern.bytes(text).length;
        if (length > within) {
            map.get("within")
                    .ifPresent(value -> value.wrong(
                            "within " + Sizes.format(within) + " is too small for the " + length + " bytes of contains",
                            "at least " + Sizes.format(length)));
        }
    }

    private static Optional<String> bytes(YamlValue value) {
        Optional<String> text = value.text(BYTES);
        if (text.isPresent() && !isBytes(text.get())) {
            value.wrong(value.what() + " " + Words.quote(text.get()) + " is not a pattern", BYTES);
            return Optional.empty();
        }
        return text;
    }

    private static boolean isBytes(String text) {
        int length = text.codePointCount(0, text.length());
        boolean hex = !text.startsWith(ClassPattern.HEX) || HEX.matcher(text).matches();
        return length > 0 && length <= MAX_LENGTH && hex;
    }
}
