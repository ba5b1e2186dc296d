package io.narrows.cli.dictionary;

import io.narrows.config.TrafficClass;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of a traffic class. */
final class TrafficClassConverter implements ITypeConverter<TrafficClass> {
    @Override
    public TrafficClass convert(String text) {
        try {
            return new TrafficClass(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
