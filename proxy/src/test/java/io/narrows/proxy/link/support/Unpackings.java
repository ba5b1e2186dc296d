package io.narrows.proxy.link.support;

import io.narrows.codec.PackedFormat;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.unpack.recipe.Recipes;
import java.util.List;
import java.util.Set;

/** Unpacking on links of tests. */
public final class Unpackings {
    /** The unpacking of a link whose ends have no recipe in common. */
    public static final LinkTap.Unpacking NONE =
            new LinkTap.Unpacking(Recipes.ofThisProcess().agreed(List.of()), Set::of, 0);

    private Unpackings() {}

    /** Returns the unpacking between nodes of this version. */
    public static LinkTap.Unpacking ofRule(PackedFormat... formats) {
        Recipes recipes = Recipes.ofThisProcess();
        return new LinkTap.Unpacking(recipes.agreed(recipes.encoders()), () -> Set.of(formats), 50_000_000);
    }
}
