package io.narrows.unpack;

import io.narrows.unpack.difference.BestDifferences;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.Hole;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.NoWorkspaceMemoryException;
import io.narrows.unpack.recipe.PieceDecoders;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.Workspace;
import io.narrows.unpack.recipe.Workspaces;
import io.narrows.unpack.stream.PieceHeader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks the pieces of one direction of one connection: decompresses each, and searches for a recipe that makes it again,
 * bit for bit or with few differences. It remembers which recipes matched, so that pieces go through it one at a time, on any
 * thread.
 */
public final class PieceUnpacker implements AutoCloseable {
    /** Differences are worth it up to this part of a piece: 2^-3. docs/formats/unpacked.md has the measurements. */
    private static final int DIFFERENCES_SHIFT = 3;

    private final AgreedRecipes recipes;
    private final PieceLimits limits;
    private final UnpackListener listener;
    private final PieceDecoders decoders;
    private final Map<PieceKind, RecipeSearch> searches = new EnumMap<>(PieceKind.class);
    private final LinkedBlocks linkedBlocks = new LinkedBlocks();
    private final PartUnpacker parts;
    private final CRC32C checksum = new CRC32C();

    /** @param listener learns why pieces are refused */
    public PieceUnpacker(AgreedRecipes recipes, PieceLimits limits, UnpackListener listener) {
        this.recipes = recipes;
        this.limits = limits;
        this.listener = listener;
        this.parts = new PartUnpacker(recipes, limits, listener);
        this.decoders = new PieceDecoders(recipes.kinds());
        PastSearches past = recipes.pastSearches();
        for (PieceKind kind : PieceKind.values()) {
            boolean isByteOriented = kind != PieceKind.DEFLATE && kind != PieceKind.ZSTD_FRAME;
            searches.put(kind, new RecipeSearch(recipes.of(kind), recipes::uses, isByteOriented, past.of(kind)));
        }
    }

    /**
     * Unpacks a piece. Of a part, the last bytes may be {@link #heldBack}: they are carried with the part that follows.
     *
     * @param original direct or heap; its remaining bytes are the piece with its holes. The position is not changed, and
     *     the buffer is not used after this call
     * @return the piece, which the caller must close; or null if it travels as it is, or is held back as a whole
     */
    public @Nullable UnpackedPiece unpack(FoundPiece piece, ByteBuffer original) {
        if (original.remaining() != piece.length()) {
            throw new IllegalArgumentException(
                    "piece has " + original.remaining() + " bytes (expected: " + piece.length() + ")");
        }
        if (piece.kind().isPart() && recipes.kinds().contains(piece.kind())) {
            return parts.unpack(piece, original);
        }
        RecipeSearch search = Objects.requireNonNull(searches.get(piece.kind()));
        Refusal refusal = refusedUnseen(piece, search);
        if (refusal != null) {
            return refused(piece, refusal);
        }
        Workspaces workspaces = recipes.workspaces();
        Workspace workspace = workspaces.take();
        UnpackedPiece unpacked = null;
        try {
            unpacked = unpack(piece, original, search, workspace);
            return unpacked;
        } catch (NoWorkspaceMemoryException e) {
            return refused(piece, Refusal.NO_MEMORY);
        } finally {
            workspace.use(null);
            if (unpacked == null) {
                workspaces.giveBack(workspace);
            }
        }
    }

    private @Nullable Refusal refusedUnseen(FoundPiece piece, RecipeSearch search) {
        if (piece.length() > limits.longestPiece()) {
            return Refusal.TOO_LARGE;
        }
        if (piece.length() < piece.kind().shortest()) {
            return Refusal.NO_GAIN;
        }
        if (!recipes.kinds().contains(piece.kind())) {
            return Refusal.NO_RECIPE;
        }
        if (!linkedBlocks.canRebuild(piece)) {
            return Refusal.NO_HISTORY;
        }
        return search.begin(piece.length()) ? null : Refusal.PAUSED;
    }

