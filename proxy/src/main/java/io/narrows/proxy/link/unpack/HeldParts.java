package io.narrows.proxy.link.unpack;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The parts of the stream that wait for a piece, in order. Used on one event loop. */
final class HeldParts {
    private final Deque<HeldPart> parts = new ArrayDeque<>();
    private long memory;

    void add(HeldPart part) {
        parts.add(part);
        memory += part.memoryBytes();
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Removes the first part if it can leave; returns null if there is none, or if it is a piece that is still being unpacked. */
    @Nullable
    HeldPart pollDone() {
        if (parts.isEmpty() || parts.peek() instanceof HeldPiece piece && !piece.isDone()) {
            return null;
        }
        HeldPart first = parts.remove();
        memory -= first.memoryBytes();
        return first;
    }

    /** Returns the piece that the other parts wait for; null if nothing waits. */
    @Nullable
    HeldPiece awaited() {
        return parts.peek() instanceof HeldPiece piece ? piece : null;
    }

    /** Calls the action for each piece that is still being unpacked. */
    void forEachAwaited(Consumer<HeldPiece> action) {
        for (HeldPart part : parts) {
            if (part instanceof HeldPiece piece && !piece.isDone()) {
                action.accept(piece);
            }
        }
    }

    /** Returns the memory that the parts pin. */
    long memoryBytes() {
        return memory;
    }

    void release() {
        parts.forEach(HeldPart::release);
        parts.clear();
        memory = 0;
    }
}
