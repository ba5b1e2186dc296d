package io.narrows.estimate.run;

import io.narrows.codec.CodecSpec;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipes;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The parts that all directions share. For one thread. */
final class RunTools {
    private final ContextPool contexts;
    private final boolean encrypted;
    private final LongSupplier cpuClock;
    private final Map<CodecSpec, ShortReadSample> shortReads = new HashMap<>();
    private ByteBuffer frame = ByteBuffer.allocateDirect(ReadCutter.MAX_READ);

    /**
     * @param encrypted whether links use TLS
     * @param cpuClock processor time of the thread, in nanoseconds
     */
    RunTools(ContextPool contexts, boolean encrypted, LongSupplier cpuClock) {
        this.contexts = contexts;
        this.encrypted = encrypted;
        this.cpuClock = cpuClock;
    }

    ContextPool contexts() {
        return contexts;
    }

    boolean encrypted() {
        return encrypted;
    }

    long cpuNanos() {
        return cpuClock.getAsLong();
    }

    /** Returns the recipes of links between nodes with this version. */
    AgreedRecipes recipes() {
        Recipes all = Recipes.ofThisProcess();
        return all.agreed(all.encoders());
    }

    /** Returns the sample of short reads of a codec, which all its connections share. */
    ShortReadSample shortReads(CodecSpec spec) {
        return shortReads.computeIfAbsent(spec, any -> new ShortReadSample());
    }

    /** Returns an empty buffer for a frame, which is discarded. */
    ByteBuffer frameWithRoom(int bytes) {
        if (frame.capacity() < bytes) {
            frame = ByteBuffer.allocateDirect(bytes);
        }
        return frame.clear();
    }
}
