package io.narrows.terminal.option;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code zstd:3}, or {@code snappy} with the codec's default level. */
public final class CodecSpecConverter implements ITypeConverter<CodecSpec> {
    @Override
    public CodecSpec convert(String text) {
        return convert(text, List.of(Codec.values()));
    }

    /** @param codecs the allowed codecs */
    static CodecSpec convert(String text, List<Codec> codecs) {
        int colon = text.indexOf(':');
        Codec codec = codec(colon < 0 ? text : text.substring(0, colon), codecs);
        if (colon < 0) {
            return CodecSpec.of(codec);
        }
        try {
            return CodecSpec.of(codec, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new TypeConversionException(
                    "'" + text + "' has no number after the colon (expected: a level, such as zstd:3)");
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static Codec codec(String label, List<Codec> codecs) {
        return codecs.stream()
                .filter(codec -> codec.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "unknown codec '" + label + "' (expected: " + labels(codecs) + ")"));
    }

    private static String labels(List<Codec> codecs) {
        return codecs.stream().map(Codec::label).collect(Collectors.joining(", "));
    }
}
