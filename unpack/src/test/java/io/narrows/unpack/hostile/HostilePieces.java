package io.narrows.unpack.hostile;

import com.sun.management.ThreadMXBean;
import io.narrows.codec.MalformedDataException;
import io.narrows.testkit.ByteMutator;
import io.narrows.unpack.Direct;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.PieceUnpacker;
import io.narrows.unpack.Pieces;
import io.narrows.unpack.Plains;
import io.narrows.unpack.UnpackedPiece;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.Hole;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.Recipes;
import io.narrows.unpack.stream.CarriedReader;
import io.narrows.unpack.stream.LiteralHeader;
import io.narrows.unpack.stream.PieceToRebuild;
import java.io.ByteArrayOutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Damages pieces before they are unpacked, and carried streams before they are read. A damaged piece must be refused, or rebuilt bit
 * for bit; a damaged stream must be refused, or deliver only pieces that were sent. Memory has a bound in all cases. The same
 * seed does the same damage.
 */
final class HostilePieces {
    /** Limits that damaged headers exceed often. */
    private static final PieceLimits LIMITS = new PieceLimits(16 << 10, 64 << 10, 100);

    /** Most bytes on the heap for one piece or stream: its copies, and the reader's arrays. */
    private static final long MOST_ALLOCATED = 2 << 20;

    /** Most direct memory of a workspace: five quarters of plain bytes and output, and the piece. */
    private static final long MOST_DIRECT = 512 << 10;

    private static final int FRONT = 24;
    private static final int PLAIN = 3_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final BufferPoolMXBean DIRECT = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();

    enum Outcome {
        PIECE_REFUSED,
        PIECE_REBUILT,
        STREAM_REFUSED,
        STREAM_READ
    }

    private record Piece(PieceKind kind, byte[] original) {}

    private final SplittableRandom random;
    private final ByteMutator mutator;
    private final AgreedRecipes recipes;
    private final List<Piece> pieces = new ArrayList<>();
    private final Set<ByteBuffer> originals = new HashSet<>();
    private final List<byte[]> streams = new ArrayList<>();
    private final ByteBuffer damagedPiece = ByteBuffer.allocateDirect(2 * PLAIN + 4 * 64);
    private final long directBefore;
    private long mostAllocated;

    HostilePieces(long seed) {
        random = new SplittableRandom(seed);
        mutator = new ByteMutator(random, FRONT);
        Recipes all = Recipes.of(Recipes.STANDARD_CONTEXT_BYTES);
        recipes = all.agreed(all.encoders());
        Plains plains = new Plains(seed);
        for (Recipe recipe : all.all()) {
            int settings =
                    recipe.kind() == PieceKind.ZSTD_FRAME ? random.nextInt(2) | (random.nextBoolean() ? 2 : 4) : 0;
            byte[] original = Pieces.packed(recipe, settings, plains.orders(PLAIN - random.nextInt(PLAIN / 2)));
            pieces.add(new Piece(recipe.kind(), original));
            originals.add(ByteBuffer.wrap(original));
        }
        directBefore = DIRECT.getMemoryUsed();
        for (int i = 0; i < pieces.size(); i++) {
            streams.add(stream(pieces.get(i), pieces.get(random.nextInt(pieces.size()))));
        }
    }

    /** Returns the carried form of literals and two pieces, the second with a hole. */
    private byte[] stream(Piece first, Piece second) {
        ByteArrayOutputStream carried = new ByteArrayOutputStream();
        byte[] literal = new Plains(random.nextLong()).noise(1 + random.nextInt(200));
        ByteBuffer header = ByteBuffer.allocate(LiteralHeader.length(literal.length));
        LiteralHeader.put(header, literal.length);
        carried.writeBytes(header.array());
        carried.writeBytes(literal);
        carried.writeBytes(carried(Pieces.found(first.kind(), first.original()), first.original()));
        int at = 10;
        byte[] cut = new byte[second.original().length + 9];
        System.arraycopy(second.original(), 0, cut, 0, at);
        System.arraycopy(second.original(), at, cut, at + 9, second.original().length - at);
        originals.add(ByteBuffer.wrap(cut));
        carried.writeBytes(carried(new FoundPiece(second.kind(), cut.length, List.of(new Hole(at, 9))), cut));
        return carried.toByteArray();
    }

