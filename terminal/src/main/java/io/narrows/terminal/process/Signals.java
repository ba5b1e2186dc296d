package io.narrows.terminal.process;

import java.lang.reflect.Proxy;
import java.util.Objects;

/**
 * Handles POSIX signals through {@code sun.misc.Signal}. Uses reflection, because every JDK has the class in
 * {@code jdk.unsupported} but the compiler warns about each use.
 */
public final class Signals {
    private Signals() {}

    /** Ignores the signal. */
    public static void ignore(String name) {
        handle(name, () -> {});
    }

    /**
     * Runs the action, on a separate thread, at each arrival of the signal.
     *
     * @param name without SIG, such as {@code HUP}
     */
    public static void handle(String name, Runnable action) {
        install(name, action);
    }

    /**
     * Runs the action at each arrival of the signal, like {@link #handle}, for a time.
     *
     * @return ends this time: restores the handler before
     */
    public static Runnable handleForATime(String name, Runnable action) {
        Object before = install(name, action);
        return () -> replace(name, before);
    }

    /** Returns the handler before. */
    private static Object install(String name, Runnable action) {
        try {
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            return replace(
                    name,
                    Proxy.newProxyInstance(
                            Signals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                                if (method.getName().equals("handle")) {
                                    action.run();
                                }
                                return null;
                            }));
        } catch (ReflectiveOperationException e) {
            throw cannotHandle(name, e);
        }
    }

    private static Object replace(String name, Object handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            return Objects.requireNonNull(signal.getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"))
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), handler));
        } catch (ReflectiveOperationException e) {
            throw cannotHandle(name, e);
        }
    }

    private static IllegalStateException cannotHandle(String name, ReflectiveOperationException e) {
        return new IllegalStateException("this Java runtime cannot handle SIG" + name, e);
    }
}
