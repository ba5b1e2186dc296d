package io.narrows.unpack;

import io.airlift.compress.Compressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.narrows.testkit.program.Benchmark;
import io.narrows.unpack.difference.BestDifferences;
import io.narrows.unpack.recipe.Recipe;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jpountz.lz4.LZ4Factory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how far blocks of other encoders differ from those of recipes. */
@Command(name = "differences", mixinStandardHelpOptions = true, description = "Sizes of differences to other encoders.")
public final class DifferenceSizes implements Benchmark {
    private static final int SEED = 36;

    @Option(names = "--plain", defaultValue = "65536", paramLabel = "N", description = "Plain bytes of a block.")
    private int plain;

    @Option(names = "--blocks", defaultValue = "30", paramLabel = "N", description = "Blocks of each encoder.")
    private int blocks;

    private record Encoder(String name, PieceKind kind, UnaryOperator<byte[]> compress) {}

    @Override
    public Integer call() {
        System.out.printf(
                "%-24s %-34s %6s %8s %8s %8s%n", "encoder", "nearest recipe", "same", "least", "median", "most");
        for (Encoder encoder : encoders()) {
            for (Recipe recipe : Pieces.RECIPES.all()) {
                if (recipe.kind() == encoder.kind()) {
                    compare(encoder, recipe);
                }
            }
        }
        return 0;
    }

    private void compare(Encoder encoder, Recipe recipe) {
        Plains plains = new Plains(SEED);
        BestDifferences differences = new BestDifferences();
        List<Double> parts = new ArrayList<>();
        int same = 0;
        for (int block = 0; block < blocks; block++) {
            byte[] content = plains.orders(plain);
            byte[] original = encoder.compress().apply(content);
            byte[] output = Pieces.packed(recipe, content);
            same += Arrays.equals(original, output) ? 1 : 0;
            differences.begin(ByteBuffer.wrap(original), List.of(), 2 * original.length);
            differences.improvedBy(Direct.of(output), Direct.of(original));
            parts.add((double) differences.best().remaining() / original.length);
        }
        parts.sort(null);
        System.out.printf(
                "%-24s %-34s %3d/%-3d %8.3f %8.3f %8.3f%n",
                encoder.name(), recipe.id(), same, blocks, parts.get(0), parts.get(blocks / 2), parts.get(blocks - 1));
    }

    private static List<Encoder> encoders() {
        List<Encoder> encoders = new ArrayList<>();
        encoders.add(new Encoder(
                "lz4-java safe fast",
                PieceKind.LZ4_BLOCK,
                content -> LZ4Factory.safeInstance().fastCompressor().compress(content)));
        for (int level : new int[] {3, 9, 12}) {
            encoders.add(new Encoder(
                    "lz4-java safe hc " + level,
                    PieceKind.LZ4_BLOCK,
                    content -> LZ4Factory.safeInstance().highCompressor(level).compress(content)));
        }
        encoders.add(new Encoder(
                "aircompressor lz4", PieceKind.LZ4_BLOCK, content -> compressed(new Lz4Compressor(), content)));
        encoders.add(new Encoder(
                "aircompressor snappy",
                PieceKind.SNAPPY_BLOCK,
                content -> compressed(new SnappyCompressor(), content)));
        for (String id : new String[] {"fast", "hc 3", "hc 9", "hc 12"}) {
            Recipe recipe = Pieces.recipe("lz4-java 1.13.0 " + id);
            encoders.add(new Encoder("lz4 " + id, PieceKind.LZ4_BLOCK, content -> Pieces.packed(recipe, content)));
        }
        return encoders;
    }

    private static byte[] compressed(Compressor compressor, byte[] content) {
        byte[] block = new byte[compressor.maxCompressedLength(content.length)];
        int length = compressor.compress(content, 0, content.length, block, 0, block.length);
        return Arrays.copyOf(block, length);
    }
}