    /**
     * Returns how many of the last bytes of the parts so far were not carried, after a part was unpacked. 0 if the piece has ended, or the part
     * goes as it is with all that was held back before.
     */
    public int heldBack() {
        return parts.heldBack();
    }

    /** Records that the bytes held back go as they are. The parts behind them can still be unpacked. */
    public void passHeldBack() {
        parts.passHeldBack();
    }

    /** Frees native memory. */
    @Override
    public void close() {
        parts.close();
    }

    /**
     * Records that a piece that was or may be unpacked here goes as it is, so that pieces that refer to it cannot be rebuilt. Safe from any
     * thread.
     */
    public void markLost(FoundPiece piece) {
        if (piece.linked() != null) {
            linkedBlocks.markLost(piece.linked());
        }
        if (piece.part() != null) {
            parts.markLost(piece.part());
        }
    }

    /** Frees the memory of a piece of which a part is {@link #markLost lost}. */
    public void endLost() {
        parts.endLost();
    }

    /** Frees the memory of a piece that comes in parts, which cannot be continued. */
    public void endParts() {
        parts.close();
    }

    private @Nullable UnpackedPiece unpack(
            FoundPiece piece, ByteBuffer original, RecipeSearch search, Workspace workspace) {
        ByteBuffer packed = withoutHoles(piece, original, workspace);
        boolean isLinked = piece.kind() == PieceKind.LZ4_LINKED_BLOCK;
        if (isLinked) {
            workspace.use(linkedBlocks.begin(piece));
        }
        Refusal refusal = decoders.decode(piece.kind(), packed, limits, workspace);
        if (refusal != null) {
            search.decodedInVain(
                    refusal == Refusal.MALFORMED ? packed.remaining() : limits.mostPlain(packed.remaining()));
            return refused(piece, refusal);
        }
        ByteBuffer plain = workspace.plain().filled();
        if (!plain.hasRemaining()) {
            return refused(piece, Refusal.NO_GAIN);
        }
        BestDifferences differences = workspace.differences();
        differences.begin(original, piece.holes(), packed.remaining() >> DIFFERENCES_SHIFT);
        Recipe recipe = search.search(packed, plain, differences, workspace);
        if (recipe == null) {
            return refused(piece, search.lackedMemory() ? Refusal.NO_MEMORY : Refusal.NO_RECIPE);
        }
        ByteBuffer best = differences.best();
        if (best.remaining() > piece.length() >> 1) {
            return refused(piece, Refusal.NO_GAIN); // holes
        }
        if (isLinked) {
            linkedBlocks.append(piece, plain, search.settings(), workspace);
        }
        checksum.reset();
        checksum.update(original.duplicate());
        PieceHeader header = new PieceHeader(
                plain.remaining(),
                recipes.numberOf(recipe),
                search.settings(),
                piece.length(),
                (int) checksum.getValue(),
                best.remaining());
        return new UnpackedPiece(recipe, header, best, plain, workspace, recipes.workspaces());
    }

    private @Nullable UnpackedPiece refused(FoundPiece piece, Refusal reason) {
        if (piece.kind() == PieceKind.LZ4_LINKED_BLOCK) {
            linkedBlocks.refused();
        }
        listener.refused(piece.kind(), reason, piece.length());
        return null;
    }

    /** Returns the compressed bytes in a direct buffer, copied unless the original is one without holes. */
    private static ByteBuffer withoutHoles(FoundPiece piece, ByteBuffer original, Workspace workspace) {
        if (piece.holes().isEmpty() && original.isDirect()) {
            return original.slice().order(ByteOrder.LITTLE_ENDIAN);
        }
        ByteBuffer packed = workspace.packed().cleared(piece.length());
        ByteBuffer rest = original.slice();
        for (Hole hole : piece.holes()) {
            packed.put(rest.limit(hole.offset()));
            rest.limit(rest.capacity()).position(hole.offset() + hole.length());
        }
        return packed.put(rest).flip();
    }
}
