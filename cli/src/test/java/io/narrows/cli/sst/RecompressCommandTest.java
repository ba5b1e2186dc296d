package io.narrows.cli.sst;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.sst.TableOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecompressCommandTest {
    @TempDir
    Path folder;

    private final Verbs verbs = new Verbs();
    private Path file;

    @BeforeEach
    void rows() throws Exception {
        file = Tables.rows(folder.resolve("a.sst"), TableOptions.DEFAULT, 2_000);
    }

    @Test
    void codecOfTheFile_matchesTheFile() {
        assertThat(verbs.run("recompress", file, "--codec", "lz4", "--output", "json"))
                .isZero();

        Map<String, Object> result = verbs.json().get(0);
        Map<String, Object> lz4 = codecs(result).get(0);
        assertThat(lz4.get("bytes")).isEqualTo(result.get("tried_stored_bytes"));
        assertThat(lz4.get("blocks_shrunk")).isEqualTo(result.get("data_blocks"));
        assertThat(result.get("tried_plain_bytes")).isEqualTo(result.get("plain_bytes"));
        assertThat((double) lz4.get("compress_mb_per_s")).isPositive();
        assertThat((double) lz4.get("uncompress_mb_per_s")).isPositive();
    }

    @Test
    void otherCodecs_matchAFileWithThatCodec() throws Exception {
        Path zstd = Tables.rows(
                folder.resolve("zstd.sst"), TableOptions.DEFAULT.withCompression(CodecSpec.of(Codec.ZSTD, 3)), 2_000);

        assertThat(verbs.run("recompress", file, zstd, "--codec", "zstd:3", "--output", "json"))
                .isZero();

        assertThat(codecs(verbs.json().get(0)).get(0).get("bytes"))
                .isEqualTo(verbs.json().get(1).get("tried_stored_bytes"));
    }

    @Test
    void noise_isStoredAsItIs() throws Exception {
        Path noise = Tables.write(folder.resolve("noise.sst"), TableOptions.DEFAULT, table -> {
            for (int row = 0; row < 500; row++) {
                table.put(Tables.key(row), Tables.noise(row));
            }
        });

        assertThat(verbs.run("recompress", noise, "--codec", "none", "--codec", "lz4", "--output", "json"))
                .isZero();

        List<Map<String, Object>> lines = codecs(verbs.json().get(0));
        assertThat(lines.get(1).get("blocks_shrunk")).isEqualTo(0);
        assertThat(lines.get(1).get("bytes")).isEqualTo(lines.get(0).get("bytes"));
        assertThat(lines.get(1).get("uncompress_mb_per_s")).isNull();
    }

    @Test
    void blockSize_isThatOfAWriterOfThatSize() throws Exception {
        Path large = Tables.rows(folder.resolve("large.sst"), TableOptions.DEFAULT.withBlockSize(16 << 10), 2_000);

        assertThat(verbs.run("recompress", file, "--block-size", "16KiB", "--codec", "lz4", "--output", "json"))
                .isZero();
        assertThat(verbs.run("recompress", large, "--codec", "lz4", "--output", "json"))
                .isZero();

        assertThat(verbs.json().get(0).get("block_size")).isEqualTo(16 << 10);
        assertThat(codecs(verbs.json().get(0)).get(0).get("bytes"))
                .isEqualTo(verbs.json().get(1).get("tried_stored_bytes"));
    }

    @Test
    void dictionary_makesZstdSmallerAndIsCounted() {
        assertThat(verbs.run("recompress", file, "--codec", "zstd:1", "--output", "json"))
                .isZero();
        assertThat(verbs.run("recompress", file, "--codec", "zstd:1", "--dictionary", "4KiB", "--output", "json"))
                .isZero();

        int dictionary = (int) verbs.json().get(1).get("dictionary_bytes");
        assertThat(dictionary).isBetween(1, 4096);
        assertThat((int) codecs(verbs.json().get(1)).get(0).get("bytes") - dictionary)
                .isLessThan((int) codecs(verbs.json().get(0)).get(0).get("bytes"));
    }

    @Test
    void sample_isAboutAsLargeAsAsked() {
        assertThat(verbs.run("recompress", file, "--sample", "20KiB", "--codec", "lz4", "--output", "json"))
                .isZero();

        assertThat((int) verbs.json().get(0).get("tried_plain_bytes")).isBetween(16 << 10, 28 << 10);
    }

    @Test
    void table_hasALineForEachCodecAndLevel() {
        assertThat(verbs.run("recompress", file, "--sample", "4KiB")).isZero();

        assertThat(verbs.out().get(0)).startsWith(file + ": ").endsWith(" of them sampled");
        assertThat(verbs.out().stream().skip(4).filter(line -> !line.isBlank()))
                .hasSize(1 + 9 + 1 + 1 + 12 + 7 + 19)
                .allMatch(line -> line.matches("[a-z0-9:-]+ +[0-9,]+ +[0-9.]+ +[0-9,]+ +([0-9]+|-) +([0-9]+|-)"));
    }

    @Test
    void badOptions_sayWhatIsExpected() {
        assertThat(verbs.run("recompress", "x", "--block-size", "1B")).isEqualTo(2);
        assertThat(verbs.run("recompress", "x", "--sample", "1GiB")).isEqualTo(2);
        assertThat(verbs.run("recompress", "x", "--dictionary", "large")).isEqualTo(2);

        assertThat(verbs.err())
                .contains("--block-size 1B (expected: 64B to 16MiB)")
                .contains("--sample 1GiB (expected: 1B to 256MiB)")
                .contains("'large' is not a size (expected: a size such as 4096, 4KiB or 16MiB)");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> codecs(Map<String, Object> result) {
        return (List<Map<String, Object>>) result.get("codecs");
    }
}
