package io.narrows.cli.analyze;

import io.narrows.codec.PackedFormat;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the keyword of a format of compressed messages. */
final class PackedFormatConverter implements ITypeConverter<PackedFormat> {
    @Override
    public PackedFormat convert(String text) {
        return Arrays.stream(PackedFormat.values())
                .filter(format -> format.keyword().equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "'" + text + "' is no format (expected: lz4, snappy, gzip or zstd)"));
    }
}
