package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.MalformedDataException;
import io.narrows.codec.PackedFormat;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.stream.CarriedReader;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;

/** One direction of a connection whose long pieces are unpacked as they come, and rebuilt at the far end. */
abstract class StreamedDirection {
    static final AgreedRecipes RECIPES = Pieces.allAgreed();

    final Map<String, Long> unpacked = new HashMap<>();
    final Map<Refusal, Long> refused = new EnumMap<>(Refusal.class);
    final ByteArrayOutputStream app = new ByteArrayOutputStream();
    private final FarEnd farEnd = new FarEnd(RECIPES);
    long content;
    final DirectionUnpacker unpacker =
            new DirectionUnpacker(EnumSet.allOf(PackedFormat.class), RECIPES, new Counted(), System::nanoTime);

    final class Counted implements DirectionUnpacker.Listener {
        @Override
        public void unpacked(PackedFormat format, Recipe recipe, int bytes) {
            unpacked.merge(recipe.id(), (long) bytes, Long::sum);
        }

        @Override
        public void refused(PackedFormat format, Refusal reason, int bytes) {
            refused.merge(reason, (long) bytes, Long::sum);
        }
    }

    @AfterEach
    void free() {
        unpacker.close();
        farEnd.close();
    }

    /** Returns the recipes in common with a peer that knows no pieces in parts. */
    static AgreedRecipes ofOlderPeer() {
        return Pieces.RECIPES.agreed(Pieces.RECIPES.encoders().stream()
                .filter(encoder -> !encoder.contains("streamed"))
                .toList());
    }

    /** Returns the carried form of a piece. */
    final byte[] carried(byte[] piece) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int at = 0; at < piece.length; at += 90_000) {
            ByteBuffer carried = unpacker.read(ByteBuffer.wrap(piece, at, Math.min(90_000, piece.length - at)));
            all.write(carried.array(), unpacker.carriedFrom(), carried.limit() - unpacker.carriedFrom());
        }
        return all.toByteArray();
    }

    /** Reads damaged carried forms of a piece, and returns how many were refused. The others deliver bytes of the piece. */
    static int refusals(byte[] sent, Supplier<byte[]> damage, int runs) {
        int refusals = 0;
        for (int run = 0; run < runs; run++) {
            byte[] damaged = damage.get();
            List<byte[]> delivered = new ArrayList<>();
            try (CarriedReader receiver = new CarriedReader(RECIPES, PieceLimits.STANDARD)) {
                try {
                    receiver.read(ByteBuffer.wrap(damaged), new Delivering(delivered));
                    receiver.end();
                } catch (MalformedDataException | Delivering.Refused e) {
                    refusals++;
                }
                assertThat(receiver.heldBytes()).isLessThan(2L * PieceLimits.STANDARD.longestPlain());
            }
            int at = new String(sent, StandardCharsets.ISO_8859_1)
                    .indexOf(new String(first(delivered), StandardCharsets.ISO_8859_1));
            assertThat(at).as("run %d", run).isNotNegative();
            for (byte[] piece : delivered) {
                assertThat(Arrays.copyOfRange(sent, at, at + piece.length))
                        .as("run %d", run)
                        .isEqualTo(piece);
                at += piece.length;
            }
        }
        return refusals;
    }

    private static byte[] first(List<byte[]> delivered) {
        return delivered.isEmpty() ? new byte[0] : delivered.get(0);
    }

    final long unpackedBytes() {
        return unpacked.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(" streamed"))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    final void readInCuts(byte[] bytes, Random random, int longest) throws MalformedDataException {
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(longest));
            read(Arrays.copyOfRange(bytes, at, at + length));
            at += length;
        }
    }

    final void read(byte[] bytes) throws MalformedDataException {
        app.writeBytes(bytes);
        rebuild(unpacker.read(ByteBuffer.wrap(bytes)));
        assertThat(farEnd.size() + unpacker.pending()).isEqualTo(app.size());
    }

    final void passPending() throws MalformedDataException {
        rebuild(unpacker.passPending());
        assertThat(unpacker.pending()).isZero();
        assertThat(farEnd.size()).isEqualTo(app.size());
    }

    final void end() throws MalformedDataException {
        passPending();
        farEnd.end();
        assertThat(farEnd.bytes()).isEqualTo(app.toByteArray());
    }

    final void rebuild(ByteBuffer carried) throws MalformedDataException {
        content += carried.remaining();
        farEnd.read(carried, unpacker.carriedFrom());
    }
}
