package io.narrows.proxy.link.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.Recipes;
import io.narrows.unpack.recipe.WorkspaceMemory;
import io.narrows.unpack.recipe.Workspaces;
import org.junit.jupiter.api.Test;

final class PeerRecipesTest {
    private static final PeerId B = new PeerId("b");
    private static final PeerId C = new PeerId("c");

    private final EncoderRefusals refusals = new EncoderRefusals();
    private final PeerRecipes recipes = new PeerRecipes(
            Recipes::ofThisProcess, refusals, new Workspaces(WorkspaceMemory.UNLIMITED, () -> 0), () -> 0);

    @Test
    void linksToTheSamePeer_shareWhatTheyLearnt() {
        AgreedRecipes first = agreed(B);

        assertThat(agreed(B).pastSearches()).isSameAs(first.pastSearches());
        assertThat(agreed(C).pastSearches()).isNotSameAs(first.pastSearches());

        recipes.forget(B);
        assertThat(agreed(B).pastSearches()).isNotSameAs(first.pastSearches());
    }

    @Test
    void openLink_ceasesToUseAnEncoderThatIsWithdrawnOnAnother() {
        AgreedRecipes open = agreed(B);
        AgreedRecipes ofOther = agreed(C);
        Recipe recipe = open.byNumber(0);
        assertThat(open.uses(recipe)).isTrue();

        refusals.withdraw(B, recipe.encoder());

        assertThat(open.uses(recipe)).isFalse();
        assertThat(ofOther.uses(recipe)).isTrue();
        assertThat(open.numberOf(recipe)).isZero();
    }

    @Test
    void encoders_areHashedOnce() {
        assertThat(recipes.encoders()).isSameAs(recipes.encoders());
        assertThat(recipes.encoders().entries())
                .isEqualTo(Recipes.ofThisProcess().encoders());
    }

    private AgreedRecipes agreed(PeerId peer) {
        return recipes.agreed(peer, recipes.encoders().entries());
    }
}
