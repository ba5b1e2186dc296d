package io.narrows.unpack;

import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.StreamedPart;
import io.narrows.unpack.recipe.Charge;
import io.narrows.unpack.recipe.PartDecoder;
import io.narrows.unpack.recipe.PartEncoder;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.StreamRecipe;
import io.narrows.unpack.recipe.Workspace;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A piece that is unpacked as it comes: the decoder and the encoder that go on from part to part. One thread uses it at a time. */
final class StreamedPiece implements AutoCloseable {
    /** Packed bytes that the encoder must have made of the first part, unless it is the last: fewer say little about the encoder. */
    private static final int LEAST_EVIDENCE = 8 << 10;

    /** Packed bytes that are worth a piece of their own. */
    private static final int LEAST_SENT = 32;

    /** Plain bytes that are accepted beyond the ratio of the limits. */
    private static final int SLACK = 64 << 10;

    /** Plain bytes after which an encoder that does not make the piece has usually stopped: one block of deflate. */
    private static final int EARLY = 64 << 10;

    private static final byte[] NOTHING = {};

    private final PieceKind kind;
    private final Object stream;
    private final PieceLimits limits;
    private final Charge charge;
    private final UnsentBytes unsent = new UnsentBytes();
    private byte[] unsentPlain = NOTHING;
    private @Nullable PartDecoder decoder;
    private @Nullable StreamRecipe recipe;
    private int firstSettings;
    private int lastSettings;
    private @Nullable PartEncoder encoder;
    private long next;
    private boolean hasBegun;
    private long packedBytes;
    private long plainBytes;

    /**
     * @param charge for the native memory
     */
    StreamedPiece(PieceKind kind, Object stream, PieceLimits limits, Charge charge) {
        this.kind = kind;
        this.stream = stream;
        this.limits = limits;
        this.charge = charge;
    }

    PieceKind kind() {
        return kind;
    }

    /** Returns whether its parts are those of a stream. */
    boolean isOf(@Nullable Object parts) {
        return stream == parts;
    }

    /** Returns whether a part comes next. */
    boolean isNext(StreamedPart part) {
        return part.stream() == stream && part.index() == next;
    }

    /** Returns the bytes of the piece that have come, and have not been sent. */
    int heldBack() {
        return unsent.heldBack();
    }

    /** Records that the bytes held back were sent as literals. */
    void passHeldBack() {
        unsent.pass();
    }

    /** Returns the recipe; null if it was not found yet. */
    @Nullable
    StreamRecipe recipe() {
        return recipe;
    }

    /**
     * Reads the next part. Leaves the plain bytes to be sent remaining in the workspace's {@link Workspace#plain}.
     *
     * @return the reason if the piece cannot be continued, otherwise null
     * @throws io.narrows.unpack.recipe.NoWorkspaceMemoryException if there is not enough memory
     */
    @Nullable
    Refusal read(FoundPiece part, boolean isLast, ByteBuffer bytes, StreamRecipeSearch search, Workspace workspace) {
        int before = unsent.packed();
        unsent.add(bytes, part.holes());
        next++;
        if (unsent.length() > limits.longestPiece()) {
            return Refusal.TOO_LARGE;
        }
        int from = unsent.produced();
        ByteBuffer packed = workspace.packed().cleared(unsent.packed() - from);
        unsent.packed(from, packed);
        packed.flip();
        workspace.plain().cleared(unsentPlain.length).put(unsentPlain);
        Refusal refusal = decode(packed.duplicate().position(before - from), isLast, workspace);
        if (refusal != null) {
            return refusal;
        }
        ByteBuffer plain = workspace.plain().filled().flip();
        ByteBuffer added = plain.duplicate().position(encoder == null ? 0 : unsentPlain.length);
        int made = encode(added, isLast, packed, search, workspace);
        if (made == Recipe.STOPPED || isLast && made != packed.remaining()) {
            return Refusal.NO_RECIPE;
        }
        unsent.produce(made);
        return null;
    }

