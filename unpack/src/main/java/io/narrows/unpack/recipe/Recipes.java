package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** All recipes of this process, and the workspaces in which they are used. Safe for use by many threads. */
public final class Recipes {
    /** Native memory that suffices for zstd up to level 11: 32 MiB. */
    public static final long STANDARD_CONTEXT_BYTES = 32 << 20;

    private final List<Recipe> all;
    private final Map<String, String> missing;
    private final Workspaces workspaces = new Workspaces(WorkspaceMemory.UNLIMITED, System::nanoTime);
    /** The offered name of each encoder. */
    private final Map<String, String> offers;

    private volatile Agreement last;

    private Recipes(List<Recipe> all, Map<String, String> missing) {
        this.all = List.copyOf(all);
        this.missing = Map.copyOf(missing);
        this.offers = offers(all);
        this.last = new Agreement(List.of(), new AgreedRecipes(List.of(), List.of(), workspaces));
    }

    /**
     * Creates the recipes of this process. It runs some of them, for their ids, which takes some tens of milliseconds.
     *
     * @param mostContextBytes recipes that need more native memory are omitted
     */
    public static Recipes of(long mostContextBytes) {
        RecipeLibraries libraries = RecipeLibraries.ofProcess();
        Usable usable = new Usable(mostContextBytes);
        libraries.missing().forEach(usable.missing::put);
        usable.add("lz4", PieceKind.LZ4_BLOCK, Lz4Recipe::all);
        usable.add("lz4", PieceKind.LZ4_LINKED_BLOCK, () -> List.of(new Lz4LinkedRecipe()));
        usable.add("snappy", PieceKind.SNAPPY_BLOCK, SnappyRecipe::all);
        usable.add("zlib", PieceKind.DEFLATE, DeflateRecipe::all);
        usable.add("zlib", PieceKind.DEFLATE_STREAM, () -> DeflateStreamRecipe.of(usable.recipes));
        usable.add("go flate", PieceKind.DEFLATE, GoFlateRecipe::all);
        usable.add("zstd", PieceKind.ZSTD_FRAME, () -> zstd(libraries.zstd()));
        usable.add("zstd", PieceKind.ZSTD_STREAM, () -> ZstdStreamRecipe.of(usable.recipes));
        return new Recipes(usable.recipes, usable.missing);
    }

    private static List<Recipe> zstd(List<ZstdLibrary> others) {
        List<ZstdLibrary> libraries = new ArrayList<>(others);
        libraries.add(LinkedZstd.ofClassPath());
        return ZstdRecipe.all(libraries);
    }

    /** The recipes whose libraries work here. One that does not leaves its format packed, and nothing else changes. */
    private static final class Usable {
        private final long mostContextBytes;
        private final List<Recipe> recipes = new ArrayList<>();
        private final Map<String, String> missing = new LinkedHashMap<>();

        Usable(long mostContextBytes) {
            this.mostContextBytes = mostContextBytes;
        }

        void add(String library, PieceKind kind, Supplier<List<Recipe>> made) {
            try {
                PieceDecoders.decoder(kind);
                List<Recipe> added = new ArrayList<>(made.get());
                added.removeIf(recipe -> recipe.contextBytes() > mostContextBytes);
                recipes.addAll(added);
            } catch (RuntimeException | Error e) { // SnappyError is not a LinkageError
                if (e instanceof VirtualMachineError) {
                    throw e;
                }
                missing.put(library, e.toString());
            }
        }
    }

    private static Map<String, String> offers(List<Recipe> all) {
        Map<String, List<Recipe>> byEncoder =
                all.stream().collect(Collectors.groupingBy(Recipe::encoder, LinkedHashMap::new, Collectors.toList()));
        List<byte[]> vectors = FingerprintVectors.all();
        Map<String, String> offers = new LinkedHashMap<>();
        byEncoder.forEach((encoder, recipes) -> offers.put(encoder, encoder + " " + fingerprint(recipes, vectors)));
        return offers;
    }

    /** Returns a fingerprint of an encoder's recipes, with the bytes of the fastest of them: an id alone names a file that may be replaced. */
    private static String fingerprint(List<Recipe> recipes, List<byte[]> vectors) {
        Recipe fastest = recipes.stream()
                .min(Comparator.comparingLong(recipe -> recipe.nanos(1 << 20)))
                .orElseThrow();
        List<String> parts = new ArrayList<>(
                recipes.stream().map(Recipes::described).sorted().toList());
        parts.add(Fingerprint.of(fastest, vectors));
        return Fingerprint.of(parts);
    }

    /** Returns what both ends must agree on: also the memory that a sender asks for and a receiver grants. */
    private static String described(Recipe recipe) {
        return recipe instanceof StreamRecipe ? recipe.id() + " " + recipe.contextBytes() : recipe.id();
    }

    /** Returns the libraries that could not be loaded, such as {@code zstd 1.5.6}, each with the reason. */
    public Map<String, String> missing() {
        return missing;
    }

    /**
     * Returns the encoders of all recipes, to offer them to a peer: the name of each, and a fingerprint of its recipes and of what it
     * makes. Processes whose recipes or bytes differ have no such name in common.
     */
    public List<String> encoders() {
        return List.copyOf(offers.values());
    }

    /** Returns the names of the encoders without fingerprints, as {@link Recipe#encoder}. */
    public List<String> encoderNames() {
        return List.copyOf(offers.keySet());
    }

    /** Returns all recipes, those of a kind in the order in which to try them. */
    public List<Recipe> all() {
        return all;
    }

    /**
     * Returns the recipes that both ends of a link have. Both ends number them alike, whatever the order of the ids.
     *
     * @param offered the encoders that the peer offered; unknown ones have no effect
     */
    public AgreedRecipes agreed(List<String> offered) {
        Agreement known = last;
        if (!known.offered().equals(offered)) {
            known = new Agreement(List.copyOf(offered), agree(offered));
            last = known;
        }
        return known.recipes();
    }

    private AgreedRecipes agree(List<String> offered) {
        Set<String> encoders = new HashSet<>(offered);
        List<Recipe> common = all.stream()
                .filter(recipe -> encoders.contains(offers.get(recipe.encoder())))
                .toList();
        List<Recipe> numbered =
                common.stream().sorted(Comparator.comparing(Recipe::id)).toList();
        return new AgreedRecipes(common, numbered, workspaces);
    }

    /** Returns the recipes of this process, created at the first call. */
    public static Recipes ofThisProcess() {
        return OfThisProcess.RECIPES;
    }

    private static final class OfThisProcess {
        static final Recipes RECIPES = orNone();

        /** Links must work without recipes, whatever is wrong with a library. */
        private static Recipes orNone() {
            try {
                return of(STANDARD_CONTEXT_BYTES);
            } catch (RuntimeException | LinkageError e) {
                return new Recipes(List.of(), Map.of("any library", root(e).toString()));
            }
        }

        private static Throwable root(Throwable error) {
            Throwable cause = error.getCause();
            return cause == null ? error : root(cause);
        }
    }

    /** The recipes for an offer. Most peers of a process offer the same ones, and each link asks again. */
    private record Agreement(List<String> offered, AgreedRecipes recipes) {}
}
