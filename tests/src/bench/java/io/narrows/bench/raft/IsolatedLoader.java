package io.narrows.bench.raft;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Gives a member classes of its own, so that members share no static state, as they do not where each is a process. */
public final class IsolatedLoader extends URLClassLoader {
    private final List<String> prefixes;

    /** @param prefixes of the names of classes that are loaded anew; all others are those of the harness */
    public IsolatedLoader(List<String> prefixes) {
        super(urls(), IsolatedLoader.class.getClassLoader());
        this.prefixes = prefixes;
    }

    /** Calls the static method {@code start} of a class that is loaded anew. Threads that begin there have its context. */
    public Member start(String className, MemberSetup setup) throws IOException {
        Thread.currentThread().setContextClassLoader(this);
        try {
            return (Member) Class.forName(className, true, this)
                    .getMethod("start", MemberSetup.class)
                    .invoke(null, setup);
        } catch (ReflectiveOperationException e) {
            throw new IOException(className + " cannot be started", e.getCause() == null ? e : e.getCause());
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (prefixes.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    private static URL[] urls() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> {
                    try {
                        return Path.of(entry).toUri().toURL();
                    } catch (MalformedURLException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toArray(URL[]::new);
    }
}
