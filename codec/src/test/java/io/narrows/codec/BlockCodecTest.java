package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlockCodecTest {
    private static final long SEED = 20261121;
    private static final Codecs CODECS = Codecs.load();

    static Stream<CodecSpec> specs() {
        return Stream.concat(
                Stream.of(CodecSpec.of(Codec.NONE)),
                StreamCodecTest.specs().filter(spec -> spec.codec().hasBlocks()));
    }

    @Test
    void block_ofACodecOfStreams_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CODECS.block(CodecSpec.of(Codec.DENSE)))
                .withMessage("dense compresses streams only, not blocks");
    }

    static List<byte[]> contents() {
        byte[] real = Samples.joined(Samples.etcd(), 64 << 10);
        return List.of(
                new byte[0],
                new byte[] {1},
                new byte[64 << 10],
                Samples.noise(SEED, 1000),
                Samples.noise(SEED, 64 << 10),
                Samples.joined(Samples.postgres(), 4096),
                real);
    }

    @ParameterizedTest
    @MethodSource("specs")
    void decompress_everyContentInEveryMemory_equalsWhatWasCompressed(CodecSpec spec) throws Exception {
        BlockCodec codec = CODECS.block(spec);
        for (byte[] content : contents()) {
            for (Memory plain : Memory.values()) {
                for (Memory coded : Memory.values()) {
                    ByteBuffer block =
                            compress(codec, plain.of(content), coded, codec.maxCompressedLength(content.length));
                    ByteBuffer back = plain.allocate(content.length + 10);
                    int start = back.position();
                    codec.decompress(block, back, content.length);

                    assertThat(block.hasRemaining()).isFalse();
                    assertThat(Memory.bytes(back.flip().position(start))).isEqualTo(content);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void compress_exactlyTheRoom_fitsAndOneByteLessDeclines(CodecSpec spec) throws Exception {
        BlockCodec codec = CODECS.block(spec);
        byte[] content = Samples.joined(Samples.etcd(), 16 << 10);
        int full = compress(codec, Memory.DIRECT.of(content), Memory.DIRECT, codec.maxCompressedLength(content.length))
                .remaining();
        for (Memory plain : Memory.values()) {
            for (Memory coded : Memory.values()) {
                ByteBuffer src = plain.of(content);
                int from = src.position();
                ByteBuffer tight = coded.allocate(full + slack(spec))
                        .limit(coded.allocate(0).position() + full - 1);
                int to = tight.position();
                int limit = tight.limit();

                assertThat(codec.compress(src, tight)).isEqualTo(BlockCodec.DECLINED);
                assertThat(src.position()).isEqualTo(from);
                assertThat(tight.position()).isEqualTo(to);
                assertThat(tight.limit()).isEqualTo(limit);

                tight.limit(to + full + slack(spec));
                assertThat(codec.compress(src, tight)).isBetween(1, full + slack(spec));
                assertThat(src.hasRemaining()).isFalse();
                ByteBuffer back = plain.allocate(content.length);
                int start = back.position();
                codec.decompress(tight.flip().position(to), back, content.length);
                assertThat(Memory.bytes(back.flip().position(start))).isEqualTo(content);
            }
        }
    }

    /**
     * Returns the extra space needed by codecs that use a different compressor if the output is limited: LZ4's
     * stop early.
     */
    private static int slack(CodecSpec spec) {
        return switch (spec.codec()) {
            case LZ4, LZ4HC -> 16;
            default -> 0;
        };
    }

    @Test
    void compress_zstd_writesTheSameWhateverTheBuffersAndTheirRoom() {
        byte[] content = Samples.joined(Samples.etcd(), 16 << 10);
        BlockCodec codec = CODECS.block(CodecSpec.of(Codec.ZSTD, 3));
        int worst = codec.maxCompressedLength(content.length);
        byte[] block = Memory.bytes(compress(codec, Memory.HEAP.of(content), Memory.HEAP, worst));
        for (Memory plain : Memory.values()) {
            for (Memory coded : Memory.values()) {
                for (int room : new int[] {worst, worst - 1, block.length}) {
                    ByteBuffer same = compress(codec, plain.of(content), coded, room);

                    assertThat(Memory.bytes(same))
                            .as("%s to %s of %d", plain, coded, room)
                            .isEqualTo(block);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void decompress_anotherLength_isRefused(CodecSpec spec) throws Exception {
        BlockCodec codec = CODECS.block(spec);
        byte[] content = Samples.joined(Samples.etcd(), 4096);
        ByteBuffer block = compress(codec, Memory.DIRECT.of(content), Memory.DIRECT, codec.maxCompressedLength(4096));
        for (int length : new int[] {0, 1, 4095, 4097, 8192}) {
            for (Memory memory : Memory.values()) {
                assertThatExceptionOfType(MalformedDataException.class)
                        .as("%s, %d bytes", spec, length)
                        .isThrownBy(() -> codec.decompress(block.duplicate(), memory.allocate(9000), length));
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.decompress(block.duplicate(), ByteBuffer.allocate(4095), 4096));
    }

    @Test
    void compress_manyThreads_doNotDisturbEachOther() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (CodecSpec spec :
                    List.of(CodecSpec.of(Codec.ZSTD), CodecSpec.of(Codec.GZIP), CodecSpec.of(Codec.SNAPPY))) {
                BlockCodec codec = CODECS.block(spec);
                List<Callable<Boolean>> jobs = IntStream.range(0, 64)
                        .<Callable<Boolean>>mapToObj(i -> () -> {
                            byte[] content = i % 2 == 0
                                    ? Samples.joined(Samples.postgres(), 1000 + i * 100)
                                    : Samples.noise(SEED + i, 1000 + i);
                            ByteBuffer block = compress(
                                    codec,
                                    Memory.DIRECT.of(content),
                                    Memory.HEAP,
                                    codec.maxCompressedLength(content.length));
                            ByteBuffer back = ByteBuffer.allocate(content.length);
                            codec.decompress(block, back, content.length);
                            return Arrays.equals(back.array(), content);
                        })
                        .toList();
                for (Future<Boolean> equal : threads.invokeAll(jobs)) {
                    assertThat(equal.get()).isTrue();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static ByteBuffer compress(BlockCodec codec, ByteBuffer src, Memory coded, int room) {
        ByteBuffer dst = coded.allocate(room);
        int start = dst.position();
        int length = codec.compress(src, dst);
        assertThat(length).isEqualTo(dst.position() - start);
        assertThat(src.hasRemaining()).isFalse();
        return dst.flip().position(start);
    }
}
