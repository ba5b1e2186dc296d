package io.narrows.testkit;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Damages messages: flips bits, sets bytes, and cuts, duplicates or inserts pieces. The same random numbers do the same
 * damage.
 */
public final class ByteMutator {
    private static final byte[] INTERESTING = {0, 1, -1, 0x7F, (byte) 0x80, 0x0A, 0x20, 0x40};

    private final RandomGenerator random;
    private final int front;

    /** @param front bytes at the beginning that get half of the damage: the headers */
    public ByteMutator(RandomGenerator random, int front) {
        this.random = random;
        this.front = front;
    }

    /** Returns a copy of the message, damaged in one to four places. */
    public byte[] damaged(byte[] message) {
        byte[] damaged = message.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            damaged = damagedOnce(damaged);
        }
        return Arrays.equals(damaged, message) ? damagedOnce(damaged) : damaged;
    }

    private byte[] damagedOnce(byte[] bytes) {
        if (bytes.length == 0) {
            return noise(1 + random.nextInt(front));
        }
        int at = random.nextInt(random.nextBoolean() ? Math.min(bytes.length, front) : bytes.length);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(random.nextBoolean() ? 4 : 64));
        switch (random.nextInt(7)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = INTERESTING[random.nextInt(INTERESTING.length)];
            case 2 -> System.arraycopy(noise(length), 0, bytes, at, length);
            case 3 -> Arrays.fill(bytes, at, at + length, (byte) (random.nextBoolean() ? -1 : 0));
            case 4 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 5 -> {
                return with(bytes, at, noise(length), at);
            }
            default -> {
                return random.nextBoolean()
                        ? with(bytes, at, Arrays.copyOfRange(bytes, at, at + length), at)
                        : with(bytes, at, new byte[0], at + length);
            }
        }
        return bytes;
    }

    private byte[] noise(int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    /** Returns the bytes up to {@code to}, the middle, and the bytes after {@code from}. */
    private static byte[] with(byte[] bytes, int to, byte[] middle, int from) {
        byte[] whole = Arrays.copyOf(bytes, to + middle.length + bytes.length - from);
        System.arraycopy(middle, 0, whole, to, middle.length);
        System.arraycopy(bytes, from, whole, to + middle.length, bytes.length - from);
        return whole;
    }
}
