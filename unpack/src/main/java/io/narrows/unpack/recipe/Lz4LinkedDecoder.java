package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses a linked LZ4 block behind the history of the workspace, or copies a stored one. In Java, since lz4-java has no decoder
 * with a dictionary.
 */
final class Lz4LinkedDecoder implements PieceDecoder {
    private static final int LONG = 15;
    private static final int SHORTEST_MATCH = 4;

    @Override
    public @Nullable Refusal decode(ByteBuffer packed, PieceLimits limits, Workspace workspace) {
        Lz4History history = workspace.history();
        int size = packed.remaining();
        long length =
                history.isNextStored() ? size : Lz4BlockLength.of(packed, history.length(), limits.mostPlain(size));
        if (length == Lz4BlockLength.INVALID) {
            return Refusal.MALFORMED;
        }
        Refusal refusal = limits.refusal(length, size);
        if (refusal != null) {
            return refusal;
        }
        ByteBuffer plain = history.before((int) length, workspace.plain());
        int begin = plain.position();
        if (history.isNextStored()) {
            plain.put(packed.duplicate());
        } else {
            decode(packed, plain);
        }
        plain.flip().position(begin);
        return null;
    }

    /** Decompresses a block that is known to be valid. */
    private static void decode(ByteBuffer packed, ByteBuffer plain) {
        int end = packed.limit();
        int at = packed.position();
        int to = plain.position();
        while (true) {
            int token = packed.get(at++);
            int literals = token >>> 4 & LONG;
            if (literals == LONG) {
                int next;
                do {
                    next = packed.get(at++) & 0xff;
                    literals += next;
                } while (next == 0xff);
            }
            plain.put(to, packed, at, literals);
            at += literals;
            to += literals;
            if (at == end) {
                plain.position(to);
                return;
            }
            int offset = packed.get(at) & 0xff | (packed.get(at + 1) & 0xff) << 8;
            at += 2;
            int match = token & LONG;
            if (match == LONG) {
                int next;
                do {
                    next = packed.get(at++) & 0xff;
                    match += next;
                } while (next == 0xff);
            }
            copy(plain, to, offset, match + SHORTEST_MATCH);
            to += match + SHORTEST_MATCH;
        }
    }

    /** Copies earlier bytes, which may overlap the copy: each part is as long as all that repeats so far. */
    private static void copy(ByteBuffer plain, int to, int offset, int length) {
        int from = to - offset;
        int copied = 0;
        while (copied < length) {
            int part = Math.min(length - copied, offset + copied);
            plain.put(to + copied, plain, from, part);
            copied += part;
        }
    }
}
