package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.MalformedDataException;
import io.narrows.testkit.ByteMutator;
import io.narrows.testkit.Seed;
import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.LinkedBlock;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Lz4History;
import io.narrows.unpack.stream.CarriedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Frames with linked blocks by lz4 1.9.4: {@code cli-…} by its command line with {@code -BD}, {@code frame-…} by {@code
 * LZ4F_compressFrame}, {@code flushed-…} by {@code LZ4F_compressUpdate} and {@code LZ4F_flush} after each part of that many bytes,
 * {@code unbuffered-…} likewise with {@code autoFlush}, {@code second-frame} by an encoder that had made another frame. {@code cli-64k} and
 * {@code frame-64k} have the same content and different blocks.
 */
class LinkedBlocksTest {
    private static final AgreedRecipes RECIPES = Pieces.allAgreed();

    private final List<Refusal> refusals = new ArrayList<>();
    private final PieceUnpacker unpacker =
            new PieceUnpacker(RECIPES, PieceLimits.STANDARD, (kind, reason, bytes) -> refusals.add(reason));

    @ParameterizedTest
    @CsvSource({
        "cli-64k, 3",
        "frame-64k, 3",
        "cli-64k-stored, 4",
        "cli-256k, 2",
        "flushed-1000, 60",
        "unbuffered-1000, 60",
        "flushed-60, 150",
        "second-frame, 2"
    })
    void blocksOfRealFrames_areMadeAgainBitForBit(String name, int blocks) throws Exception {
        Random random = new Random(Seed.of("LinkedBlocksTest of " + name));
        byte[] frame = frame(name);
        LinkedFrames frames = new LinkedFrames();

        frames.read(frame, random, 1 + random.nextInt(100_000));
        frames.read(frame, random, 20_000);

        assertThat(frames.back()).isEqualTo(joined(frame, frame));
        assertThat(frames.refusals).isEmpty();
        assertThat(frames.recipes).hasSize(2 * blocks).containsOnly("lz4 1.9 fast linked");
        assertThat(frames.differing).isZero();
        assertThat(frames.heldBytes()).isEqualTo(Lz4History.HELD_BYTES);
    }

    @Test
    void framesOfAnotherEncoder_goAsTheyAre() throws Exception {
        byte[] frame = frame("cli-hc");
        LinkedFrames frames = new LinkedFrames();

        frames.read(frame, new Random(1), 50_000);

        assertThat(frames.back()).isEqualTo(frame);
        assertThat(frames.refusals).containsExactly(Refusal.NO_RECIPE, Refusal.NO_HISTORY, Refusal.NO_HISTORY);
    }

    @Test
    void blockThatGoesAsItIs_endsTheUnpackingOfItsFrameOnly() throws Exception {
        byte[] frame = frame("flushed-1000");
        LinkedFrames frames = new LinkedFrames();
        Random random = new Random(2);

        frames.read(Arrays.copyOf(frame, frame.length / 2), random, 1_000);
        frames.passPending();
        frames.read(Arrays.copyOfRange(frame, frame.length / 2, frame.length), random, 1_000);
        int ofTheFirst = frames.recipes.size();
        frames.read(frame, random, 1_000);

        assertThat(frames.back()).isEqualTo(joined(frame, frame));
        assertThat(ofTheFirst).isBetween(25, 35);
        assertThat(frames.refusals).hasSize(59 - ofTheFirst).containsOnly(Refusal.NO_HISTORY);
        assertThat(frames.recipes).hasSize(ofTheFirst + 60);
    }

    @Test
    void pieceThatIsUnpackedButNotSent_endsTheUnpackingOfItsFrame() throws Exception {
        List<byte[]> blocks = blocks(frame("flushed-1000"));
        Object frame = new Object();
        SentBlocks sent = new SentBlocks();
        for (int index = 0; index < 5; index++) {
            FoundPiece piece = piece(frame, index, blocks.get(index));
            try (UnpackedPiece unpacked = unpacker.unpack(piece, Direct.of(blocks.get(index)))) {
                assertThat(unpacked).isNotNull();
            }
            if (index != 3) {
                assertThat(sent.canSend(piece)).as("block %d", index).isEqualTo(index < 3);
            }
        }

        unpacker.markLost(piece(frame, 3, blocks.get(3)));

        assertThat(unpacker.unpack(piece(frame, 5, blocks.get(5)), Direct.of(blocks.get(5))))
                .isNull();
        assertThat(refusals).containsExactly(Refusal.NO_HISTORY);
        FoundPiece first = piece(new Object(), 0, blocks.get(0));
        try (UnpackedPiece unpacked = unpacker.unpack(first, Direct.of(blocks.get(0)))) {
            assertThat(unpacked).isNotNull();
            assertThat(sent.canSend(first)).isTrue();
        }
    }

