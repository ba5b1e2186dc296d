package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.Hole;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.SingleRecipe;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RoundTripTest {
    private static final int RUNS = 12;

    private final List<Refusal> refusals = new ArrayList<>();

    @ParameterizedTest
    @MethodSource("recipes")
    void pieceOfARecipe_isRebuilt(String id) throws Exception {
        Recipe recipe = Pieces.recipe(id);
        AgreedRecipes agreed = SingleRecipe.agreed(recipe);
        PieceUnpacker unpacker = unpacker(agreed);
        long seed = Seed.of("RoundTripTest of " + id);
        Random random = new Random(seed);
        Plains plains = new Plains(seed);
        for (int run = 0; run < RUNS; run++) {
            int length = shortest(recipe) + random.nextInt(run == 0 ? 400_000 : 20_000);
            while (recipe.nanos(length) > SearchBudget.MOST) {
                length /= 2;
            }
            byte[] plain = plains.orders(length);
            int settings = settings(recipe, run, length);
            byte[] original = Pieces.packed(recipe, settings, plain);

            try (UnpackedPiece piece = unpacker.unpack(Pieces.found(recipe.kind(), original), Direct.of(original))) {
                assertThat(piece)
                        .as("%s settings %d, %s", id, settings, refusals)
                        .isNotNull();
                assertThat(piece.differencesLength()).isZero();
                assertThat(piece.plainLength()).isEqualTo(length);
                assertThat(Pieces.rebuilt(agreed, Pieces.carried(piece))).isEqualTo(original);
            }
        }
    }

    /** Returns a length from which on a block is always compressed; a linked one would otherwise be stored. */
    private static int shortest(Recipe recipe) {
        return recipe.kind() == PieceKind.LZ4_LINKED_BLOCK ? 1_000 : 100;
    }

    /** Returns settings that a program could use: content sizes are unknown only if the content is streamed. */
    private static int settings(Recipe recipe, int run, int length) {
        if (recipe.kind() != PieceKind.ZSTD_FRAME) {
            return Recipe.NO_SETTINGS;
        }
        int checksum = run & 1;
        int streamed = run % 2 == 0 ? 12 : 4;
        return checksum | (run % 3 == 0 ? 2 : run % 3 == 1 ? streamed : length > 128 << 10 ? 6 : 2);
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void pieceWithHoles_isRebuilt(String id) throws Exception {
        Recipe recipe = Pieces.recipe(id);
        AgreedRecipes agreed = SingleRecipe.agreed(recipe);
        long seed = Seed.of("RoundTripTest with holes of " + id);
        Random random = new Random(seed);
        byte[] packed = Pieces.packed(recipe, settings(recipe, 0, 0), new Plains(seed).orders(9_000));
        ByteBuffer original = ByteBuffer.allocate(packed.length + 3 * 9);
        List<Hole> holes = new ArrayList<>();
        int from = 0;
        for (int hole = 1; hole <= 3; hole++) {
            int until = hole * packed.length / 4 + random.nextInt(50);
            original.put(packed, from, until - from);
            holes.add(new Hole(original.position(), 9));
            original.put(new Plains(random.nextLong()).noise(9));
            from = until;
        }
        original.put(packed, from, packed.length - from).flip();

        FoundPiece found = new FoundPiece(recipe.kind(), original.remaining(), holes);
        try (UnpackedPiece piece = unpacker(agreed).unpack(found, original)) {
            assertThat(piece).as("%s", refusals).isNotNull();
            assertThat(piece.differencesLength()).isBetween(3 * 9, 3 * (9 + 12));
            assertThat(Pieces.rebuilt(agreed, Pieces.carried(piece))).isEqualTo(original.array());
        }
    }

    private PieceUnpacker unpacker(AgreedRecipes agreed) {
        return new PieceUnpacker(agreed, PieceLimits.STANDARD, (kind, reason, bytes) -> refusals.add(reason));
    }

    static Stream<String> recipes() {
        return Pieces.RECIPES.all().stream().map(Recipe::id);
    }
}
