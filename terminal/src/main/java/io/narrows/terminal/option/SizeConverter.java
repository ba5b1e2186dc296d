package io.narrows.terminal.option;

import io.narrows.config.Sizes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a size in bytes, {@code 4096} or {@code 4KiB}. */
public final class SizeConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        return Sizes.parse(text)
                .or(() -> Sizes.parse(text + "B"))
                .orElseThrow(() -> new TypeConversionException(
                        "'" + text + "' is not a size (expected: a size such as 4096, 4KiB or" + " 16MiB)"));
    }
}
