package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in files: a whole number and a unit, {@code 1ms} or {@code 30s}. */
final class Durations {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(us|ms|s|m|h)");
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "us",
            ChronoUnit.MICROS,
            "ms",
            ChronoUnit.MILLIS,
            "s",
            ChronoUnit.SECONDS,
            "m",
            ChronoUnit.MINUTES,
            "h",
            ChronoUnit.HOURS);
    private static final List<String> LARGEST_FIRST = List.of("h", "m", "s", "ms", "us");

    private Durations() {}

    /** Reads a duration from zero to a maximum. */
    static Optional<Duration> read(YamlValue value, Duration max) {
        return read(value, Duration.ZERO, max);
    }

    /** Reads a duration within a range, both ends included. */
    static Optional<Duration> read(YamlValue value, Duration min, Duration max) {
        String from = min.isZero() ? "0s" : format(min);
        String expected = "a duration from " + from + " to " + format(max) + " with a unit (us, ms, s, m, h)";
        Optional<String> text = value.text(expected);
        Optional<Duration> duration = text.flatMap(Durations::parse);
        if (text.isPresent() && duration.isEmpty()) {
            value.wrong(Words.quote(text.get()) + " is not a duration", expected);
        }
        if (duration.isPresent()
                && (duration.get().compareTo(min) < 0 || duration.get().compareTo(max) > 0)) {
            value.wrong(value.what() + " " + text.get() + " is out of range", expected);
            return Optional.empty();
        }
        return duration;
    }

    /** Formats a duration in the largest unit in which it is a whole number. */
    static String format(Duration duration) {
        for (String unit : LARGEST_FIRST) {
            Duration one = Objects.requireNonNull(UNITS.get(unit)).getDuration();
            if (!duration.isZero() && duration.toNanos() % one.toNanos() == 0) {
                return duration.toNanos() / one.toNanos() + unit;
            }
        }
        return duration.toNanos() / 1000 + "us";
    }

    private static Optional<Duration> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(Duration.of(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2))))
                : Optional.empty();
    }
}
