package io.narrows.cli.option;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code zstd:3}, or {@code snappy} where the level is the codec's standard one. */
public final class CodecSpecConverter implements ITypeConverter<CodecSpec> {
    @Override
    public CodecSpec convert(String text) {
        int colon = text.indexOf(':');
        Codec codec = codec(colon < 0 ? text : text.substring(0, colon));
        if (colon < 0) {
            return CodecSpec.of(codec);
        }
        try {
            return CodecSpec.of(codec, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' has no number after the colon (expected: as in zstd:3)");
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static Codec codec(String label) {
        return Arrays.stream(Codec.values())
                .filter(codec -> codec.label().equals(label))
                .findFirst()
                .orElseThrow(() ->
                        new TypeConversionException("unknown codec '" + label + "' (expected: " + labels() + ")"));
    }

    private static String labels() {
        return Arrays.stream(Codec.values()).map(Codec::label).collect(Collectors.joining(", "));
    }
}
