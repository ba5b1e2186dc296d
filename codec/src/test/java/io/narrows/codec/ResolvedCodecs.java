package io.narrows.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A program for a separate JVM: prints what each codec resolves to there, and checks that it works. */
final class ResolvedCodecs {
    private ResolvedCodecs() {}

    public static void main(String[] args) throws MalformedDataException {
        Codecs codecs = Codecs.load();
        for (Codec wanted : Codec.values()) {
            CodecSpec found = codecs.resolve(CodecSpec.of(wanted));
            if (found.codec().hasBlocks()) {
                roundTrip(codecs.block(found));
            }
            System.out.println(wanted.label() + " -> " + found
                    + (codecs.has(wanted)
                            ? ""
                            : " because of "
                                    + codecs.missing()
                                            .get(wanted)
                                            .lines()
                                            .findFirst()
                                            .orElseThrow()));
        }
    }

    private static void roundTrip(BlockCodec codec) throws MalformedDataException {
        byte[] content =
                "so it goes, and so it goes, and so it goes".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        ByteBuffer block = ByteBuffer.allocate(codec.maxCompressedLength(content.length));
        codec.compress(ByteBuffer.wrap(content), block);
        ByteBuffer back = ByteBuffer.allocate(content.length);
        codec.decompress(block.flip(), back, content.length);
        if (!Arrays.equals(back.array(), content)) {
            throw new AssertionError("the fallback does not work");
        }
    }
}
