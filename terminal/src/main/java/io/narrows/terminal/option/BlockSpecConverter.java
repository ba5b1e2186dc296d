package io.narrows.terminal.option;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import picocli.CommandLine.ITypeConverter;

/** Parses a codec as {@link CodecSpecConverter} does, restricted to the codecs of files. */
public final class BlockSpecConverter implements ITypeConverter<CodecSpec> {
    @Override
    public CodecSpec convert(String text) {
        return CodecSpecConverter.convert(text, Codec.ofBlocks());
    }
}
