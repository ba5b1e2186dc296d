package io.narrows.terminal.process;

import java.lang.reflect.Proxy;

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
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java runtime cannot handle SIG" + name, e);
        }
    }
}
