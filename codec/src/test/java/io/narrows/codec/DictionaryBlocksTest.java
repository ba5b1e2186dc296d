package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DictionaryBlocksTest {
    private static final long SEED = 20261121;
    private static final Codecs CODECS = Codecs.load();
    private static final byte[] TRAFFIC = Samples.joined(Samples.etcd(), 100 << 10);

    static Stream<CodecSpec> specs() {
        return Stream.concat(Stream.of(CodecSpec.of(Codec.NONE), CodecSpec.of(Codec.SNAPPY)), specsThatRefer());
    }

    static Stream<CodecSpec> specsThatRefer() {
        return Stream.of(
                CodecSpec.of(Codec.GZIP, 1),
                CodecSpec.of(Codec.GZIP, 9),
                CodecSpec.of(Codec.LZ4),
                CodecSpec.of(Codec.LZ4HC, 1),
                CodecSpec.of(Codec.LZ4HC),
                CodecSpec.of(Codec.ZSTD, -1),
                CodecSpec.of(Codec.ZSTD, 3),
                CodecSpec.of(Codec.ZSTD, 19));
    }

    /** Returns dictionaries from one byte to more than any format can refer to; the last one was trained by zstd. */
    static List<byte[]> dictionaries() {
        return List.of(
                new byte[] {1},
                Arrays.copyOf(TRAFFIC, 7),
                Arrays.copyOf(TRAFFIC, 4 << 10),
                Arrays.copyOf(TRAFFIC, 40 << 10),
                TRAFFIC,
                Samples.noise(SEED, 70_000),
                ZstdDictionaries.train(Samples.postgres(), 8 << 10, 3));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void decompress_everyContentAndDictionary_equalsWhatWasCompressed(CodecSpec spec) throws Exception {
        for (byte[] dictionary : dictionaries()) {
            BlockCodec codec = CODECS.block(spec, dictionary);
            for (byte[] content : BlockCodecTest.contents()) {
                for (Memory plain : Memory.values()) {
                    for (Memory coded : Memory.values()) {
                        ByteBuffer dst = coded.allocate(codec.maxCompressedLength(content.length));
                        int start = dst.position();
                        codec.compress(plain.of(content), dst);
                        ByteBuffer back = plain.allocate(content.length);
                        int from = back.position();
                        codec.decompress(dst.flip().position(start), back, content.length);

                        assertThat(Memory.bytes(back.flip().position(from)))
                                .as("%d bytes, dictionary of %d", content.length, dictionary.length)
                                .isEqualTo(content);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specsThatRefer")
    void compress_contentOfTheDictionary_isShorter(CodecSpec spec) throws Exception {
        byte[] content = Arrays.copyOfRange(TRAFFIC, 96 << 10, 100 << 10);

        int alone = compress(CODECS.block(spec), content).length;
        int referring = compress(CODECS.block(spec, TRAFFIC), content).length;

        assertThat(referring).isLessThan(alone / 10);
    }

    @ParameterizedTest
    @MethodSource("specsThatRefer")
    void decompress_withoutItsDictionary_neverGivesTheContent(CodecSpec spec) throws Exception {
        byte[] content = Arrays.copyOfRange(TRAFFIC, 96 << 10, 100 << 10);
        byte[] block = compress(CODECS.block(spec, TRAFFIC), content);

        for (BlockCodec other : List.of(CODECS.block(spec), CODECS.block(spec, Samples.noise(SEED, 100 << 10)))) {
            assertThat(decompressed(other, block, content.length)).isNotEqualTo(content);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NONE", "SNAPPY"})
    void compress_codecThatRefersToNothing_writesAsWithoutDictionary(Codec codec) throws Exception {
        CodecSpec spec = CodecSpec.of(codec);
        byte[] content = Arrays.copyOf(TRAFFIC, 4096);

        assertThat(compress(CODECS.block(spec, TRAFFIC), content)).isEqualTo(compress(CODECS.block(spec), content));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void compress_emptyDictionary_writesAsWithoutOne(CodecSpec spec) throws Exception {
        byte[] content = Arrays.copyOf(TRAFFIC, 4096);

        assertThat(compress(CODECS.block(spec, new byte[0]), content)).isEqualTo(compress(CODECS.block(spec), content));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void compress_exactlyTheRoom_fitsAndOneByteLessDeclines(CodecSpec spec) throws Exception {
        BlockCodec codec = CODECS.block(spec, TRAFFIC);
        byte[] content = Samples.joined(Samples.postgres(), 4096);
        int full = compress(codec, content).length;
        for (Memory memory : Memory.values()) {
            ByteBuffer src = memory.of(content);
            ByteBuffer before = src.duplicate();
            ByteBuffer tight = memory.allocate(full - 1);
            int to = tight.position();

            assertThat(codec.compress(src, tight)).isEqualTo(BlockCodec.DECLINED);
            assertThat(src).isEqualTo(before);
            assertThat(tight.position()).isEqualTo(to);
            assertThat(codec.compress(src, memory.allocate(full))).isEqualTo(full);
        }
    }

    /** RocksDB inflates with a window of 16 KiB: content found only in older parts of the dictionary does not shrink. */
    @ParameterizedTest
    @ValueSource(ints = {1, 6, 9})
    void compress_gzip_refersToTheLast16KiBOnly(int level) throws Exception {
        byte[] dictionary = Samples.noise(SEED, 40 << 10);
        BlockCodec codec = CODECS.block(CodecSpec.of(Codec.GZIP, level), dictionary);
        int reached = (40 << 10) - (16 << 10);

        byte[] old = compress(codec, Arrays.copyOfRange(dictionary, reached - 4096, reached));
        byte[] young = compress(codec, Arrays.copyOfRange(dictionary, reached + 1024, reached + 5120));

        assertThat(old).hasSizeGreaterThan(4096);
        assertThat(young).hasSizeLessThan(200);
        Inflater inflater = new Inflater(true);
        inflater.setDictionary(dictionary, reached, 16 << 10);
        inflater.setInput(young);
        byte[] back = new byte[4096];
        assertThat(inflater.inflate(back)).isEqualTo(4096);
        inflater.end();
        assertThat(back).isEqualTo(Arrays.copyOfRange(dictionary, reached + 1024, reached + 5120));
    }

    /** The dictionary is the previous frame, stored; the block is the next one. */
    @ParameterizedTest
    @ValueSource(strings = {"LZ4", "LZ4HC"})
    void compress_lz4_keepsTheRulesOfTheFormat(Codec codec) throws Exception {
        byte[] dictionary = Arrays.copyOf(TRAFFIC, 60_000);
        BlockCodec blocks = CODECS.block(CodecSpec.of(codec), dictionary);
        for (int length : new int[] {100, 4096, 30_000, 65_000}) {
            byte[] content = Arrays.copyOfRange(TRAFFIC, 30_000, 30_000 + length);
            Lz4Reference reference = new Lz4Reference();
            reference.decode(frame(dictionary.length, dictionary));

            assertThat(reference.decode(frame(length, compress(blocks, content))))
                    .isEqualTo(content);
        }
    }

    /** Tests a block that refers to the first byte of the eight before it, and one that refers to the byte before that. */
    @ParameterizedTest
    @CsvSource({"LZ4, 04080010 21, history.!", "LZ4HC, 04080010 21, history.!", "LZ4, 04090010 21,"})
    void decompress_lz4BlockMadeByHand_reachesTheDictionary(Codec codec, String hex, String content) throws Exception {
        byte[] dictionary = "history.".getBytes(StandardCharsets.US_ASCII);
        byte[] block = HexFormat.of().parseHex(hex.replace(" ", ""));
        BlockCodec blocks = CODECS.block(CodecSpec.of(codec), dictionary);

        if (content == null) {
            assertThatExceptionOfType(MalformedDataException.class)
                    .isThrownBy(() -> decompress(blocks, block, 9))
                    .withMessageContaining("match of 8 at distance 9");
        } else {
            assertThat(decompress(blocks, block, 9))
                    .asString(StandardCharsets.US_ASCII)
                    .isEqualTo(content);
        }
    }

    @Test
    void block_damagedZstdDictionary_isRefused() {
        byte[] trained = ZstdDictionaries.train(Samples.postgres(), 8 << 10, 3);
        byte[] cut = Arrays.copyOf(trained, 20);

        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> CODECS.block(CodecSpec.of(Codec.ZSTD), cut))
                .withMessage("zstd dictionary of 20 bytes is damaged");
    }

    @Test
    void decompress_zstdBlockOfAnotherTrainedDictionary_isRefused() throws Exception {
        byte[] one = ZstdDictionaries.train(Samples.postgres(), 8 << 10, 3);
        byte[] other = ZstdDictionaries.train(Samples.etcd(), 8 << 10, 3);
        byte[] block = compress(CODECS.block(CodecSpec.of(Codec.ZSTD), one), Arrays.copyOf(TRAFFIC, 1000));

        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> decompress(CODECS.block(CodecSpec.of(Codec.ZSTD), other), block, 1000))
                .withMessageContaining("Dictionary mismatch");
    }

    /** The blocks share their decompressors. */
    @Test
    void decompress_zstdBlocksOfManyDictionariesInTurn_keepsThemApart() throws Exception {
        byte[] content = Arrays.copyOf(TRAFFIC, 4096);
        List<byte[]> dictionaries = dictionaries();
        List<BlockCodec> codecs = new ArrayList<>();
        List<byte[]> blocks = new ArrayList<>();
        for (byte[] dictionary : dictionaries) {
            codecs.add(CODECS.block(CodecSpec.of(Codec.ZSTD), dictionary));
            blocks.add(compress(codecs.get(codecs.size() - 1), content));
        }
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < codecs.size(); i++) {
                assertThat(decompress(codecs.get(i), blocks.get(i), content.length))
                        .isEqualTo(content);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void close_twice_leavesOthersAtWork(CodecSpec spec) throws Exception {
        byte[] content = Arrays.copyOf(TRAFFIC, 4096);
        BlockCodec other = CODECS.block(spec, TRAFFIC);
        BlockCodec codec = CODECS.block(spec, TRAFFIC);
        byte[] block = compress(codec, content);
        decompress(codec, block, content.length);
        codec.close();
        codec.close();

        assertThat(decompress(other, block, content.length)).isEqualTo(content);
    }

    @Test
    void decompress_closedZstd_failsAndHarmsNoOther() throws Exception {
        BlockCodec closed = CODECS.block(CodecSpec.of(Codec.ZSTD), TRAFFIC);
        BlockCodec other = CODECS.block(CodecSpec.of(Codec.ZSTD), TRAFFIC);
        byte[] content = Arrays.copyOf(TRAFFIC, 4096);
        byte[] block = compress(closed, content);
        closed.close();

        assertThatIllegalStateException().isThrownBy(() -> decompress(closed, block, 4096));
        assertThatIllegalStateException().isThrownBy(() -> compress(closed, content));
        assertThat(decompress(other, block, 4096)).isEqualTo(content);
        assertThatCode(other::close).doesNotThrowAnyException();
    }

    @Test
    void compress_manyThreads_doNotDisturbEachOther() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (CodecSpec spec : specsThatRefer().toList()) {
                BlockCodec codec = CODECS.block(spec, TRAFFIC);
                List<Callable<Boolean>> jobs = IntStream.range(0, 64)
                        .<Callable<Boolean>>mapToObj(i -> () -> {
                            byte[] content = Arrays.copyOfRange(TRAFFIC, i * 1000, i * 1000 + 500 + i * 100);
                            return Arrays.equals(content, decompress(codec, compress(codec, content), content.length));
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

    private static byte[] compress(BlockCodec codec, byte[] content) {
        ByteBuffer block = ByteBuffer.allocate(codec.maxCompressedLength(content.length));
        codec.compress(ByteBuffer.wrap(content), block);
        return Arrays.copyOf(block.array(), block.position());
    }

    private static byte[] decompress(BlockCodec codec, byte[] block, int length) throws MalformedDataException {
        byte[] content = new byte[length];
        codec.decompress(ByteBuffer.wrap(block), ByteBuffer.wrap(content), length);
        return content;
    }

    /** Returns the content, or an empty array if the block is refused. */
    private static byte[] decompressed(BlockCodec codec, byte[] block, int length) {
        try {
            return decompress(codec, block, length);
        } catch (MalformedDataException refused) {
            return new byte[0];
        }
    }

    private static byte[] frame(int length, byte[] piece) {
        ByteBuffer frame = ByteBuffer.allocate(Varint.MAX_LENGTH + piece.length);
        Varint.put(frame, length);
        frame.put(piece);
        return Arrays.copyOf(frame.array(), frame.position());
    }
}
