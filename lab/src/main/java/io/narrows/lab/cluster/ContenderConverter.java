package io.narrows.lab.cluster;

import io.narrows.terminal.option.CodecSpecConverter;
import picocli.CommandLine.ITypeConverter;

/** Parses {@code policy}, or a codec for everything as {@link CodecSpecConverter} does. */
public final class ContenderConverter implements ITypeConverter<Contender> {
    private final CodecSpecConverter codecs = new CodecSpecConverter();

    @Override
    public Contender convert(String text) {
        return text.equals(Contender.POLICY_NAME) ? Contender.POLICY : Contender.everything(codecs.convert(text));
    }
}