    @Test
    void blockOfAnotherFrame_hasNoHistory() {
        List<byte[]> blocks = blocks(frame("flushed-1000"));
        unpacker.unpack(piece(new Object(), 0, blocks.get(0)), Direct.of(blocks.get(0)))
                .close();

        assertThat(unpacker.unpack(piece(new Object(), 1, blocks.get(1)), Direct.of(blocks.get(1))))
                .isNull();

        assertThat(refusals).containsExactly(Refusal.NO_HISTORY);
    }

    @Test
    void carriedBlockWhoseHistoryTheReceiverLacks_isRefused() {
        List<byte[]> blocks = blocks(frame("flushed-1000"));
        Object frame = new Object();
        unpacker.unpack(piece(frame, 0, blocks.get(0)), Direct.of(blocks.get(0)))
                .close();
        byte[] second;
        try (UnpackedPiece unpacked = unpacker.unpack(piece(frame, 1, blocks.get(1)), Direct.of(blocks.get(1)))) {
            second = Pieces.carried(unpacked);
        }

        assertThatThrownBy(() -> Pieces.rebuilt(RECIPES, second)).isInstanceOf(MalformedDataException.class);
    }

    /** The link ends at the first damaged piece; what came before it must be what was sent. */
    @Test
    void damagedCarriedStreams_areRefused_orDeliverTheBytesThatWereSent() throws Exception {
        Random random = new Random(Seed.of("LinkedBlocksTest.damage"));
        ByteMutator mutator = new ByteMutator(random, 200);
        List<byte[]> blocks = blocks(frame("flushed-1000"));
        Object frame = new Object();
        byte[] carried = {};
        for (int index = 0; index < blocks.size(); index++) {
            try (UnpackedPiece unpacked =
                    unpacker.unpack(piece(frame, index, blocks.get(index)), Direct.of(blocks.get(index)))) {
                carried = joined(carried, Pieces.carried(unpacked));
            }
        }
        assertThat(Pieces.rebuilt(RECIPES, carried)).isEqualTo(joined(blocks.toArray(byte[][]::new)));
        int refused = 0;
        for (int run = 0; run < 500; run++) {
            byte[] damaged = mutator.damaged(carried);
            CarriedReader reader = new CarriedReader(RECIPES, PieceLimits.STANDARD);
            List<byte[]> delivered = new ArrayList<>();
            try {
                reader.read(ByteBuffer.wrap(damaged), new Delivering(delivered));
                reader.end();
            } catch (MalformedDataException | Delivering.Refused e) {
                refused++;
            }
            assertThat(reader.heldBytes()).isLessThan(Lz4History.HELD_BYTES + 2L * PieceLimits.STANDARD.longestPlain());
            assertThat(delivered)
                    .as("run %d", run)
                    .allMatch(bytes -> blocks.stream().anyMatch(block -> Arrays.equals(block, bytes)));
        }
        assertThat(refused).isGreaterThan(100);
    }

    /** Blocks that are damaged before they are unpacked must be rebuilt as they are, or go as they are. */
    @Test
    void damagedFrames_areRebuiltBitForBit() throws Exception {
        Random random = new Random(Seed.of("LinkedBlocksTest.frames"));
        ByteMutator mutator = new ByteMutator(random, 200);
        for (String name : List.of("flushed-60", "unbuffered-1000", "second-frame")) {
            byte[] frame = frame(name);
            for (int run = 0; run < 100; run++) {
                byte[] damaged = mutator.damaged(frame);
                LinkedFrames frames = new LinkedFrames();

                frames.read(damaged, random, 10_000);

                assertThat(frames.back()).as("%s, run %d", name, run).isEqualTo(damaged);
            }
        }
    }

    private static FoundPiece piece(Object frame, int index, byte[] block) {
        return new FoundPiece(
                PieceKind.LZ4_LINKED_BLOCK, block.length, List.of(), new LinkedBlock(frame, index, false));
    }

    /** Returns the blocks of a frame without checksums, none of them stored. */
    private static List<byte[]> blocks(byte[] frame) {
        ByteBuffer rest = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).position(7);
        List<byte[]> blocks = new ArrayList<>();
        for (int length = rest.getInt(); length != 0; length = rest.getInt()) {
            byte[] block = new byte[length];
            rest.get(block);
            blocks.add(block);
        }
        return blocks;
    }

    private static byte[] frame(String name) {
        try (InputStream in = LinkedBlocksTest.class.getResourceAsStream("linked/" + name + ".lz4")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteBuffer joined = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        Arrays.stream(parts).forEach(joined::put);
        return joined.array();
    }
}
