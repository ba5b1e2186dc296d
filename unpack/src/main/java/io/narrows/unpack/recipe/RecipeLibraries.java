package io.narrows.unpack.recipe;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Libraries of recipes in other releases than those on the class path, from jars in the folder {@code recipes} next to the jar or the
 * classes of this module. What is missing there is not available. Safe for use by many threads.
 */
final class RecipeLibraries {
    private static final String FOLDER = "recipes";

    private final List<ZstdLibrary> zstd = new ArrayList<>();
    private final Map<String, String> missing = new LinkedHashMap<>();

    /** @param folder fails if there is none; the libraries are missing then */
    RecipeLibraries(Supplier<Path> folder) {
        try {
            zstd.add(new ZstdJar(folder.get(), System.getProperty("os.arch")).load());
        } catch (IOException | RuntimeException | LinkageError e) {
            missing.put("zstd " + ZstdJar.VERSION, e.toString());
        }
    }

    /** Returns the libraries of this process, and loads them at the first call. A JVM loads a native library only once. */
    static RecipeLibraries ofProcess() {
        return OfProcess.LIBRARIES;
    }

    private static final class OfProcess {
        static final RecipeLibraries LIBRARIES = new RecipeLibraries(RecipeLibraries::folder);
    }

    /** Returns the other versions of zstd, each unless it is missing. */
    List<ZstdLibrary> zstd() {
        return List.copyOf(zstd);
    }

    /** Returns the missing libraries by name and version, each with the reason. */
    Map<String, String> missing() {
        return Map.copyOf(missing);
    }

    /** Classes from an archive of the JVM have no code source, so the class file is looked up. */
    private static Path folder() {
        URL file = Objects.requireNonNull(RecipeLibraries.class.getResource("RecipeLibraries.class"));
        return besideOrigin(file, RecipeLibraries.class.getPackageName());
    }

    /**
     * Returns the folder next to the jar or the classes that a class file is in.
     *
     * @param file as a class loader finds it
     * @param classPackage its package
     */
    static Path besideOrigin(URL file, String classPackage) {
        try {
            if (file.openConnection() instanceof JarURLConnection jar) {
                return Path.of(jar.getJarFileURL().toURI()).resolveSibling(FOLDER);
            }
            Path origin = Path.of(file.toURI());
            for (String each : classPackage.split("\\.", -1)) {
                origin = Objects.requireNonNull(origin.getParent(), each);
            }
            return Objects.requireNonNull(origin.getParent()).resolveSibling(FOLDER);
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(file + " has no folder", e); // the class path has files
        }
    }
}
