package io.narrows.proxy.link.support;

import io.narrows.codec.PackedFormat;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.PieceUnpacker;
import io.narrows.unpack.UnpackedPiece;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.PieceFinder;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipes;
import io.narrows.unpack.stream.LiteralHeader;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** The carried form of a stream, made without a link. */
public final class CarriedForm {
    /** The recipes of two ends like this process. */
    public static final AgreedRecipes RECIPES =
            Recipes.ofThisProcess().agreed(Recipes.ofThisProcess().encoders());

    private CarriedForm() {}

    /** Returns the carried form of bytes whose pieces are all unpacked. */
    public static byte[] of(byte[] app) {
        PieceUnpacker unpacker = new PieceUnpacker(RECIPES, PieceLimits.STANDARD, (kind, reason, bytes) -> {
            throw new IllegalArgumentException(kind + " of " + bytes + " bytes: " + reason);
        });
        ByteArrayOutputStream carried = new ByteArrayOutputStream();
        PieceFinder.Receiver parts = new PieceFinder.Receiver() {
            private int at;

            @Override
            public void plain(int bytes) {
                carried.writeBytes(literal(Arrays.copyOfRange(app, at, at + bytes)));
                at += bytes;
            }

            @Override
            public void piece(FoundPiece piece) {
                try (UnpackedPiece unpacked = unpacker.unpack(piece, ByteBuffer.wrap(app, at, piece.length()))) {
                    ByteBuffer form = ByteBuffer.allocate(unpacked.carriedLength());
                    unpacked.writeTo(form);
                    carried.writeBytes(form.array());
                }
                at += piece.length();
            }
        };
        try (PieceFinder finder = new PieceFinder(
                EnumSet.allOf(PackedFormat.class), true, Set.of(), kind -> true, PieceLimits.STANDARD.longestPiece())) {
            finder.find(ByteBuffer.wrap(app), parts);
            finder.passPending(parts);
        }
        return carried.toByteArray();
    }

    /** Returns the carried form of literal bytes. */
    public static byte[] literal(byte[] bytes) {
        ByteBuffer form = ByteBuffer.allocate(LiteralHeader.length(bytes.length) + bytes.length);
        LiteralHeader.put(form, bytes.length);
        return form.put(bytes).array();
    }
}
