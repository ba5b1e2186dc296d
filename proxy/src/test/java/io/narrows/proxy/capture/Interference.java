package io.narrows.proxy.capture;

import io.narrows.testkit.ByteMutator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Damage to one of the pieces that a database sends, on its way to the sidecar. The same random numbers do the same damage. */
final class Interference {
    private static final int FRONT = 12;
    private static final int KINDS = 16;
    private static final int ONE_BYTE_RECORDS = KINDS;
    private static final int NEVER = -1;
    private static final int NEVER_IN_SESSION = -2;

    private final RandomGenerator random;
    private final List<byte[]> strange;
    private final byte[] login;
    private final int at;
    private final boolean follows;
    private final int kind;
    private final boolean alwaysDrips;
    private int passed;
    private boolean disturbed;
    private boolean cut;
    private byte @Nullable [] held;

    private Interference(
            RandomGenerator random,
            List<byte[]> strange,
            byte[] login,
            int at,
            boolean follows,
            int kind,
            boolean alwaysDrips) {
        this.random = random;
        this.strange = strange;
        this.login = login;
        this.at = at;
        this.follows = follows;
        this.kind = kind;
        this.alwaysDrips = alwaysDrips;
    }

    /** Returns the way of a database that is not disturbed. */
    static Interference none(RandomGenerator random) {
        return undisturbed(random, NEVER, false);
    }

    /** Returns the way of a database that is not disturbed, and whose sessions no disturbance has ended. */
    static Interference noneOfItsSessions(RandomGenerator random) {
        return undisturbed(random, NEVER_IN_SESSION, false);
    }

    /** Returns the way of a database whose bytes arrive one by one. */
    static Interference byteByByte(RandomGenerator random) {
        return undisturbed(random, NEVER, true);
    }

    private static Interference undisturbed(RandomGenerator random, int never, boolean alwaysDrips) {
        return new Interference(random, List.of(), new byte[0], never, false, 0, alwaysDrips);
    }

    /**
     * Returns one of a random kind: for a quarter with what follows the handshake, for three eighths with the first piece, for the others
     * with any piece.
     *
     * @param strange pieces that belong elsewhere
     * @param login of the database without TLS
     * @param pieces the least number of pieces that the database sends
     */
    static Interference with(RandomGenerator random, List<byte[]> strange, byte[] login, int pieces) {
        int place = random.nextInt(8);
        boolean follows = place < 2;
        int at = follows ? random.nextInt(2) : place < 5 ? 0 : random.nextInt(pieces);
        return new Interference(random, strange, login, at, follows, random.nextInt(KINDS), false);
    }

    /** Returns one that divides a ClientHello, of the largest size that is accepted, into records of one byte. */
    static Interference oneByteRecords(RandomGenerator random) {
        return new Interference(random, List.of(), new byte[0], 0, false, ONE_BYTE_RECORDS, false);
    }

    /** Returns whether the database is to have sessions of its own. */
    boolean sparesSessions() {
        return at == NEVER_IN_SESSION;
    }

    /** Returns whether the piece to disturb has come. */
    boolean disturbed() {
        return disturbed;
    }

    /** Returns whether a ClientHello comes in so many records that the JDK's engine copies it many times. */
    boolean isInOneByteRecords() {
        return kind == ONE_BYTE_RECORDS;
    }

    /** Returns what arrives in place of a piece. */
    List<byte[]> pass(DatabaseEnd.Piece piece) {
        if (cut) {
            return List.of();
        }
        if (isDue(piece)) {
            disturbed = true;
            return disturb(piece.bytes());
        }
        if (held != null) {
            byte[] late = held;
            held = null;
            return List.of(piece.bytes(), late);
        }
        return List.of(piece.bytes());
    }

    private boolean isDue(DatabaseEnd.Piece piece) {
        if (kind == ONE_BYTE_RECORDS) {
            return !disturbed && MutatedHello.isHello(piece.bytes());
        }
        return (!follows || piece.follows()) && passed++ == at;
    }

    private List<byte[]> disturb(byte[] piece) {
        ByteMutator bytes = new ByteMutator(random, FRONT);
        return switch (kind) {
            case 0 -> List.of();
            case 1 -> List.of(piece, piece);
            case 2 -> {
                held = piece;
                yield List.of();
            }
            case 3 -> joinedOrNot(stranger(), piece);
            case 4 -> joinedOrNot(piece, stranger());
            case 5 -> List.of(stranger());
            case 6 -> List.of(spliced(piece, stranger()));
            case 7 -> {
                cut = true;
                yield List.of(Arrays.copyOf(piece, random.nextInt(piece.length)));
            }
            case 8 -> MutatedHello.divided(piece, bytes, random);
            case 9 -> List.of(login);
            case 10 -> joinedOrNot(piece, login);
            case ONE_BYTE_RECORDS -> MutatedHello.inOneByteRecords(piece);
            case 11, 12, 13 -> MutatedHello.sealed(piece, bytes, random);
            default -> List.of(bytes.damaged(piece));
        };
    }

    /** Returns two pieces, in one segment or in two. */
    private List<byte[]> joinedOrNot(byte[] one, byte[] other) {
        return random.nextBoolean() ? List.of(one, other) : List.of(join(one, other));
    }

    private byte[] spliced(byte[] piece, byte[] other) {
        return join(
                Arrays.copyOf(piece, random.nextInt(piece.length + 1)),
                Arrays.copyOfRange(other, random.nextInt(other.length + 1), other.length));
    }

    private byte[] stranger() {
        return random.nextInt(8) == 0 ? noise() : strange.get(random.nextInt(strange.size()));
    }

    private byte[] noise() {
        byte[] noise = new byte[1 + random.nextInt(64)];
        random.nextBytes(noise);
        return noise;
    }

    private static byte[] join(byte[] one, byte[] other) {
        byte[] joined = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, joined, one.length, other.length);
        return joined;
    }

    /** Returns a piece in reads of random sizes, or byte by byte. */
    List<byte[]> reads(byte[] piece) {
        boolean drips = piece.length <= 2_000 && random.nextInt(256) == 0 || alwaysDrips;
        List<byte[]> reads = new ArrayList<>();
        for (int from = 0; from < piece.length; ) {
            int rest = piece.length - from;
            int length = drips ? 1 : random.nextInt(4) == 0 ? 1 + random.nextInt(rest) : rest;
            reads.add(Arrays.copyOfRange(piece, from, from + length));
            from += length;
        }
        return reads;
    }
}
