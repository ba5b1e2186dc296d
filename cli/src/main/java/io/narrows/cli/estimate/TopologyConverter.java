package io.narrows.cli.estimate;

import io.narrows.estimate.topology.TopologyEntry;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the place of a range of addresses, {@code 10.1.0.0/16=us-east-1/us-east-1a}. */
public final class TopologyConverter implements ITypeConverter<TopologyEntry> {
    @Override
    public TopologyEntry convert(String text) {
        try {
            return TopologyEntry.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
