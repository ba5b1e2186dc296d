package io.narrows.unpack;

import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.Recipes;
import io.narrows.unpack.recipe.Workspace;
import io.narrows.unpack.stream.CarriedReader;
import io.narrows.unpack.stream.PieceToRebuild;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Pieces made by recipes, carried to the other end and rebuilt there. */
public final class Pieces {
    /** All recipes, whatever memory they need. */
    public static final Recipes RECIPES = Recipes.of(Long.MAX_VALUE);

    private Pieces() {}

    /** Returns the recipes of two ends that have the same ones. */
    public static AgreedRecipes allAgreed() {
        return RECIPES.agreed(RECIPES.encoders());
    }

    public static Recipe recipe(String idPrefix) {
        return RECIPES.all().stream()
                .filter(recipe -> (recipe.id() + " ").startsWith(idPrefix + " "))
                .findFirst()
                .orElseThrow();
    }

    /** Returns what a recipe makes of plain bytes. */
    public static byte[] packed(Recipe recipe, int settings, byte[] plain) {
        AgreedRecipes recipes = allAgreed();
        Workspace workspace = recipes.workspaces().take();
        try {
            ByteBuffer output = workspace.output().cleared(recipe.bound(plain.length));
            int length = recipe.encode(Direct.of(plain), settings, output, null, workspace);
            return Direct.bytes(output.limit(length));
        } finally {
            recipes.workspaces().giveBack(workspace);
        }
    }

    public static byte[] packed(Recipe recipe, byte[] plain) {
        return packed(recipe, Recipe.NO_SETTINGS, plain);
    }

    public static FoundPiece found(PieceKind kind, byte[] original) {
        return new FoundPiece(kind, original.length, List.of());
    }

    /** Returns the carried form of a piece. */
    public static byte[] carried(UnpackedPiece piece) {
        ByteBuffer carried = ByteBuffer.allocate(piece.carriedLength());
        piece.writeTo(carried);
        if (carried.hasRemaining()) {
            throw new AssertionError("carried piece is shorter than it says by " + carried.remaining() + " bytes");
        }
        return carried.array();
    }

    /** Reads carried bytes, and returns the stream that they stand for. */
    public static byte[] rebuilt(AgreedRecipes recipes, byte[] carried) throws Exception {
        CarriedReader reader = new CarriedReader(recipes, PieceLimits.STANDARD);
        Rebuilding rebuilding = new Rebuilding();
        reader.read(ByteBuffer.wrap(carried), rebuilding);
        reader.end();
        return rebuilding.stream();
    }

    /** Collects the stream of a reader. */
    public static final class Rebuilding implements CarriedReader.Receiver {
        private final List<Object> parts = new ArrayList<>();

        @Override
        public void literal(ByteBuffer bytes) {
            parts.add(Direct.bytes(bytes));
        }

        @Override
        public void piece(PieceToRebuild piece) {
            parts.add(piece);
        }

        /** Returns the literal bytes and the rebuilt pieces, in order. */
        public byte[] stream() throws Exception {
            byte[] stream = {};
            for (Object part : parts) {
                byte[] added;
                if (part instanceof PieceToRebuild piece) {
                    ByteBuffer original = ByteBuffer.allocateDirect(piece.originalLength());
                    piece.rebuild(original);
                    added = Direct.bytes(original.flip());
                } else {
                    added = (byte[]) part;
                }
                int end = stream.length;
                stream = Arrays.copyOf(stream, end + added.length);
                System.arraycopy(added, 0, stream, end, added.length);
            }
            return stream;
        }
    }
}
