package io.narrows.lab.bench.db;

import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of an engine. */
final class EngineConverter implements ITypeConverter<EngineKind> {
    @Override
    public EngineKind convert(String text) {
        return Arrays.stream(EngineKind.values())
                .filter(kind -> kind.toString().equals(text))
                .findFirst()
                .orElseThrow(() ->
                        new TypeConversionException("unknown engine '" + text + "' (expected: narrows or rocksdb)"));
    }
}
