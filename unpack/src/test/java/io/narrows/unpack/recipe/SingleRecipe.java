package io.narrows.unpack.recipe;

import java.util.List;

/** An agreement on one recipe, where links would have all recipes of its encoder. */
public final class SingleRecipe {
    private SingleRecipe() {}

    public static AgreedRecipes agreed(Recipe recipe) {
        return new AgreedRecipes(
                List.of(recipe), List.of(recipe), new Workspaces(WorkspaceMemory.UNLIMITED, System::nanoTime));
    }
}
