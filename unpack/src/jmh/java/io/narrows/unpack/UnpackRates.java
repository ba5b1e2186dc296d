package io.narrows.unpack;

import io.narrows.testkit.program.Benchmark;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.SingleRecipe;
import io.narrows.unpack.stream.CarriedReader;
import io.narrows.unpack.stream.PieceToRebuild;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how fast the pieces of each recipe are unpacked and rebuilt. */
@Command(name = "recipes", mixinStandardHelpOptions = true, description = "Rates of recipes.")
public final class UnpackRates implements Benchmark {
    private static final int SEED = 36;

    @Option(names = "--plain", defaultValue = "65536", paramLabel = "N", description = "Plain bytes of a piece.")
    private int plain;

    @Option(
            names = "--millis",
            defaultValue = "300",
            paramLabel = "N",
            description = "Processor time of a measurement.")
    private long millis;

    private interface Work {
        void run() throws Exception;
    }

    @Override
    public Integer call() throws Exception {
        System.out.printf("%-40s %8s %10s %10s%n", "recipe", "part", "unpack", "rebuild");
        for (Recipe recipe : Pieces.RECIPES.all()) {
            measure(recipe);
        }
        return 0;
    }

    private void measure(Recipe recipe) throws Exception {
        byte[] content = new Plains(SEED).orders(plain);
        byte[] original = Pieces.packed(recipe, recipe.kind() == PieceKind.ZSTD_FRAME ? 4 : 0, content);
        AgreedRecipes agreed = SingleRecipe.agreed(recipe);
        FoundPiece found = Pieces.found(recipe.kind(), original);
        ByteBuffer packed = Direct.of(original);
        ByteBuffer carried = ByteBuffer.allocateDirect(plain + 100);
        PieceUnpacker unpacker = new PieceUnpacker(agreed, PieceLimits.STANDARD, (kind, reason, bytes) -> {});

        double unpack = rate(() -> {
            try (UnpackedPiece piece = unpacker.unpack(found, packed)) {
                piece.writeTo(carried.clear());
            }
        });
        List<PieceToRebuild> pieces = new ArrayList<>();
        new CarriedReader(agreed, PieceLimits.STANDARD).read(carried.flip(), new CarriedReader.Receiver() {
            @Override
            public void literal(ByteBuffer bytes) {
                throw new IllegalStateException("literal");
            }

            @Override
            public void piece(PieceToRebuild piece) {
                pieces.add(piece);
            }
        });
        ByteBuffer rebuilt = ByteBuffer.allocateDirect(original.length);
        double rebuild = rate(() -> pieces.get(0).rebuild(rebuilt.clear()));

        System.out.printf(
                "%-40s %8.3f %10.1f %10.1f%n", recipe.id(), (double) original.length / plain, unpack, rebuild);
    }

    /** Returns 10^6 plain bytes per second of processor time, after as much time to warm up. */
    private double rate(Work work) throws Exception {
        repeat(work);
        return repeat(work);
    }

    private double repeat(Work work) throws Exception {
        long begun = nanos();
        long end = begun + millis * 1_000_000;
        long bytes = 0;
        while (nanos() < end) {
            work.run();
            bytes += plain;
        }
        return bytes * 1e3 / (nanos() - begun);
    }

    private static long nanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
