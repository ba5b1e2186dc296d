package io.narrows.unpack;

import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.StreamRecipe;
import io.narrows.unpack.recipe.Workspace;
import io.narrows.unpack.recipe.Workspaces;
import io.narrows.unpack.stream.PieceHeader;
import java.nio.ByteBuffer;

/** The plain bytes of a piece, and how to make the original of them. Must be closed; its bytes are lost then. */
public final class UnpackedPiece implements AutoCloseable {
    private final Recipe recipe;
    private final PieceHeader header;
    private final ByteBuffer differences;
    private final ByteBuffer plain;
    private final Workspace workspace;
    private final Workspaces workspaces;
    private boolean isClosed;

    UnpackedPiece(
            Recipe recipe,
            PieceHeader header,
            ByteBuffer differences,
            ByteBuffer plain,
            Workspace workspace,
            Workspaces workspaces) {
        this.recipe = recipe;
        this.header = header;
        this.differences = differences;
        this.plain = plain;
        this.workspace = workspace;
        this.workspaces = workspaces;
    }

    public Recipe recipe() {
        return recipe;
    }

    /** Returns whether the far side makes a new encoder for this piece and the parts behind it. */
    public boolean begins() {
        return recipe instanceof StreamRecipe && (header.settings() & StreamRecipe.CONTINUES) == 0;
    }

    /** Returns the number of plain bytes. */
    public int plainLength() {
        return header.plainLength();
    }

    /** Returns the bytes of the stream that are carried in this form, holes included. */
    public int originalLength() {
        return header.originalLength();
    }

    /** Returns the bytes of the differences; 0 if the recipe makes the original bit for bit. */
    public int differencesLength() {
        return header.differencesLength();
    }

    /** Returns the bytes that {@link #writeTo} writes. */
    public int carriedLength() {
        return header.carriedLength();
    }

    /** Writes the piece in the form in which a {@link io.narrows.unpack.stream.CarriedReader} reads it. */
    public void writeTo(ByteBuffer dst) {
        if (isClosed) {
            throw new IllegalStateException("piece is closed");
        }
        header.put(dst);
        dst.put(differences.duplicate());
        dst.put(plain.duplicate());
    }

    /** Gives the piece's buffers back. */
    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            workspaces.giveBack(workspace);
        }
    }
}
