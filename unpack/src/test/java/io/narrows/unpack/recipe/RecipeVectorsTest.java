package io.narrows.unpack.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.Pieces;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/**
 * The length and CRC-32C of what each recipe makes of fixed vectors, by its id. Two processes with the same id must make the same
 * bytes, whatever their versions of a library.
 */
class RecipeVectorsTest {
    private static final String TABLE = "recipes.tsv";
    private static final Path FOUND = Path.of("target", TABLE);

    @Test
    void recipesMakeTheBytesOfTheirIds() throws IOException {
        Map<String, List<String>> expected = table();
        Map<String, List<String>> found = new LinkedHashMap<>();
        for (Recipe recipe : Pieces.RECIPES.all()) {
            found.put(recipe.id(), lines(recipe));
        }
        write(found);

        for (Recipe recipe : Pieces.RECIPES.all()) {
            List<String> known = expected.get(recipe.id());
            if (known == null && hasFingerprint(recipe)) {
                continue; // another library, which has another id
            }
            assertThat(found.get(recipe.id()))
                    .as(
                            "%s makes other bytes than in %s, or is not in it. If its library has changed, so must its id"
                                    + " (the version in it, or a number after it); then add the lines of %s",
                            recipe.id(), TABLE, FOUND)
                    .isEqualTo(known);
        }
    }

    @Test
    void idsAreDifferent() {
        assertThat(Pieces.RECIPES.all()).extracting(Recipe::id).doesNotHaveDuplicates();
    }

    private static boolean hasFingerprint(Recipe recipe) {
        return recipe instanceof DeflateRecipe
                || recipe instanceof DeflateStreamRecipe
                || recipe instanceof SnappyRecipe;
    }

    private static List<String> lines(Recipe recipe) {
        List<String> lines = new ArrayList<>();
        List<byte[]> vectors = new ArrayList<>(FingerprintVectors.all());
        vectors.add(Arrays.copyOf(vectors.get(0), 64 << 10));
        for (int vector = 0; vector < vectors.size(); vector++) {
            for (int settings : settings(recipe)) {
                byte[] output = Pieces.packed(recipe, settings, vectors.get(vector));
                CRC32C checksum = new CRC32C();
                checksum.update(output);
                lines.add("%d\t%d\t%d\t%08x".formatted(vector, settings, output.length, checksum.getValue()));
            }
        }
        return lines;
    }

    private static int[] settings(Recipe recipe) {
        return switch (recipe.kind()) {
            case ZSTD_FRAME -> new int[] {3, 4, 6, 12};
            case ZSTD_STREAM -> new int[] {0, ZstdStreamRecipe.CHECKSUM | ZstdStreamRecipe.FLUSHED};
            default -> new int[] {Recipe.NO_SETTINGS};
        };
    }

    private static Map<String, List<String>> table() {
        Map<String, List<String>> table = new LinkedHashMap<>();
        try (InputStream in = RecipeVectorsTest.class.getResourceAsStream(TABLE)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList()) {
                int tab = line.indexOf('\t');
                table.computeIfAbsent(line.substring(0, tab), id -> new ArrayList<>())
                        .add(line.substring(tab + 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return table;
    }

    private static void write(Map<String, List<String>> table) throws IOException {
        StringBuilder text = new StringBuilder();
        table.forEach((id, lines) ->
                lines.forEach(line -> text.append(id).append('\t').append(line).append('\n')));
        Files.createDirectories(FOUND.getParent());
        Files.writeString(FOUND, text);
    }
}
