package io.narrows.tests.deploy;

import io.narrows.unpack.recipe.Recipes;

/** Loads the libraries of all recipes, and prints those that are missing. */
final class MissingRecipeLibraries {
    private MissingRecipeLibraries() {}

    public static void main(String[] arguments) {
        System.out.println(Recipes.of(Recipes.STANDARD_CONTEXT_BYTES).missing());
    }
}
