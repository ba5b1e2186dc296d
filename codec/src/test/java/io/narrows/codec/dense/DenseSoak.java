package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.util.Random;

/**
 * Runs damaged frames, frames of every size, and random messages through both ends, over many laps of windows of every size,
 * for {@code bin/soak dense}. Exits with 1 at the first byte that differs. {@code --seconds} limits damaged frames and
 * random messages, each.
 */
public final class DenseSoak {
    private DenseSoak() {}

    public static void main(String[] args) throws DamagedFrameException {
        long messages = 10_000_000;
        long mutations = 1_000_000;
        long sizes = 64 << 10;
        long seconds = Long.MAX_VALUE;
        long seed = System.nanoTime();
        for (int i = 0; i + 1 < args.length; i += 2) {
            long value = Long.parseLong(args[i + 1]);
            switch (args[i]) {
                case "--messages" -> messages = value;
                case "--mutations" -> mutations = value;
                case "--sizes" -> sizes = value;
                case "--seconds" -> seconds = value;
                case "--seed" -> seed = value;
                default ->
                    throw new IllegalArgumentException(
                            args[i] + " (expected: --messages, --mutations, --sizes, --seconds or --seed)");
            }
        }
        System.out.println("dense: seed " + seed);
        mutations(mutations, seconds, new Mutations(seed));
        everySize(1, (int) sizes);
        everySize(2, (int) sizes);
        messages(messages, seconds, new Random(seed));
    }

    private static void mutations(long frames, long seconds, Mutations mutations) {
        long begun = System.nanoTime();
        Mutations.Outcome outcome = mutations.run(0);
        while (outcome.frames() < frames && !isOver(begun, seconds)) {
            outcome = mutations.run(Math.min(1_000, frames - outcome.frames()));
        }
        System.out.println("damaged: " + outcome);
    }

    private static boolean isOver(long begun, long seconds) {
        return (System.nanoTime() - begun) / 1_000_000_000 >= seconds;
    }

    /** Encodes frames of every size from 1, each differing from the previous one in one byte. */
    private static void everySize(int level, int longest) throws DamagedFrameException {
        byte[] content = new byte[64 << 10];
        new Random(level).nextBytes(content);
        FramePair pair = new FramePair(level, 17);
        long in = 0;
        for (int size = 1; size <= longest; size++) {
            content[size / 2]++;
            pair.pass(ByteBuffer.wrap(content, 0, size));
            in += size;
        }
        System.out.println("level " + level + ": each size to " + longest + ", " + in + " bytes: all alike");
    }

    private static void messages(long messages, long seconds, Random random) throws DamagedFrameException {
        long begun = System.nanoTime();
        long done = 0;
        long in = 0;
        long out = 0;
        FramePair pair = null;
        Traffic traffic = new Traffic(random);
        long next = 0;
        for (long message = 0; message < messages; message++) {
            if ((message & 1023) == 0 && isOver(begun, seconds)) {
                break;
            }
            done++;
            if (message == next) {
                pair = new FramePair(1 + random.nextInt(3), 17 + random.nextInt(4));
                next = message + 1 + random.nextInt(200_000);
                System.out.println(message + " messages, " + in + " bytes in, " + out + " out");
            } else if (random.nextInt(20_000) == 0) {
                pair.reset();
            }
            var plain = traffic.next(random.nextInt(100) == 0 ? 64 << 10 : 1_000);
            in += plain.remaining();
            out += pair.pass(plain);
        }
        System.out.println(done + " messages, " + in + " bytes in, " + out + " out: all alike");
    }
}
