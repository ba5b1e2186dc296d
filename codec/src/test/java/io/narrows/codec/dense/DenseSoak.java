package io.narrows.codec.dense;

import io.narrows.testkit.program.SeedOption;
import io.narrows.testkit.program.Soak;
import java.nio.ByteBuffer;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs damaged frames, frames of every size, and random messages through both ends, over many laps of windows of every size,
 * for {@code bin/soak dense}. Exits with 1 at the first byte that differs. {@code --seconds} limits damaged frames and
 * random messages, each.
 */
@Command(
        name = "dense",
        mixinStandardHelpOptions = true,
        description = "Random messages and damaged frames through the codec dense.")
public final class DenseSoak implements Soak {
    @Option(
            names = "--messages",
            defaultValue = "10000000",
            paramLabel = "N",
            description = "Random messages. Default: ${DEFAULT-VALUE}.")
    private long messages;

    @Option(
            names = "--mutations",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Damaged frames. Default: ${DEFAULT-VALUE}.")
    private long mutations;

    @Option(
            names = "--sizes",
            defaultValue = "65536",
            paramLabel = "N",
            description = "Frames of each size, up to this one. Default: ${DEFAULT-VALUE}.")
    private int sizes;

    @Option(names = "--seconds", paramLabel = "S", description = "Limits damaged frames and random messages, each.")
    private long seconds = Long.MAX_VALUE;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() throws DamagedFrameException {
        System.out.println("dense: seed " + seed.seed());
        mutations(mutations, seconds, new Mutations(seed.seed()));
        everySize(0, sizes);
        everySize(1, sizes);
        everySize(2, sizes);
        messages(messages, seconds, new Random(seed.seed()));
        return 0;
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

    /** Returns a pair of any level, window and version, often with frames of level 0 among the others. */
    private static FramePair pair(Random random) {
        int level = random.nextInt(4);
        int windowLog = 17 + random.nextInt(4);
        return switch (random.nextInt(3)) {
            case 0 -> new FramePair(level, windowLog);
            case 1 -> FramePair.older(Effort.ofLevel(level), windowLog);
            default -> FramePair.mixed(Effort.ofLevel(level), windowLog, random::nextBoolean);
        };
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
                pair = pair(random);
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
