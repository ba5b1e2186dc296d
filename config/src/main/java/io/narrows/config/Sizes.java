package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in files: a whole number and a binary unit, {@code 64B} or {@code 1MiB}. */
public final class Sizes {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(B|KiB|MiB|GiB)");
    private static final Pattern NEARLY = Pattern.compile("(\\d{1,9}) ?([kKmMgG])?i?[bB]?");
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB");

    private Sizes() {}

    /** Reads a size within a range, both ends included. */
    static Optional<Long> read(YamlValue value, long min, long max) {
        return read(
                value,
                min,
                max,
                "a size from " + format(min) + " to " + format(max) + " with a unit (B, KiB, MiB, GiB)");
    }

    static Optional<Long> read(YamlValue value, long min, long max, String expected) {
        Optional<String> text = value.text(expected);
        Optional<Long> size = text.flatMap(Sizes::parse);
        if (text.isPresent() && size.isEmpty()) {
            value.wrong(Words.quote(text.get()) + " is not a size" + hint(text.get()), expected);
        }
        if (size.isPresent() && (size.get() < min || size.get() > max)) {
            value.wrong(value.what() + " " + text.get() + " is out of range", expected);
            return Optional.empty();
        }
        return size;
    }

    /** Formats a size in the largest unit in which it is a whole number. */
    public static String format(long bytes) {
        int unit = bytes == 0 ? 0 : Math.min(Long.numberOfTrailingZeros(bytes) / 10, UNITS.size() - 1);
        return (bytes >> (10 * unit)) + UNITS.get(unit);
    }

    /** Parses {@code 64B} or {@code 1MiB} to bytes; empty if the text is not a size. */
    public static Optional<Long> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(Long.parseLong(matcher.group(1)) << (10 * UNITS.indexOf(matcher.group(2))))
                : Optional.empty();
    }

    /** Suggests the size with a supported unit for {@code 1MB}, {@code 1m} and {@code 1 MiB}. */
    private static String hint(String text) {
        Matcher matcher = NEARLY.matcher(text);
        if (!matcher.matches()) {
            return "";
        }
        String prefix = matcher.group(2);
        String unit = prefix == null ? "B" : prefix.toUpperCase(Locale.ROOT) + "iB";
        return " (did you mean \"" + matcher.group(1) + unit + "\"?)";
    }
}
