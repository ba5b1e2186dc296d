package io.narrows.cli.estimate;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code 30m}, {@code 24h} or {@code 7d}. */
public final class PeriodConverter implements ITypeConverter<Duration> {
    private static final Pattern TEXT = Pattern.compile("([1-9]\\d{0,4})([smhd])");

    @Override
    public Duration convert(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a period (expected: a number and a unit, such as 30m, 24h or 7d)");
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }
}
