package io.narrows.unpack.stream;

import io.narrows.codec.MalformedDataException;
import io.narrows.unpack.difference.Differences;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Lz4History;
import io.narrows.unpack.recipe.NoWorkspaceMemoryException;
import io.narrows.unpack.recipe.OpenStream;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.StreamRecipe;
import io.narrows.unpack.recipe.Workspace;
import io.narrows.unpack.recipe.Workspaces;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A piece as it was carried. It owns its bytes, so that a worker can rebuild it later. */
public final class PieceToRebuild {
    /** The time of a piece whatever its length: contexts are reset. */
    private static final long NANOS = 10_000;

    /** That of a piece for which an encoder is made. */
    private static final long BEGIN_NANOS = 60_000;

    private final PieceHeader header;
    private final byte[] differences;
    private final byte[] plain;
    private final AgreedRecipes recipes;
    private final @Nullable Lz4History history;
    private final OpenStream stream;

    /**
     * @param plain begins with the plain bytes
     * @param history that of linked LZ4 blocks; null for other kinds
     * @param stream that of pieces that come in parts
     */
    PieceToRebuild(
            PieceHeader header,
            byte[] differences,
            byte[] plain,
            AgreedRecipes recipes,
            @Nullable Lz4History history,
            OpenStream stream) {
        this.history = history;
        this.stream = stream;
        this.header = header;
        this.differences = differences;
        this.plain = plain;
        this.recipes = recipes;
    }

    public Recipe recipe() {
        return recipes.byNumber(header.recipe());
    }

    /** Returns the number of plain bytes. */
    public int plainLength() {
        return header.plainLength();
    }

    /** Returns the bytes of the differences. */
    public int differencesLength() {
        return header.differencesLength();
    }

    /** Returns the bytes that {@link #rebuild} writes. */
    public int originalLength() {
        return header.originalLength();
    }

    /** Returns the processor time that rebuilding takes, roughly, in nanoseconds. */
    public long nanos() {
        boolean begins = recipe() instanceof StreamRecipe && (header.settings() & StreamRecipe.CONTINUES) == 0;
        return recipe().nanos(header.plainLength()) + (begins ? BEGIN_NANOS : NANOS);
    }

    /** Returns the bytes of memory on the Java heap that this piece holds. */
    public long heldBytes() {
        return (long) plain.length + differences.length;
    }

    /**
     * Compresses the plain bytes again, and writes the original. To be called once, behind the pieces before this one, as linked blocks
     * and parts refer to them.
     *
     * @param dst has at least {@link #originalLength} bytes of room. If this throws, its contents must be discarded
     * @throws io.narrows.unpack.recipe.NoWorkspaceMemoryException if there is no memory for it
     * @throws PieceDiffersException if the result is not the original: its length or checksum differs, or the encoder fails
     */
    public void rebuild(ByteBuffer dst) throws PieceDiffersException {
        if (dst.remaining() < header.originalLength()) {
            throw new IllegalArgumentException(
                    "insufficient room: free=" + dst.remaining() + ", needed=" + header.originalLength());
        }
        ByteBuffer original = dst.slice().limit(header.originalLength());
        Workspaces workspaces = recipes.workspaces();
        Workspace workspace = workspaces.take();
        try {
            Differences.apply(ByteBuffer.wrap(differences), output(workspace), original);
        } catch (NoWorkspaceMemoryException e) {
            throw e;
        } catch (MalformedDataException | RuntimeException e) {
            throw new PieceDiffersException(
                    "recipe " + recipe().id() + " does not rebuild a piece of " + header.originalLength() + " bytes: "
                            + e.getMessage(),
                    e,
                    recipe());
        } finally {
            workspace.use(null);
            workspaces.giveBack(workspace);
        }
        check(original.flip());
        dst.position(dst.position() + header.originalLength());
    }

    private ByteBuffer output(Workspace workspace) throws MalformedDataException {
        Recipe recipe = recipe();
        int length = header.plainLength();
        workspace.use(history);
        ByteBuffer direct = history == null
                ? workspace.plain().cleared(length)
                : history.begin(header.settings(), length, workspace.plain());
        int begin = direct.position();
        direct.put(plain, 0, length).flip().position(begin);
        ByteBuffer output = workspace.output().cleared(recipe.bound(length));
        int written = recipe instanceof StreamRecipe parts
                ? stream.encode(parts, header.settings(), direct, output)
                : recipe.encode(direct, header.settings(), output, null, workspace);
        if (written == Recipe.STOPPED) {
            throw new MalformedDataException(recipe.id() + " cannot compress " + length + " bytes");
        }
        if (history != null) {
            history.append(direct.position(begin), header.settings(), workspace);
        }
        return output.limit(written);
    }

    private void check(ByteBuffer original) throws PieceDiffersException {
        CRC32C checksum = new CRC32C();
        checksum.update(original);
        if ((int) checksum.getValue() != header.checksum()) {
            throw new PieceDiffersException(
                    "rebuilt piece of recipe " + recipe().id() + " has checksum "
                            + Long.toHexString(checksum.getValue()) + " (expected: "
                            + Integer.toHexString(header.checksum()) + ")",
                    recipe());
        }
    }
}
