package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * Passes damaged frames to a decoder: each must be refused, or decoded within the output limit. Any other exception fails the
 * run.
 */
final class Mutations {
    private static final int ROOM = 64 << 10;
    private static final int GUARD = 32;

    private final Random random;
    private final Traffic traffic;
    private final Workspace workspace = new Workspace();
    private final ByteBuffer room = ByteBuffer.allocate(GUARD + ROOM + GUARD);
    private long refused;
    private long changed;
    private long unchanged;

    Mutations(long seed) {
        random = new Random(seed);
        traffic = new Traffic(random);
    }

    /**
     * @param refused frames that the decoder refused
     * @param changed frames decoded to different content, which a checksum of the content detects
     * @param unchanged frames decoded to the right content nevertheless
     */
    record Outcome(long frames, long refused, long changed, long unchanged) {}

    /** Damages {@code frames} frames, each in a separate stream, after some intact ones. */
    Outcome run(long frames) {
        FramePair[] pairs = {
            new FramePair(0, 17),
            FramePair.mixed(Effort.ofLevel(2), 18, random::nextBoolean),
            new FramePair(1, 17),
            new FramePair(2, 17),
            new FramePair(3, 17),
            new FramePair(new Effort(16, 4, Literals.AVERAGED), 19),
            new FramePair(new Effort(16, 4, Literals.BY_SOURCE), 19),
            FramePair.older(Effort.ofLevel(2), 17),
            FramePair.older(Effort.ofLevel(3), 17),
            FramePair.older(new Effort(16, 4, Literals.AVERAGED), 19),
            FramePair.older(new Effort(16, 4, Literals.BY_SOURCE), 19)
        };
        for (long frame = 0; frame < frames; frame++) {
            damageOne(pairs[(int) (frame % pairs.length)]);
        }
        return new Outcome(refused + changed + unchanged, refused, changed, unchanged);
    }

    private void damageOne(FramePair pair) {
        pair.reset();
        try {
            for (int whole = random.nextInt(4); whole > 0; whole--) {
                pair.pass(traffic.next(4_000));
            }
        } catch (DamagedFrameException e) {
            throw new AssertionError("a whole frame was refused", e);
        }
        ByteBuffer plain = traffic.next(random.nextInt(50) == 0 ? ROOM : 3_000);
        byte[] content = Arrays.copyOfRange(plain.array(), plain.position(), plain.limit());
        byte[] frame = damaged(pair.encode(content));
        Arrays.fill(room.array(), (byte) 0x5a);
        try {
            pair.decoder.decode(
                    ByteBuffer.wrap(frame), room.clear().position(GUARD).limit(GUARD + ROOM), workspace);
            boolean same =
                    checksum(room.array(), GUARD, room.position() - GUARD) == checksum(content, 0, content.length);
            unchanged += same ? 1 : 0;
            changed += same ? 0 : 1;
        } catch (DamagedFrameException expected) {
            refused++;
        }
        for (int i = 0; i < GUARD; i++) {
            if (room.get(i) != 0x5a || room.array()[GUARD + ROOM + i] != 0x5a) {
                throw new AssertionError("written outside");
            }
        }
    }

    private byte[] damaged(byte[] frame) {
        byte[] copy = frame.clone();
        int at = random.nextInt(copy.length);
        switch (random.nextInt(6)) {
            case 0 -> copy[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> copy[at] += (byte) (1 + random.nextInt(255));
            case 2 -> Arrays.fill(copy, at, Math.min(copy.length, at + 8), (byte) (random.nextBoolean() ? 0 : -1));
            case 3 -> copy = Arrays.copyOf(copy, Math.max(1, at));
            case 4 -> copy = Arrays.copyOf(copy, copy.length + 1 + random.nextInt(64));
            default -> random.nextBytes(copy);
        }
        return copy;
    }

    private static long checksum(byte[] bytes, int from, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, length);
        return checksum.getValue() << 32 | length;
    }
}
