package io.narrows.unpack;

import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.StreamedPart;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.NoWorkspaceMemoryException;
import io.narrows.unpack.recipe.StreamRecipe;
import io.narrows.unpack.recipe.Workspace;
import io.narrows.unpack.recipe.Workspaces;
import io.narrows.unpack.stream.PieceHeader;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks the parts of long pieces of one direction, at most one stream at a time. An encoder makes the end of a part only
 * with the plain bytes behind it, so this end is held back until then. One thread uses it at a time, except {@link #markLost}.
 */
final class PartUnpacker implements AutoCloseable {
    private final AgreedRecipes recipes;
    private final PieceLimits limits;
    private final UnpackListener listener;
    private final Map<PieceKind, StreamRecipeSearch> searches = new EnumMap<>(PieceKind.class);
    private @Nullable StreamedPiece open;

    /** The piece of a part that was unpacked, but not sent. */
    private volatile @Nullable Object lostStream;

    PartUnpacker(AgreedRecipes recipes, PieceLimits limits, UnpackListener listener) {
        this.recipes = recipes;
        this.limits = limits;
        this.listener = listener;
        PastSearches past = recipes.pastSearches();
        for (PieceKind kind : PieceKind.values()) {
            if (kind.isPart()) {
                searches.put(kind, new StreamRecipeSearch(recipes.of(kind), recipes::uses, past.of(kind)));
            }
        }
    }

    /** Unpacks a part as {@link PieceUnpacker#unpack}. */
    @Nullable
    UnpackedPiece unpack(FoundPiece found, ByteBuffer original) {
        StreamedPart part = found.part() == null ? StreamedPart.whole(found.kind()) : found.part();
        Refusal refusal = begin(found.kind(), part, found.length());
        StreamedPiece piece = open;
        if (refusal != null || piece == null) {
            return refused(found.kind(), refusal == null ? Refusal.NO_HISTORY : refusal, found.length());
        }
        int before = piece.heldBack();
        Workspaces workspaces = recipes.workspaces();
        Workspace workspace = workspaces.take();
        UnpackedPiece unpacked = null;
        try {
            unpacked = unpack(piece, found, part.isLast(), original, workspace);
            return unpacked;
        } catch (NoWorkspaceMemoryException e) {
            return refused(found.kind(), Refusal.NO_MEMORY, before + found.length());
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        } finally {
            if (unpacked == null) {
                workspaces.giveBack(workspace);
            }
        }
    }

    private StreamRecipeSearch search(PieceKind kind) {
        return Objects.requireNonNull(searches.get(kind));
    }

    private @Nullable Refusal begin(PieceKind kind, StreamedPart part, int length) {
        StreamRecipeSearch search = search(kind);
        search.earn(part.continues() ? length : limits.longestPiece()); // many parts of a refused piece do not come
        if (part.continues()) {
            boolean isNext = open != null && open.isNext(part) && part.stream() != lostStream;
            return isNext ? null : Refusal.NO_HISTORY;
        }
        close();
        if (search.isPaused()) {
            return Refusal.PAUSED;
        }
        open = new StreamedPiece(
                kind, part.stream(), limits, recipes.workspaces().charge());
        return null;
    }

    private @Nullable UnpackedPiece unpack(
            StreamedPiece piece, FoundPiece found, boolean isLast, ByteBuffer original, Workspace workspace) {
        int before = piece.heldBack();
        StreamRecipeSearch search = search(piece.kind());
        Refusal refusal = piece.read(found, isLast, original, search, workspace);
        if (refusal != null) {
            search.decodedInVain(workspace.plain().filled().limit());
            return refused(piece.kind(), refusal, before + found.length());
        }
        if (!piece.canSend(workspace, isLast)) {
            if (isLast) {
                return refused(piece.kind(), Refusal.NO_GAIN, before + found.length());
            }
            piece.defer(workspace);
            return null;
        }
        ByteBuffer plain = workspace.plain().filled();
        ByteBuffer bytes = piece.original();
        ByteBuffer differences = piece.differences();
        if (differences.remaining() > bytes.remaining() >> 1) {
            return refused(piece.kind(), Refusal.NO_GAIN, before + found.length()); // holes
        }
        StreamRecipe recipe = Objects.requireNonNull(piece.recipe());
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.duplicate());
        PieceHeader header = new PieceHeader(
                plain.remaining(),
                recipes.numberOf(recipe),
                piece.sent(isLast),
                bytes.remaining(),
                (int) checksum.getValue(),
                differences.remaining());
        if (isLast) {
            close();
        }
        return new UnpackedPiece(recipe, header, differences, plain, workspace, recipes.workspaces());
    }

    /** Ends the piece: the rest of it goes as it is. */
    private @Nullable UnpackedPiece refused(PieceKind kind, Refusal reason, int bytes) {
        close();
        listener.refused(kind, reason, bytes);
        return null;
    }

    /** Returns the last bytes of the parts so far that no plain bytes make yet. */
    int heldBack() {
        return open == null ? 0 : open.heldBack();
    }

    /** Records that the bytes held back go as they are. The piece can be continued. */
    void passHeldBack() {
        if (open != null) {
            open.passHeldBack();
        }
    }

    /** Frees the memory of a piece of which a part is {@link #markLost lost}. */
    void endLost() {
        if (open != null && open.isOf(lostStream)) {
            close();
        }
    }

    /** Records that a part goes as it is, so that those behind it cannot be rebuilt. Safe from any thread. */
    void markLost(StreamedPart part) {
        lostStream = part.stream();
    }

    /** Frees native memory. */
    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
