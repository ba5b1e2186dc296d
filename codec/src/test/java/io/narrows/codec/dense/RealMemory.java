package io.narrows.codec.dense;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The bytes of all primitive arrays that an object refers to, found by reflection. */
final class RealMemory {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private long bytes;

    private RealMemory() {}

    /**
     * Returns the bytes of the arrays of a context.
     *
     * @param context an encoder or a decoder
     * @param lent the workspace of its last frame, whose array it still refers to
     */
    static long of(Object context, Workspace lent) throws IllegalAccessException {
        RealMemory memory = new RealMemory();
        memory.seen.add(lent.of(0));
        memory.add(context);
        return memory.bytes;
    }

    private void add(Object found) throws IllegalAccessException {
        if (found == null || !seen.add(found)) {
            return;
        }
        Class<?> type = found.getClass();
        if (type.isArray()) {
            bytes += (long) Array.getLength(found) * width(type.getComponentType());
        } else if (type.getPackage().equals(RealMemory.class.getPackage())
                && !type.isEnum()
                && type != ArrayPool.class) {
            for (Class<?> declaring = type; declaring != Object.class; declaring = declaring.getSuperclass()) {
                addFields(found, declaring);
            }
        }
    }

    private void addFields(Object found, Class<?> declaring) throws IllegalAccessException {
        for (Field field : declaring.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                field.setAccessible(true);
                add(field.get(found));
            }
        }
    }

    private static int width(Class<?> component) {
        if (component == byte.class || component == boolean.class) {
            return 1;
        }
        if (component == short.class || component == char.class) {
            return 2;
        }
        if (component == int.class) {
            return 4;
        }
        if (component == long.class) {
            return 8;
        }
        throw new AssertionError("an array of " + component + " in a context");
    }
}
