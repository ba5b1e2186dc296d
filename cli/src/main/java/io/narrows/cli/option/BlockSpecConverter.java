package io.narrows.cli.option;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import picocli.CommandLine.ITypeConverter;

/** As {@link CodecSpecConverter}, of the codecs that files can have. */
public final class BlockSpecConverter implements ITypeConverter<CodecSpec> {
    @Override
    public CodecSpec convert(String text) {
        return CodecSpecConverter.convert(text, Codec.ofBlocks());
    }
}
