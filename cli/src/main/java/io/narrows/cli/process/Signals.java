package io.narrows.cli.process;

import java.lang.reflect.Proxy;

/**
 * Handles POSIX signals by {@code sun.misc.Signal}, which every JDK has in {@code jdk.unsupported} and no compiler lets
 * pass without a warning; so by reflection.
 */
public final class Signals {
    private Signals() {}

    /** Lets the signal pass without effect. */
    public static void ignore(String name) {
        handle(name, () -> {});
    }

    /**
     * Runs the action, on a thread of its own, each time the signal comes.
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
            throw new IllegalStateException("this Java cannot handle SIG" + name, e);
        }
    }
}
