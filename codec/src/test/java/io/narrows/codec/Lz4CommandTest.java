package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the {@code lz4} command reads what we write and vice versa, in the LZ4 frame format (lz4_Frame_format.md) with
 * linked blocks of 64 KiB.
 */
class Lz4CommandTest {
    private static final int MAGIC = 0x184d2204;
    private static final int VERSION_1_LINKED = 0x40;
    private static final int BLOCKS_OF_64_KIB = 0x40;
    private static final int STORED = 1 << 31;
    private static final int BLOCK = 64 << 10;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"LZ4, 0", "LZ4HC, 1", "LZ4HC, 3", "LZ4HC, 9", "LZ4HC, 12"})
    void framesOfOurs_areReadByTheCommand(Codec codec, int level) throws Exception {
        List<byte[]> reads = reads();
        Path file = folder.resolve("ours.lz4");
        ByteArrayOutputStream blocks = new ByteArrayOutputStream();
        try (StreamPair pair = StreamPair.direct(CodecSpec.of(codec, level))) {
            for (byte[] read : reads) {
                writeBlock(blocks, ByteBuffer.wrap(pair.encode(read)));
            }
        }
        Files.write(file, frame(blocks.toByteArray()));

        byte[] back = run("lz4", "-d", "-c", file.toString());

        assertThat(back).isEqualTo(Samples.joined(reads, length(reads)));
    }

    @ParameterizedTest
    @CsvSource({"-1", "-3", "-9", "-12", "--fast=5"})
    void framesOfTheCommand_areReadByOurs(String level) throws Exception {
        byte[] content = Samples.joined(reads(), length(reads()));
        Path file = Files.write(folder.resolve("content"), content);

        byte[] frame = run("lz4", level, "-BD", "-B4", "--no-frame-crc", "-c", file.toString());

        assertThat(frame[4]).as("linked blocks, no checksums, no size").isEqualTo((byte) VERSION_1_LINKED);
        assertThat(decoded(frame, content.length)).isEqualTo(content);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 12, 13, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 2 * BLOCK + 1, 7 * BLOCK})
    void framesOfTheCommand_ofEachSize_areReadByOurs(int length) throws Exception {
        byte[] content = new LikeTraffic(new Random(length)).next(length);
        Path file = Files.write(folder.resolve("content"), content);

        byte[] frame = run("lz4", "-9", "-BD", "-B4", "--no-frame-crc", "-c", file.toString());

        assertThat(decoded(frame, length)).isEqualTo(content);
    }

    /** Returns recorded reads, then repetitions from far back, then noise: several windows in total. */
    private static List<byte[]> reads() {
        List<byte[]> reads = new ArrayList<>(Samples.etcd());
        reads.addAll(Samples.postgres());
        LikeTraffic made = new LikeTraffic(new Random(20261121));
        for (int i = 0; i < 200; i++) {
            reads.add(made.next());
        }
        reads.add(Samples.noise(1, BLOCK));
        reads.addAll(Samples.etcd());
        return reads;
    }

    private static int length(List<byte[]> reads) {
        return reads.stream().mapToInt(read -> read.length).sum();
    }

    /** Writes a frame of a stream as a block of the frame format. */
    private static void writeBlock(ByteArrayOutputStream blocks, ByteBuffer coded) throws MalformedDataException {
        int size = Varint.get(coded);
        int length = coded.remaining();
        blocks.writeBytes(quad(length == size ? length | STORED : length));
        blocks.writeBytes(Memory.bytes(coded));
    }

    private static byte[] frame(byte[] blocks) {
        byte[] descriptor = {VERSION_1_LINKED, BLOCKS_OF_64_KIB};
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(quad(MAGIC));
        frame.writeBytes(descriptor);
        frame.write(XXHashFactory.safeInstance().hash32().hash(descriptor, 0, 2, 0) >>> 8);
        frame.writeBytes(blocks);
        frame.writeBytes(quad(0));
        return frame.toByteArray();
    }

    /** Decodes each block as a frame of a stream; all but the last one have 64 KiB of content. */
    private static byte[] decoded(byte[] frame, int length) throws MalformedDataException {
        ByteBuffer blocks =
                ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).position(7);
        ByteBuffer content = ByteBuffer.allocate(length);
        try (StreamDecoder decoder = Codecs.load().streamDecoder(Codec.LZ4, 20)) {
            for (int header = blocks.getInt(); header != 0; header = blocks.getInt()) {
                int coded = header & ~STORED;
                int size = Math.min(BLOCK, content.remaining());
                assertThat(coded == size).isEqualTo((header & STORED) != 0);
                ByteBuffer one = ByteBuffer.allocate(Varint.MAX_LENGTH + coded);
                Varint.put(one, size);
                one.put(blocks.slice(blocks.position(), coded));
                blocks.position(blocks.position() + coded);
                decoder.decode(one.flip(), content.slice(content.position(), size));
                content.position(content.position() + size);
            }
        }
        assertThat(blocks.hasRemaining()).isFalse();
        return content.array();
    }

    private static byte[] quad(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    private byte[] run(String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile())
                .start();
        int status = process.waitFor();
        assertThat(status)
                .as("%s: %s", Arrays.toString(command), Files.readString(errors))
                .isZero();
        return Files.readAllBytes(out);
    }
}
