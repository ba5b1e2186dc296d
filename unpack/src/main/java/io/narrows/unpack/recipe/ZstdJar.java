package io.narrows.unpack.recipe;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The jar of zstd-jni 1.5.6, whose encoder makes other frames than the release on the class path. The Java clients of Kafka 3.9 and
 * 4.1 use it, and zstd 1.5.4 and 1.5.5 make the same frames.
 */
final class ZstdJar {
    /** The version of the library in it. */
    static final String VERSION = "1.5.6";

    private static final String NAME = "zstd-jni-" + VERSION + "-10";

    /** The classes that use the jar. */
    private static final Set<String> USERS = Set.of(
            LinkedZstd.class.getName(),
            LinkedZstd.class.getName() + "$Encoder",
            LinkedZstd.class.getName() + "$Parts",
            ExpectedOutput.class.getName(),
            ZstdNative.class.getName());

    private final Path jar;
    private final String architecture;

    /**
     * @param folder contains a jar for each architecture, and perhaps the native library of this one, unpacked
     * @param architecture as Java names it: amd64 or aarch64
     */
    ZstdJar(Path folder, String architecture) {
        this.jar = folder.resolve(NAME + "-linux_" + architecture + ".jar");
        this.architecture = architecture;
    }

    /**
     * Loads the library. A JVM loads each file of a native library only once.
     *
     * @throws IOException if the jar is missing or damaged
     * @throws LinkageError if the native library cannot be loaded
     */
    ZstdLibrary load() throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw new FileNotFoundException(jar + " is missing");
        }
        JarLoader loader = new JarLoader(jar, USERS); // stays open, as classes are loaded when they are first used
        boolean loaded = false;
        try {
            loadNative(loader);
            Constructor<?> constructor =
                    loader.loadClass(LinkedZstd.class.getName()).getDeclaredConstructor(String.class);
            constructor.setAccessible(true);
            ZstdLibrary library = (ZstdLibrary) constructor.newInstance(VERSION);
            library.newEncoder().close();
            loaded = true;
            return library;
        } catch (ReflectiveOperationException e) {
            throw new IOException("cannot load " + jar + ": " + e, e);
        } finally {
            if (!loaded) {
                loader.close();
            }
        }
    }

    private void loadNative(JarLoader loader) throws IOException, ReflectiveOperationException {
        Constructor<?> constructor =
                loader.loadClass(ZstdNative.class.getName()).getDeclaredConstructor();
        constructor.setAccessible(true);
        @SuppressWarnings("unchecked")
        Consumer<String> natives = (Consumer<String>) constructor.newInstance();
        String file = "lib" + NAME + ".so";
        Path unpacked = jar.resolveSibling(file);
        if (Files.exists(unpacked)) {
            natives.accept(unpacked.toAbsolutePath().toString());
            return;
        }
        Path copy = Files.createTempFile(NAME, ".so");
        try (InputStream packed = loader.getResourceAsStream("linux/" + architecture + "/" + file)) {
            if (packed == null) {
                throw new IOException(jar + " has no " + file);
            }
            Files.copy(packed, copy, StandardCopyOption.REPLACE_EXISTING);
            natives.accept(copy.toString());
        } finally {
            Files.delete(copy); // a loaded library stays
        }
    }
}
