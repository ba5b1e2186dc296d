package io.narrows.cli.estimate;

import io.narrows.estimate.measured.TrafficKind;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of recorded traffic. */
public final class KindConverter implements ITypeConverter<TrafficKind> {
    @Override
    public TrafficKind convert(String text) {
        return TrafficKind.of(text)
                .orElseThrow(
                        () -> new TypeConversionException("'" + text + "' is not recorded traffic (expected: one of "
                                + Arrays.stream(TrafficKind.values())
                                        .map(TrafficKind::label)
                                        .collect(Collectors.joining(", "))
                                + ")"));
    }
}
