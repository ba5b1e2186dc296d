package io.narrows.unpack.recipe;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Frees direct buffers at once. The garbage collector would do so only when it happens to run, which direct buffers do not cause: they are
 * small objects.
 */
final class DirectMemory {
    /** {@code sun.misc.Unsafe.invokeCleaner}, which the JDK exports for this purpose; null if there is none. */
    private static final @Nullable MethodHandle FREE = find();

    private DirectMemory() {}

    private static @Nullable MethodHandle find() {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field instance = unsafe.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            return MethodHandles.lookup()
                    .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
                    .bindTo(instance.get(null));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /**
     * Frees the memory of a buffer, which must not be used afterward, nor any slice or duplicate of it.
     *
     * @param buffer as {@link ByteBuffer#allocateDirect} returned it
     */
    static void free(ByteBuffer buffer) {
        if (FREE == null) {
            return; // the garbage collector frees it
        }
        try {
            FREE.invokeExact(buffer);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot free a direct buffer", e);
        }
    }
}
