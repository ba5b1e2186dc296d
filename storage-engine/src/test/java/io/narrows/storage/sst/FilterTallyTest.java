package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilterTallyTest {
    private static final Codecs CODECS = Codecs.load();
    private static final int KEYS = 1_000;

    private final FilterTally tally = new FilterTally();

    @TempDir
    Path folder;

    @Test
    void lookUps_ofKeysThatAreThere_pass() throws IOException {
        try (TableReader table = table(TableOptions.DEFAULT.withBloomBitsPerKey(10))) {
            for (int i = 0; i < KEYS; i++) {
                table.get(key("there", i));
            }
        }

        assertThat(tally.passed()).isEqualTo(KEYS);
        assertThat(tally.falsePositives()).isZero();
        assertThat(tally.useful()).isZero();
    }

    /** One in a hundred passes a filter of ten bits per key; the bound is generous, and the keys are always the same. */
    @Test
    void lookUps_ofOtherKeys_areUsefulOrFalsePositives() throws IOException {
        try (TableReader table = table(TableOptions.DEFAULT.withBloomBitsPerKey(10))) {
            for (int i = 0; i < KEYS; i++) {
                table.get(key("elsewhere", i));
            }
        }

        assertThat(tally.useful() + tally.passed()).isEqualTo(KEYS);
        assertThat(tally.useful()).isGreaterThan(KEYS * 9 / 10);
        assertThat(tally.falsePositives()).isEqualTo(tally.passed()).isPositive();
    }

    @Test
    void fileWithoutFilter_isNotCounted() throws IOException {
        try (TableReader table = table(TableOptions.DEFAULT.withBloomBitsPerKey(0))) {
            table.get(key("there", 0));
            table.get(key("elsewhere", 0));
        }

        assertThat(tally.passed() + tally.useful()).isZero();
    }

    private TableReader table(TableOptions options) throws IOException {
        Path file = folder.resolve("table.sst");
        try (TableWriter writer = TableWriter.create(file, options, CODECS)) {
            for (Slice key : IntStream.range(0, KEYS)
                    .mapToObj(i -> key("there", i))
                    .sorted()
                    .toList()) {
                writer.put(key, Slice.EMPTY);
            }
            writer.finish();
        }
        return TableReader.open(file, CODECS, BlockCache.ofBytes(1 << 20).newFile(), OptionalLong.empty(), tally);
    }

    private static Slice key(String name, int number) {
        return Slice.of(name + number);
    }
}
