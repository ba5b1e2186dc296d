package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.difference.BestDifferences;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.Workspace;
import io.narrows.unpack.recipe.Workspaces;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecipeSearchTest {
    private static final int PLAIN = 1_000;

    private final List<Integer> attempts = new ArrayList<>();
    private final Workspaces workspaces = Pieces.allAgreed().workspaces();
    private final Workspace workspace = workspaces.take();
    private final List<Recipe> recipes = List.of(new Fake(0, 1), new Fake(1, 1), new Fake(2, 1), new Fake(3, 1));
    private final Set<Recipe> unused = new HashSet<>();
    private final Predicate<Recipe> isUsed = recipe -> !unused.contains(recipe);
    private long clock;
    private final PastSearch past = new PastSearch(() -> clock);
    private final RecipeSearch search = new RecipeSearch(recipes, isUsed, true, past);

    @AfterEach
    void giveBack() {
        workspaces.giveBack(workspace);
    }

    @Test
    void firstPiece_triesRecipesInOrder() {
        assertThat(found(search, piece(2))).isSameAs(recipes.get(2));

        assertThat(attempts).containsExactly(0, 1, 2);
    }

    @Test
    void laterPieces_tryTheLastRecipeFirst() {
        found(search, piece(2));
        attempts.clear();

        assertThat(found(search, piece(2))).isSameAs(recipes.get(2));
        assertThat(found(search, piece(0))).isSameAs(recipes.get(0));
        assertThat(found(search, piece(0))).isSameAs(recipes.get(0));

        assertThat(attempts).containsExactly(2, 2, 0, 0);
    }

    @Test
    void pieceThatNoRecipeMakes_triesEachOnce() {
        found(search, piece(2));
        attempts.clear();

        assertThat(found(search, new Plains(9).noise(PLAIN))).isNull();

        assertThat(attempts).containsExactly(2, 0, 1, 3);
    }

    @Test
    void pieceThatDiffersALittle_triesAllRecipes_andTakesTheNearest() {
        byte[] similar = piece(1);
        similar[500] ^= 1;

        assertThat(found(search, similar)).isSameAs(recipes.get(1));
        assertThat(found(search, similar)).isSameAs(recipes.get(1));

        assertThat(attempts).containsExactly(0, 1, 2, 3, 1);
    }

    @Test
    void slowRecipes_areLeftOut_whenTimeIsUsedUp_butTheLastOneIsTried() {
        int nanosPerByte = (int) (SearchBudget.MOST / PLAIN / 3);
        Recipe fast = new Fake(0, nanosPerByte);
        RecipeSearch slow = new RecipeSearch(
                List.of(fast, new Fake(1, nanosPerByte), new Fake(2, nanosPerByte)), isUsed, true, past);
        assertThat(found(slow, piece(0))).isSameAs(fast);
        attempts.clear();

        assertThat(found(slow, piece(2))).isNull();
        assertThat(found(slow, piece(0))).isSameAs(fast);
        assertThat(found(slow, piece(2))).isNull();

        assertThat(attempts).containsExactly(0, 1, 0, 0);
    }

    @Test
    void search_continuesWhereNoTimeWasLeft() {
        int nanosPerByte = (int) (SearchBudget.MOST / PLAIN / 3);
        Recipe last = new Fake(3, nanosPerByte);
        RecipeSearch slow = new RecipeSearch(
                List.of(new Fake(0, nanosPerByte), new Fake(1, nanosPerByte), new Fake(2, nanosPerByte), last),
                isUsed,
                true,
                past);
        assertThat(found(slow, piece(3))).isNull();
        assertThat(attempts).containsExactly(0, 1);

        attempts.clear();
        slow.begin((int) SearchBudget.MOST);

        assertThat(found(slow, piece(3))).isSameAs(last);
        assertThat(attempts).containsExactly(2, 3);
    }

    @Test
    void recipeThatCostsMoreThanAllTime_isLeftOut() {
        Recipe cheap = new Fake(1, 1);
        RecipeSearch slow = new RecipeSearch(List.of(new Fake(0, (int) SearchBudget.MOST), cheap), isUsed, true, past);

        assertThat(found(slow, piece(1))).isSameAs(cheap);
        assertThat(attempts).containsExactly(1);
    }

    @Test
    void lastRecipe_losesItsPlaceAfterMisses() {
        int nanosPerByte = (int) (SearchBudget.MOST / PLAIN / 2);
        RecipeSearch slow = new RecipeSearch(List.of(new Fake(0, nanosPerByte)), isUsed, true, past);
        found(slow, piece(0));
        byte[] noise = new Plains(9).noise(PLAIN);
        for (int miss = 0; miss < 8; miss++) {
            assertThat(slow.begin(PLAIN)).isTrue();
            found(slow, noise);
        }

        found(slow, noise);

        assertThat(slow.begin(PLAIN)).isFalse();
    }

    @Test
    void firstPieceOfALaterConnection_triesTheRecipeOfTheEarlierOneFirst() {
        found(search, piece(2));
        attempts.clear();

        RecipeSearch later = new RecipeSearch(recipes, isUsed, true, past);
        assertThat(found(later, piece(2))).isSameAs(recipes.get(2));
        assertThat(found(later, piece(1))).isSameAs(recipes.get(1));
        assertThat(found(new RecipeSearch(recipes, isUsed, true, past), piece(1)))
                .isSameAs(recipes.get(1));

        assertThat(attempts).containsExactly(2, 2, 0, 1, 1);
    }

    @Test
    void manyConnectionsWithoutARecipe_shareTheTimeOfAFew() {
        int nanosPerByte = (int) (SearchBudget.MOST / PLAIN / 2);
        List<Recipe> slow = List.of(new Fake(0, nanosPerByte), new Fake(1, nanosPerByte));
        byte[] noise = new Plains(9).noise(PLAIN);

        for (int connection = 0; connection < 1_000; connection++) {
            found(new RecipeSearch(slow, isUsed, true, past), noise);
        }

        long connections = PastSearch.MOST / SearchBudget.MOST;
        assertThat(attempts).hasSizeBetween((int) connections, 2 * (int) connections);

        attempts.clear();
        clock += PastSearch.CLOCK_PER_STORED * 2 * SearchBudget.MOST;
        for (int connection = 0; connection < 1_000; connection++) {
            found(new RecipeSearch(slow, isUsed, true, past), noise);
        }
        assertThat(attempts).hasSizeBetween(2, 4);
    }

    @Test
    void connectionsThatMissTheEarlierRecipe_ceaseToBeginWithIt() {
        found(search, piece(2));
        byte[] noise = new Plains(9).noise(PLAIN);
        past.spend(PastSearch.MOST);
        attempts.clear();

        for (int connection = 0; connection < 1_000; connection++) {
            found(new RecipeSearch(recipes, isUsed, true, past), noise);
        }

        assertThat(attempts).hasSize(8).containsOnly(2);
    }

    @Test
    void recipeThatIsNoLongerUsed_isNotTried() {
        found(search, piece(2));
        attempts.clear();
        unused.add(recipes.get(2));

        assertThat(found(search, piece(2))).isNull();

        assertThat(attempts).containsExactly(0, 1, 3);
    }

    private Recipe found(RecipeSearch search, byte[] packed) {
        search.begin(packed.length);
        BestDifferences differences = workspace.differences();
        differences.begin(ByteBuffer.wrap(packed), List.of(), packed.length / 8);
        return search.search(Direct.of(packed), Direct.of(new byte[PLAIN]), differences, workspace);
    }

    /** Returns what the fake recipe of a number makes. */
    private static byte[] piece(int number) {
        return new Plains(number).noise(PLAIN);
    }

    /** Makes the same noise of anything. */
    private final class Fake implements Recipe {
        private final int number;
        private final int nanosPerByte;

        Fake(int number, int nanosPerByte) {
            this.number = number;
            this.nanosPerByte = nanosPerByte;
        }

        @Override
        public PieceKind kind() {
            return PieceKind.LZ4_BLOCK;
        }

        @Override
        public String id() {
            return "fake " + number;
        }

        @Override
        public long nanos(int plainLength) {
            return (long) nanosPerByte * plainLength;
        }

        @Override
        public int bound(int plainLength) {
            return plainLength;
        }

        @Override
        public int encode(ByteBuffer plain, int settings, ByteBuffer dst, ByteBuffer expected, Workspace workspace) {
            attempts.add(number);
            dst.duplicate().put(piece(number));
            plain.position(plain.limit());
            return PLAIN;
        }
    }
}
