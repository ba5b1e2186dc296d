package io.narrows.cli.report;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code 2026-11-01}, midnight UTC on that day, or {@code 2026-11-01T08:30:00Z}. */
final class MomentConverter implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
        try {
            return text.length() == "2026-11-01".length()
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException(
                    "'" + text + "' is not a time (expected: 2026-11-01 for midnight UTC, or 2026-11-01T08:30:00Z)");
        }
    }
}
