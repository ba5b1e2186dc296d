package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TablePropertiesTest {
    @Test
    void numeric_everyFormOfNumber_isThatNumber() {
        TableProperties properties = new PropertiesBuilder()
                .number("narrows.compact.revision", 5)
                .number("rocksdb.num.entries", 300)
                .fixed32("rocksdb.block.based.table.index.type", 2)
                .fixed64("rocksdb.external_sst_file.global_seqno", -1)
                .bytes("rocksdb.block.based.table.data.block.key.value.encoding.format", new byte[] {2})
                .build();

        assertThat(properties.raw().keySet().stream().map(properties::numeric))
                .containsExactly(
                        OptionalLong.of(5),
                        OptionalLong.of(2),
                        OptionalLong.of(2),
                        OptionalLong.of(-1),
                        OptionalLong.of(300));
    }

    @Test
    void numeric_text_isNone() {
        TableProperties properties = new PropertiesBuilder()
                .text("rocksdb.comparator", "leveldb.BytewiseComparator")
                .text("rocksdb.column.family.name", "a")
                .text("rocksdb.block.based.table.whole.key.filtering", "1")
                .text("rocksdb.prefix.extractor.name", "")
                .text("application.1", "1")
                .build();

        assertThat(properties.raw().keySet().stream().map(properties::numeric))
                .hasSize(5)
                .containsOnly(OptionalLong.empty());
    }

    @Test
    void numeric_absent_isNone() {
        assertThat(new PropertiesBuilder().build().numeric("rocksdb.num.entries"))
                .isEmpty();
    }
}
