package io.narrows.cli.estimate;

import io.narrows.config.Preset;
import java.util.TreeSet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of a provider's price list. */
public final class PresetConverter implements ITypeConverter<Preset> {
    @Override
    public Preset convert(String text) {
        Preset found = Preset.BY_LABEL.get(text);
        if (found == null) {
            throw new TypeConversionException("'" + text + "' is not a tariff (expected: one of "
                    + String.join(", ", new TreeSet<>(Preset.BY_LABEL.keySet())) + ")");
        }
        return found;
    }
}