    private @Nullable Refusal decode(ByteBuffer packed, boolean isLast, Workspace workspace) {
        if (decoder == null) {
            decoder = PartDecoder.begin(kind, packed, charge);
        }
        if (decoder == null) {
            return Refusal.MALFORMED;
        }
        packedBytes += packed.remaining();
        int before = unsentPlain.length;
        long most = Math.min(limits.longestPlain() - before, limits.ratio() * packedBytes + SLACK - plainBytes);
        Refusal refusal = decoder.decode(packed, workspace.plain(), (int) most);
        if (refusal != null) {
            return refusal == Refusal.TOO_LARGE && most < limits.longestPlain() - before ? Refusal.RATIO : refusal;
        }
        plainBytes += workspace.plain().filled().position() - before;
        return decoder.finished() == isLast ? null : Refusal.MALFORMED;
    }

    private int encode(
            ByteBuffer plain, boolean isLast, ByteBuffer packed, StreamRecipeSearch search, Workspace workspace) {
        if (encoder != null && recipe != null) {
            ByteBuffer output = workspace.output().cleared(recipe.bound(plain.remaining()));
            return encoder.encode(plain, settings(isLast, packed), output, packed);
        }
        for (StreamRecipe candidate : search.candidates()) {
            int first = candidate.firstSettings(packed);
            if (first == StreamRecipe.NO_MATCH) {
                continue;
            }
            if (!isLast && plain.remaining() < candidate.leastPlain()) {
                return 0; // the parts so far say nothing about the encoder
            }
            if (!search.allows(candidate, Math.min(Math.max(EARLY, candidate.leastPlain()), plain.remaining()))) {
                break;
            }
            recipe = candidate;
            firstSettings = first;
            ByteBuffer rest = plain.duplicate();
            int made = begin(candidate, rest, isLast, packed, workspace);
            if (made != Recipe.STOPPED) {
                search.found(candidate);
                return made;
            }
            recipe = null;
            search.missed(candidate, rest.position() - plain.position());
        }
        return Recipe.STOPPED;
    }

    /** Returns the settings for the encoder, and keeps those of the last part. */
    private int settings(boolean isLast, ByteBuffer packed) {
        if (!isLast) {
            return StreamRecipe.MORE;
        }
        lastSettings = Objects.requireNonNull(recipe).lastSettings(firstSettings, packed);
        return lastSettings;
    }

    /** Keeps the encoder of a recipe if it makes the first part. */
    private int begin(
            StreamRecipe candidate, ByteBuffer plain, boolean isLast, ByteBuffer packed, Workspace workspace) {
        ByteBuffer output = workspace.output().cleared(candidate.bound(plain.remaining()));
        charge.take(candidate.contextBytes());
        PartEncoder begun = candidate.begin(firstSettings);
        try {
            int made = begun.encode(plain, settings(isLast, packed), output, packed);
            if (isLast ? made == packed.remaining() : made >= LEAST_EVIDENCE) {
                encoder = begun;
                return made;
            }
            return Recipe.STOPPED;
        } finally {
            if (encoder != begun) {
                begun.close();
                charge.giveBack(candidate.contextBytes());
            }
        }
    }

    /** Returns whether what was read is worth a piece of its own; otherwise it is sent with the next part. */
    boolean canSend(Workspace workspace, boolean isLast) {
        return unsent.sendable() >= LEAST_SENT
                && workspace.plain().filled().hasRemaining()
                && (!isLast || unsent.isComplete());
    }

    /** Keeps the plain bytes for the next part. */
    void defer(Workspace workspace) {
        ByteBuffer plain = workspace.plain().filled();
        unsentPlain = new byte[plain.remaining()];
        plain.duplicate().get(unsentPlain);
    }

    /** Returns the bytes that the plain bytes make. */
    ByteBuffer original() {
        return unsent.original();
    }

    /** Returns the differences between what the encoder makes and the original. */
    ByteBuffer differences() {
        return unsent.differences();
    }

    /** Records that the plain bytes are sent, and returns the settings with which. */
    int sent(boolean isLast) {
        int settings =
                (hasBegun ? StreamRecipe.CONTINUES : firstSettings) | (isLast ? lastSettings : StreamRecipe.MORE);
        unsent.sent();
        unsentPlain = NOTHING;
        hasBegun = true;
        return settings;
    }

    /** Frees native memory. */
    @Override
    public void close() {
        if (decoder != null) {
            decoder.close();
        }
        if (encoder != null) {
            encoder.close();
        }
        charge.giveBackAll();
    }
}
