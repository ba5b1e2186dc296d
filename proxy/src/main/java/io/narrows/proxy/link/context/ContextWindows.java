package io.narrows.proxy.link.context;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import io.narrows.codec.MalformedDataException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.ContextWindow;
import org.jspecify.annotations.Nullable;

/** Converts between contexts and their form in messages. */
public final class ContextWindows {
    private ContextWindows() {}

    /** @param windowLog window as a base-two logarithm of bytes; 0 for no context */
    public static ContextWindow of(CodecSpec spec, int windowLog) {
        return ContextWindow.newBuilder()
                .setCodec(spec.codec().id())
                .setLevel(spec.level())
                .setWindowLog(windowLog)
                .build();
    }

    /** @throws CorruptFrameException if the codec is unknown */
    public static Codec codec(ContextWindow window) throws CorruptFrameException {
        try {
            return Codec.ofId(window.getCodec());
        } catch (MalformedDataException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    /**
     * Returns the context in a message, or null for none. A level that this side's codec does not have is replaced by the default
     * one.
     */
    public static @Nullable CodecSpec spec(ContextWindow window) throws CorruptFrameException {
        Codec codec = codec(window);
        int log = window.getWindowLog();
        if (log == 0 || codec == Codec.NONE) {
            return null;
        }
        if (log < CodecSpec.MIN_WINDOW_LOG || log > CodecSpec.MAX_WINDOW_LOG) {
            throw new CorruptFrameException("window log " + log + " (expected: " + CodecSpec.MIN_WINDOW_LOG + "-"
                    + CodecSpec.MAX_WINDOW_LOG + ", or 0)");
        }
        Levels levels = Levels.of(codec);
        return new CodecSpec(codec, levels.allow(window.getLevel()) ? window.getLevel() : levels.standard(), log);
    }
}
