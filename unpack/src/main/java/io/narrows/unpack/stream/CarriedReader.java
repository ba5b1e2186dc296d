package io.narrows.unpack.stream;

import io.narrows.codec.MalformedDataException;
import io.narrows.codec.Varint;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Lz4History;
import io.narrows.unpack.recipe.OpenStream;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.StreamRecipe;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads carried bytes of one direction of a connection, in whatever parts they come. It holds no more than one incomplete
 * piece, whose lengths are checked before anything is allocated, and whose memory grows with the bytes that have come; the history
 * of linked LZ4 blocks once there was one; and the encoder of a piece that comes in parts. Pieces must be rebuilt in order, one at a time.
 */
public final class CarriedReader implements AutoCloseable {
    /** Receives the parts of the stream in order. */
    public interface Receiver {
        /** Receives literal bytes; the buffer is valid during the call. */
        void literal(ByteBuffer bytes);

        /** Receives a piece, whose original comes next in the stream. */
        void piece(PieceToRebuild piece);
    }

    private enum State {
        LENGTH,
        RECIPE,
        SETTINGS,
        ORIGINAL_LENGTH,
        CHECKSUM,
        DIFFERENCES_LENGTH,
        DIFFERENCES,
        PLAIN,
        LITERAL;

        /** Formats the state for messages. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Bytes that the first memory for plain bytes or differences has at most. */
    private static final int FIRST = 64 << 10;

    private static final byte[] NOTHING = {};

    private final AgreedRecipes recipes;
    private final PieceLimits limits;
    private final LongSupplier encoderLimit;

    private State state = State.LENGTH;

    /** The number of which some bytes have come. */
    private int number;

    private int numberBits;

    /** Literal bytes that are still to come. */
    private int literals;

    private int plainLength;
    private int recipe;
    private int settings;
    private int originalLength;
    private int checksum;
    private byte[] differences = NOTHING;
    private int differencesLength;
    private byte[] plain = NOTHING;

    /** The history with which linked blocks are rebuilt; null before the first of them. */
    private @Nullable Lz4History history;

    /** The piece that comes in parts. */
    private final OpenStream stream = new OpenStream();

    /** The recipe of the piece that comes in parts, if further ones are to come. */
    private @Nullable Recipe streaming;

    /** Bytes of the differences, or plain bytes, that have come. */
    private int filled;

    /** Creates a reader that keeps any encoder. */
    public CarriedReader(AgreedRecipes recipes, PieceLimits limits) {
        this(recipes, limits, () -> Long.MAX_VALUE);
    }

    /** @param encoderLimit native memory that the encoder of a piece which comes in parts may have, in bytes; it may change */
    public CarriedReader(AgreedRecipes recipes, PieceLimits limits, LongSupplier encoderLimit) {
        this.recipes = recipes;
        this.limits = limits;
        this.encoderLimit = encoderLimit;
    }

    /**
     * Reads all remaining bytes.
     *
     * @throws MalformedDataException if they are not of this format or exceed a limit; the reader cannot be used any more
     */
    public void read(ByteBuffer carried, Receiver receiver) throws MalformedDataException {
        while (carried.hasRemaining()) {
            switch (state) {
                case LITERAL -> literal(carried, receiver);
                case DIFFERENCES -> {
                    differences = filled(differences, differencesLength, carried);
                    if (filled == differencesLength) {
                        begin(State.PLAIN);
                    }
                }
                case PLAIN -> {
                    plain = filled(plain, plainLength, carried);
                    if (filled == plainLength) {
                        piece(receiver);
                    }
                }
                case CHECKSUM -> {
                    number |= (carried.get() & 0xff) << numberBits;
                    numberBits += Byte.SIZE;
                    if (numberBits == Integer.SIZE) {
                        checksum = number;
                        begin(State.DIFFERENCES_LENGTH);
                    }
                }
                default -> number(carried.get());
            }
        }
    }

    /**
     * Checks that the stream may end here.
     *
     * @throws MalformedDataException if it ends within literal bytes or a piece
     */
    public void end() throws MalformedDataException {
        if (state != State.LENGTH || numberBits > 0) {
            throw new MalformedDataException("unpacked stream ends within " + state);
        }
    }

    /** Returns the bytes of memory on the Java heap that the incomplete piece and the history hold. */
    public long heldBytes() {
        return (long) plain.length + differences.length + (history == null ? 0 : Lz4History.HELD_BYTES);
    }

    /** Frees the encoder of a piece that comes in parts, which cannot be continued. No piece may be rebuilt meanwhile. */
    public void endStream() {
        streaming = null;
        stream.close();
    }

    /** Frees native memory. No piece may be rebuilt meanwhile or afterward. */
    @Override
    public void close() {
        stream.close();
    }

    private void begin(State next) {
        state = next;
        number = 0;
        numberBits = 0;
        filled = 0;
    }

