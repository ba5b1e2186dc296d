package io.narrows.lab.bench.db;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of a benchmark. */
final class BenchmarkConverter implements ITypeConverter<Benchmark> {
    @Override
    public Benchmark convert(String text) {
        return Benchmark.of(text)
                .orElseThrow(() ->
                        new TypeConversionException("unknown benchmark '" + text + "' (expected: " + names() + ")"));
    }

    private static String names() {
        return Arrays.stream(Benchmark.values()).map(Benchmark::toString).collect(Collectors.joining(", "));
    }
}
