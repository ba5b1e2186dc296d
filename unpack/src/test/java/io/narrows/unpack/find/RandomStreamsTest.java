package io.narrows.unpack.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.ByteMutator;
import io.narrows.testkit.Seed;
import io.narrows.unpack.PieceKind;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class RandomStreamsTest {
    private static final int STREAMS = 200;
    private static final int DAMAGED_STREAMS = 1000;

    @Test
    void cuts_doNotChangeThePieces() {
        Random random = new Random(Seed.of("RandomStreamsTest.cuts"));
        for (int i = 0; i < STREAMS; i++) {
            byte[] stream = stream(random);

            FoundPieces whole = FoundPieces.in(stream);
            FoundPieces cut = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST)
                    .readInCuts(stream, random, 1 + random.nextInt(random.nextBoolean() ? 50 : 5000));

            assertThat(whole.located()).containsAll(cut.located());
            assertThat(withoutZstd(cut)).isEqualTo(withoutZstd(whole));
        }
    }

    /** A cut behind the first byte of a Zstandard frame makes it plain. */
    private static List<FoundPieces.Located> withoutZstd(FoundPieces found) {
        return found.located().stream()
                .filter(one -> one.piece().kind() != PieceKind.ZSTD_FRAME)
                .toList();
    }

    @Test
    void damagedStreams_areDividedCompletely() {
        damagedStreams(
                new Random(Seed.of("RandomStreamsTest.damage")), longest -> new FoundPieces(FoundPieces.ALL, longest));
    }

    @Test
    void damagedStreams_areDividedCompletely_alsoInParts() {
        damagedStreams(new Random(Seed.of("RandomStreamsTest.damagedParts")), FoundPieces::streaming);
    }

    private static void damagedStreams(Random random, IntFunction<FoundPieces> finder) {
        ByteMutator mutator = new ByteMutator(random, 200);
        for (int i = 0; i < DAMAGED_STREAMS; i++) {
            byte[] damaged = mutator.damaged(stream(random));
            int longest = 32 + random.nextInt(20_000);
            try (FoundPieces found = finder.apply(longest)) {
                int half = random.nextInt(damaged.length + 1);
                found.readInCuts(Arrays.copyOf(damaged, half), random, 1 + random.nextInt(3000));
                if (random.nextBoolean()) {
                    found.passPending();
                } else if (random.nextBoolean()) {
                    found.cutPending();
                }
                found.readInCuts(Arrays.copyOfRange(damaged, half, damaged.length), random, 1 + random.nextInt(3000));
            }
        }
    }

    @Test
    void noise_isDividedCompletely() {
        Random random = new Random(Seed.of("RandomStreamsTest.noise"));
        FoundPieces found = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST);
        for (int i = 0; i < 300; i++) {
            found.readInCuts(Contents.noise(random.nextLong(), 20_000), random, 1 + random.nextInt(20_000));
            found.passPending();
        }
    }

    private static byte[] stream(RandomGenerator random) {
        return random.nextInt(4) == 0 ? grpc(random) : sequence(random);
    }

    private static byte[] sequence(RandomGenerator random) {
        byte[] stream = {};
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            stream = Packed.joined(stream, filler(random), packed(random, text(random)));
        }
        return Packed.joined(stream, filler(random));
    }

    private static byte[] grpc(RandomGenerator random) {
        Http2Bytes direction = random.nextBoolean() ? Http2Bytes.ofClient() : Http2Bytes.ofServer();
        byte[][] messages = new byte[3][];
        for (int i = 0; i < messages.length; i++) {
            boolean compressed = random.nextInt(4) > 0;
            byte[] text = text(random);
            messages[i] = Http2Bytes.message(compressed, compressed ? packed(random, text) : text);
        }
        int[] at = new int[messages.length];
        for (int i = 0; i < 60; i++) {
            int stream = random.nextInt(messages.length);
            int end = Math.min(messages[stream].length, at[stream] + 1 + random.nextInt(4000));
            direction.data(1 + 2 * stream, Arrays.copyOfRange(messages[stream], at[stream], end));
            at[stream] = end == messages[stream].length ? 0 : end;
        }
        return direction.bytes();
    }

    private static byte[] text(RandomGenerator random) {
        return Contents.text(random.nextLong(), 300 + random.nextInt(random.nextInt(4) == 0 ? 80_000 : 3_000));
    }

    private static byte[] filler(RandomGenerator random) {
        int length = 20 + random.nextInt(200);
        return switch (random.nextInt(3)) {
            case 0 -> new byte[length];
            case 1 -> Contents.noise(random.nextLong(), length);
            default -> Contents.text(random.nextLong(), length);
        };
    }

    private static byte[] packed(RandomGenerator random, byte[] text) {
        return switch (random.nextInt(9)) {
            case 0 -> Packed.lz4(text);
            case 1 -> Packed.zstd(text, random.nextBoolean(), random.nextBoolean());
            case 2 -> Packed.gzip(text);
            case 3 -> Packed.xerial(text, 1024 << random.nextInt(6));
            case 4 -> Packed.snappyFrames(text);
            case 5 -> Packed.kafkaBatch(2, -1, Packed.snappy(text));
            case 6 -> Packed.kafkaBatch(2, 5, Packed.xerial(text, 4096));
            case 7 -> Packed.kafkaBatch(1, 5, Packed.gzip(text));
            default -> Packed.kafkaBatch(3, 5, Packed.lz4(text));
        };
    }
}