    private byte[] carried(FoundPiece found, byte[] original) {
        try (UnpackedPiece piece = unpacker().unpack(found, ByteBuffer.wrap(original))) {
            if (piece == null) {
                throw new AssertionError("piece without a recipe");
            }
            return Pieces.carried(piece);
        }
    }

    private PieceUnpacker unpacker() {
        return new PieceUnpacker(recipes, LIMITS, (kind, reason, bytes) -> {});
    }

    /** @throws AssertionError if a piece or a stream has any other result, or takes more memory */
    Map<Outcome, Long> run(long runs) {
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        for (long i = 0; i < runs; i++) {
            long before = allocated();
            Outcome outcome;
            try {
                outcome = random.nextBoolean() ? damagedPiece() : damagedStream();
            } catch (RuntimeException | MalformedDataException | Error e) {
                throw new AssertionError("run " + i, e);
            }
            outcomes.merge(outcome, 1L, Long::sum);
            mostAllocated = Math.max(mostAllocated, allocated() - before);
            if (mostAllocated > MOST_ALLOCATED) {
                throw new AssertionError("run " + i + ": " + mostAllocated + " bytes allocated");
            }
            if (DIRECT.getMemoryUsed() - directBefore > MOST_DIRECT) {
                throw new AssertionError("run " + i + ": " + DIRECT.getMemoryUsed() + " bytes of direct memory");
            }
        }
        return outcomes;
    }

    /** Returns the most bytes on the heap that were allocated for a piece or a stream. */
    long mostAllocated() {
        return mostAllocated;
    }

    private Outcome damagedPiece() throws MalformedDataException {
        Piece piece = pieces.get(random.nextInt(pieces.size()));
        byte[] damaged = mutator.damaged(piece.original());
        damagedPiece.clear().put(damaged).flip();
        byte[] carried;
        try (UnpackedPiece unpacked = unpacker().unpack(Pieces.found(piece.kind(), damaged), damagedPiece)) {
            if (unpacked == null) {
                return Outcome.PIECE_REFUSED;
            }
            carried = Pieces.carried(unpacked);
        }
        List<byte[]> rebuilt = rebuilt(carried);
        if (rebuilt.size() != 1 || !Arrays.equals(rebuilt.get(0), damaged)) {
            throw new AssertionError("rebuilt piece differs: " + piece.kind());
        }
        return Outcome.PIECE_REBUILT;
    }

    private Outcome damagedStream() {
        byte[] damaged = mutator.damaged(streams.get(random.nextInt(streams.size())));
        try {
            for (byte[] rebuilt : rebuilt(damaged)) {
                if (!originals.contains(ByteBuffer.wrap(rebuilt))) {
                    throw new AssertionError("piece of " + rebuilt.length + " bytes was never sent");
                }
            }
            return Outcome.STREAM_READ;
        } catch (MalformedDataException refused) {
            return Outcome.STREAM_REFUSED;
        }
    }

    /** Reads a carried stream in random parts, and returns its pieces. */
    private List<byte[]> rebuilt(byte[] carried) throws MalformedDataException {
        CarriedReader reader = new CarriedReader(recipes, LIMITS);
        List<PieceToRebuild> read = new ArrayList<>();
        CarriedReader.Receiver receiver = new CarriedReader.Receiver() {
            @Override
            public void literal(ByteBuffer bytes) {
                bytes.position(bytes.limit());
            }

            @Override
            public void piece(PieceToRebuild piece) {
                read.add(piece);
            }
        };
        int from = 0;
        while (from < carried.length) {
            int to = Math.min(carried.length, from + 1 + random.nextInt(2_000));
            reader.read(ByteBuffer.wrap(carried, from, to - from), receiver);
            from = to;
        }
        reader.end();
        List<byte[]> rebuilt = new ArrayList<>();
        for (PieceToRebuild piece : read) {
            ByteBuffer original = ByteBuffer.allocate(piece.originalLength());
            piece.rebuild(original);
            rebuilt.add(Direct.bytes(original.flip()));
        }
        return rebuilt;
    }

    @SuppressWarnings("deprecation") // Thread.threadId() exists since Java 19
    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
