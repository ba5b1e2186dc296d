package io.narrows.unpack.recipe;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;

/**
 * A class loader for a library's jar that is not on the class path, which has another release of the library. The classes of this
 * project that use the library are defined anew, so that they are linked to the jar; all others are the same as elsewhere.
 */
final class JarLoader extends URLClassLoader {
    private static final String PROJECT = "io.narrows.";

    private final ClassLoader project = Objects.requireNonNull(JarLoader.class.getClassLoader());
    private final Set<String> users;

    /**
     * @param users names of the classes to define anew. What they share with others must be public: a package of another loader is
     *     another package
     */
    JarLoader(Path jar, Set<String> users) throws MalformedURLException {
        super("recipes", new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        this.users = Set.copyOf(users);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!name.startsWith(PROJECT)) {
            return super.findClass(name);
        }
        return users.contains(name) ? redefined(name) : project.loadClass(name);
    }

    private Class<?> redefined(String name) throws ClassNotFoundException {
        try (InputStream file = project.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] code = file.readAllBytes();
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
