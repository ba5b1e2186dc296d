package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.MalformedDataException;
import io.narrows.codec.PackedFormat;
import io.narrows.testkit.Seed;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.junit.jupiter.api.Test;

final class DirectionUnpackerTest {
    private static final AgreedRecipes RECIPES = Pieces.allAgreed();

    private final List<String> pieces = new ArrayList<>();
    private final FarEnd farEnd = new FarEnd(RECIPES);
    private final DirectionUnpacker unpacker =
            new DirectionUnpacker(EnumSet.allOf(PackedFormat.class), RECIPES, new Counted(), System::nanoTime);

    private final class Counted implements DirectionUnpacker.Listener {
        @Override
        public void unpacked(PackedFormat format, Recipe recipe, int bytes) {
            pieces.add(recipe.id());
        }

        @Override
        public void refused(PackedFormat format, Refusal reason, int bytes) {
            pieces.add(reason.label());
        }
    }

    @Test
    void content_makesTheSameBytesAgain() throws Exception {
        long seed = Seed.of("DirectionUnpackerTest");
        byte[] app = stream(seed);
        Random random = new Random(seed);

        int content = 0;
        for (int at = 0; at < app.length; ) {
            int length = Math.min(app.length - at, 1 + random.nextInt(40_000));
            content += rebuild(unpacker.read(ByteBuffer.wrap(app, at, length)));
            at += length;
        }
        content += rebuild(unpacker.passPending());
        farEnd.end();

        assertThat(farEnd.bytes()).isEqualTo(app);
        assertThat(pieces)
                .hasSizeGreaterThanOrEqualTo(8)
                .allSatisfy(recipe -> assertThat(recipe).startsWith("lz4"));
        assertThat(content).isGreaterThan(app.length);
        assertThat(unpacker.pending()).isZero();
    }

    @Test
    void contentBeforeTheFirstPiece_isThatOfTheApplication() {
        ByteBuffer content = unpacker.read(ByteBuffer.wrap(new Plains(1).orders(5_000)));

        assertThat(content.remaining()).isEqualTo(5_000);
        assertThat(unpacker.carriedFrom()).isEqualTo(5_000);
        assertThat(unpacker.takeCpuNanos()).isZero();
    }

    @Test
    void incompletePiece_waits_untilItGoesAsItIs() throws Exception {
        byte[] frame = lz4(new Plains(1).orders(60_000));

        int begun = unpacker.read(ByteBuffer.wrap(frame, 0, 1_000)).remaining();
        int waiting = unpacker.pending();
        int passed = unpacker.passPending().remaining();

        assertThat(waiting).isPositive().isEqualTo(passed);
        assertThat(begun + passed).isEqualTo(1_000);
        assertThat(unpacker.read(ByteBuffer.wrap(frame, 1_000, 1_000)).remaining())
                .isEqualTo(1_000);
        assertThat(pieces).isEmpty();
    }

    private static byte[] stream(long seed) throws IOException {
        Plains plains = new Plains(seed);
        ByteArrayOutputStream app = new ByteArrayOutputStream();
        for (int i = 0; i < 8; i++) {
            app.write(plains.orders(300));
            app.write(lz4(plains.orders(1_000 + 30_000 * i)));
        }
        app.write(plains.orders(300));
        return app.toByteArray();
    }

    private static byte[] lz4(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (LZ4FrameOutputStream out = new LZ4FrameOutputStream(packed, LZ4FrameOutputStream.BLOCKSIZE.SIZE_64KB)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }

    private int rebuild(ByteBuffer content) throws MalformedDataException {
        int length = content.remaining();
        farEnd.read(content, unpacker.carriedFrom());
        return length;
    }
}