    private void number(byte next) throws MalformedDataException {
        number |= (next & 0x7f) << numberBits;
        numberBits += 7;
        if (next >= 0) {
            complete(number);
        } else if (numberBits == 7 * Varint.MAX_LENGTH) {
            throw new MalformedDataException(state + " of more than " + Varint.MAX_LENGTH + " bytes");
        }
    }

    private void complete(int value) throws MalformedDataException {
        switch (state) {
            case LENGTH -> {
                if ((value & 1) == 0) {
                    literals = checked(value >>> 1, 1, LiteralHeader.MOST_BYTES);
                    begin(State.LITERAL);
                } else {
                    plainLength = checked(value >>> 1, 1, limits.longestPlain());
                    begin(State.RECIPE);
                }
            }
            case RECIPE -> {
                recipe = checked(value, 0, recipes.count() - 1);
                begin(State.SETTINGS);
            }
            case SETTINGS -> {
                settings(recipes.byNumber(recipe), value);
                begin(State.ORIGINAL_LENGTH);
            }
            case ORIGINAL_LENGTH -> {
                originalLength = checked(value, 1, limits.longestPiece());
                begin(State.CHECKSUM);
            }
            case DIFFERENCES_LENGTH -> {
                differencesLength = checked(value, 0, originalLength);
                requirePossible();
                begin(differencesLength > 0 ? State.DIFFERENCES : State.PLAIN);
            }
            case CHECKSUM, DIFFERENCES, PLAIN, LITERAL -> throw new IllegalStateException(state.name());
        }
    }

    private void settings(Recipe used, int value) throws MalformedDataException {
        if (!used.hasSettings(value)) {
            throw new MalformedDataException(used.id() + " has no settings " + value);
        }
        if (used instanceof StreamRecipe) {
            requireEncoder(used, (value & StreamRecipe.CONTINUES) != 0);
        }
        settings = value;
    }

    private void requireEncoder(Recipe used, boolean continues) throws MalformedDataException {
        if (continues && streaming != used) {
            throw new MalformedDataException("part continues a piece of " + used.id() + ", but "
                    + (streaming == null ? "none" : "one of " + streaming.id()) + " has begun");
        }
        if (!continues && used.contextBytes() > encoderLimit.getAsLong()) {
            throw new MalformedDataException("part of " + used.id() + " needs an encoder of " + used.contextBytes()
                    + " bytes (granted: " + encoderLimit.getAsLong() + ")");
        }
    }

    /** Otherwise, a few bytes could make the receiver allocate the memory for the longest piece. */
    private void requirePossible() throws MalformedDataException {
        int most = recipes.byNumber(recipe).bound(plainLength) + differencesLength;
        if (originalLength > most) {
            throw new MalformedDataException("invalid original length: " + originalLength + " (expected: 1-" + most
                    + ", as " + plainLength + " plain bytes make)");
        }
    }

    private int checked(int value, int least, int most) throws MalformedDataException {
        if (value < least || value > most) {
            throw new MalformedDataException(
                    "invalid " + state + ": " + value + " (expected: " + least + "-" + most + ")");
        }
        return value;
    }

    private void literal(ByteBuffer carried, Receiver receiver) {
        int length = Math.min(literals, carried.remaining());
        int limit = carried.limit();
        int end = carried.position() + length;
        receiver.literal(carried.limit(end));
        carried.limit(limit).position(end);
        literals -= length;
        if (literals == 0) {
            begin(State.LENGTH);
        }
    }

    /** Adds bytes to an array of a length that is not believed until the bytes have come, and returns the array. */
    private byte[] filled(byte[] bytes, int length, ByteBuffer carried) {
        int added = Math.min(length - filled, carried.remaining());
        int needed = filled + added;
        byte[] grown = bytes;
        if (needed > bytes.length) {
            int doubled = Math.max(Math.min(length, FIRST), bytes.length << 1);
            grown = Arrays.copyOf(bytes, Math.min(length, Math.max(needed, doubled)));
        }
        carried.get(grown, filled, added);
        filled = needed;
        return grown;
    }

    /** A linked block without an earlier one has an empty history, and a checksum that does not match. */
    private @Nullable Lz4History historyOfPiece() {
        if (recipes.byNumber(recipe).kind() != PieceKind.LZ4_LINKED_BLOCK) {
            return null;
        }
        if (history == null) {
            history = new Lz4History();
        }
        return history;
    }

    private void piece(Receiver receiver) {
        PieceHeader header =
                new PieceHeader(plainLength, recipe, settings, originalLength, checksum, differencesLength);
        PieceToRebuild piece = new PieceToRebuild(header, differences, plain, recipes, historyOfPiece(), stream);
        if (piece.recipe() instanceof StreamRecipe) {
            streaming = (settings & StreamRecipe.MORE) != 0 ? piece.recipe() : null;
        }
        differences = NOTHING;
        plain = NOTHING;
        begin(State.LENGTH);
        receiver.piece(piece);
    }
}
