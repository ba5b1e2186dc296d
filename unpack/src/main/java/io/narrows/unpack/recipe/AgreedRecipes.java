package io.narrows.unpack.recipe;

import io.narrows.codec.PackedFormat;
import io.narrows.unpack.PastSearches;
import io.narrows.unpack.PieceKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The recipes that both ends of a link have, with their numbers on the wire. Safe for use by many threads. */
public final class AgreedRecipes {
    private final List<Recipe> inOrder;
    private final List<Recipe> numbered;
    private final Set<PieceKind> kinds;
    private final Map<Recipe, Integer> numbers;
    private final Workspaces workspaces;
    private final Predicate<String> usedEncoders;
    private final Supplier<PastSearches> pastSearches;

    AgreedRecipes(List<Recipe> inOrder, List<Recipe> numbered, Workspaces workspaces) {
        this.inOrder = inOrder;
        this.numbered = numbered;
        this.workspaces = workspaces;
        this.usedEncoders = encoder -> true;
        this.pastSearches = () -> new PastSearches(() -> 0);
        this.numbers = new HashMap<>();
        this.kinds = inOrder.stream().map(Recipe::kind).collect(Collectors.toUnmodifiableSet());
        for (int number = 0; number < numbered.size(); number++) {
            numbers.put(numbered.get(number), number);
        }
    }

    /** Shares the lists and numbers of others: each link has recipes of its own. */
    private AgreedRecipes(
            AgreedRecipes others,
            Workspaces workspaces,
            Predicate<String> usedEncoders,
            Supplier<PastSearches> pastSearches) {
        this.inOrder = others.inOrder;
        this.numbered = others.numbered;
        this.kinds = others.kinds;
        this.numbers = others.numbers;
        this.workspaces = workspaces;
        this.usedEncoders = usedEncoders;
        this.pastSearches = pastSearches;
    }

    /**
     * Returns the same recipes and numbers, of which pieces are unpacked with some only.
     *
     * @param encoders accepts those that are used, by the name in {@link Recipe#encoder}; asked for each piece, on any thread, as it may
     *     change
     */
    public AgreedRecipes usedWhile(Predicate<String> encoders) {
        return new AgreedRecipes(this, workspaces, encoders, pastSearches);
    }

    /** Returns the same recipes and numbers, which are used in other workspaces. */
    public AgreedRecipes in(Workspaces others) {
        return new AgreedRecipes(this, others, usedEncoders, pastSearches);
    }

    /** Returns the same recipes and numbers, for connections that begin with the experience of others. */
    public AgreedRecipes after(PastSearches past) {
        return new AgreedRecipes(this, workspaces, usedEncoders, () -> past);
    }

    /** Returns the experience with which the search on a connection begins: none, unless {@link #after} set it. */
    public PastSearches pastSearches() {
        return pastSearches.get();
    }

    /** Returns whether pieces are unpacked with a recipe now. */
    public boolean uses(Recipe recipe) {
        return usedEncoders.test(recipe.encoder());
    }

    /** Returns the recipes for a kind of pieces, in the order in which to try them. */
    public List<Recipe> of(PieceKind kind) {
        return inOrder.stream().filter(recipe -> recipe.kind() == kind).toList();
    }

    /**
     * Returns the memory of the encoder that a peer probably needs for a long piece, in bytes: that of the recipe which made the last one, or of
     * the largest.
     *
     * @param parts a kind of parts that has recipes
     */
    public long encoderBytes(PieceKind parts) {
        Recipe last = pastSearches().last(parts);
        return last != null
                ? last.contextBytes()
                : of(parts).stream().mapToLong(Recipe::contextBytes).max().orElseThrow();
    }

    /** Returns the memory of the largest encoder for pieces that come in parts, in bytes; 0 if there is none. */
    public long largestEncoderBytes() {
        return inOrder.stream()
                .filter(StreamRecipe.class::isInstance)
                .mapToLong(Recipe::contextBytes)
                .max()
                .orElse(0);
    }

    /**
     * Returns the memory of the encoder that long pieces needed on earlier connections, in bytes; 0 if there were none.
     *
     * @param formats those of the pieces
     */
    public long encoderBytesBefore(Set<PackedFormat> formats) {
        PastSearches past = pastSearches();
        return kinds.stream()
                .filter(kind -> kind.isPart() && formats.contains(kind.format()))
                .map(past::last)
                .filter(Objects::nonNull)
                .mapToLong(Recipe::contextBytes)
                .max()
                .orElse(0);
    }

    /** Returns the kinds of pieces that have recipes. */
    public Set<PieceKind> kinds() {
        return kinds;
    }

    /** Returns how many recipes there are. Their numbers begin at 0. */
    public int count() {
        return numbered.size();
    }

    public Recipe byNumber(int number) {
        return numbered.get(number);
    }

    /** Returns the number of a recipe, which must be one of these. */
    public int numberOf(Recipe recipe) {
        return Objects.requireNonNull(numbers.get(recipe), recipe::id);
    }

    /** Returns the pool of workspaces: that of the process, unless {@link #in} set another. */
    public Workspaces workspaces() {
        return workspaces;
    }
}
