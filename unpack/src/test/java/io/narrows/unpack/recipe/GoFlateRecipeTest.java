package io.narrows.unpack.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.Direct;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.PieceUnpacker;
import io.narrows.unpack.Pieces;
import io.narrows.unpack.Plains;
import io.narrows.unpack.Refusal;
import io.narrows.unpack.UnpackedPiece;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoFlateRecipeTest {
    private final Plains plains = new Plains(1);
    private final Workspace workspace = new Workspace(WorkspaceMemory.UNLIMITED);

    @Test
    void streamOfGo_isTriedWithRecipesOfGoOnly() {
        ByteBuffer stream = Direct.of(Pieces.packed(Pieces.recipe("go 1.19 flate 6"), plains.orders(400_000)));

        assertThat(tried(stream))
                .hasSize(10)
                .allSatisfy(recipe -> assertThat(recipe.encoder()).isEqualTo("go 1.19 flate"));
    }

    @Test
    void otherStream_isTriedWithOtherRecipesOnly() {
        ByteBuffer stream = Direct.of(Pieces.packed(Pieces.recipe("deflate 6"), plains.orders(400_000)));

        assertThat(tried(stream))
                .hasSize(9)
                .allSatisfy(recipe -> assertThat(recipe.encoder()).startsWith("deflate "));
    }

    @Test
    void streamThatIsTooShort_hasNoLastBlock() {
        assertThat(EmptyLastBlock.ends(Direct.of(new byte[] {0, -1, -1}))).isFalse();
        assertThat(EmptyLastBlock.ends(Direct.of(new byte[] {0, 0, -1, -1}))).isTrue();
        assertThat(EmptyLastBlock.ends(Direct.of(new byte[] {0, 0, -1, -1}).position(1)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 1, 2, 3, 4, 5, 6, 7, 9}) // 9 makes the same of this content as 8
    void levelIsFound(int level) throws Exception {
        List<Refusal> refusals = new ArrayList<>();
        PieceUnpacker unpacker = new PieceUnpacker(
                Pieces.allAgreed(), PieceLimits.STANDARD, (kind, reason, bytes) -> refusals.add(reason));
        byte[] original = Pieces.packed(Pieces.recipe("go 1.19 flate " + level), plains.orders(60_000));

        for (int piece = 0; piece < 2; piece++) {
            try (UnpackedPiece unpacked =
                    unpacker.unpack(Pieces.found(PieceKind.DEFLATE, original), Direct.of(original))) {
                assertThat(unpacked).as("%s", refusals).isNotNull();
                assertThat(unpacked.recipe().id()).isEqualTo("go 1.19 flate " + level);
                assertThat(Pieces.rebuilt(Pieces.allAgreed(), Pieces.carried(unpacked)))
                        .isEqualTo(original);
            }
        }
    }

    private List<Recipe> tried(ByteBuffer stream) {
        Stream<Recipe> recipes = Pieces.RECIPES.all().stream().filter(recipe -> recipe.kind() == PieceKind.DEFLATE);
        return recipes.filter(recipe -> recipe.settings(stream, 400_000, workspace).length > 0)
                .toList();
    }
}
