package io.narrows.node.support;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Calls all methods of a listener, including those that are added later, to test that it passes them on to another one. */
public final class PassedEvents {
    private PassedEvents() {}

    /**
     * Returns the methods of an interface that a listener does not pass on to the one that it was made for.
     *
     * @param wrapper returns the listener that passes the events on to its argument
     */
    public static <T> List<String> missing(Class<T> type, UnaryOperator<T> wrapper)
            throws ReflectiveOperationException {
        List<String> passed = new ArrayList<>();
        T next = type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, values) -> {
                    passed.add(method.getName());
                    return null;
                }));
        T listener = wrapper.apply(next);
        List<String> missing = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                passed.clear();
                call(listener, method);
                if (!passed.equals(List.of(method.getName()))) {
                    missing.add(method.getName());
                }
            }
        }
        return missing;
    }

    private static void call(Object listener, Method method) throws ReflectiveOperationException {
        Object[] values = Arrays.stream(method.getParameterTypes())
                .map(type -> type == long.class ? (Object) 1L : null)
                .toArray();
        try {
            method.setAccessible(true); // of a listener whose class is package-private
            method.invoke(listener, values);
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
