package io.narrows.codec.dense;

import java.util.Random;

/**
 * {@code bin/soak dense}: random messages through both ends, over many laps of windows of each size, and damaged frames. Ends
 * with 1 at the first byte that differs.
 */
public final class DenseSoak {
    private DenseSoak() {}

    public static void main(String[] args) throws DamagedFrameException {
        long messages = 10_000_000;
        long mutations = 1_000_000;
        long seed = System.nanoTime();
        for (int i = 0; i + 1 < args.length; i += 2) {
            long value = Long.parseLong(args[i + 1]);
            switch (args[i]) {
                case "--messages" -> messages = value;
                case "--mutations" -> mutations = value;
                case "--seed" -> seed = value;
                default ->
                    throw new IllegalArgumentException(args[i] + " (expected: --messages, --mutations or --seed)");
            }
        }
        System.out.println("dense: seed " + seed);
        messages(messages, new Random(seed));
        System.out.println("damaged: " + new Mutations(seed).run(mutations));
    }

    private static void messages(long messages, Random random) throws DamagedFrameException {
        long in = 0;
        long out = 0;
        FramePair pair = null;
        Traffic traffic = new Traffic(random);
        long next = 0;
        for (long message = 0; message < messages; message++) {
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
        System.out.println(messages + " messages, " + in + " bytes in, " + out + " out: all alike");
    }
}
