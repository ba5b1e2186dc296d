package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionNameTest {
    @ParameterizedTest
    @ValueSource(strings = {";;", "BuiltinV2;;", "BuiltinV2;0407;", "Narrows.ThreeSharedParts;07;"})
    void isReadable_namesOfRocksDbAndOurs(String name) {
        assertThat(CompressionName.isReadable(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "BuiltinV2", "BuiltinV3;07;", "Another;;"})
    void isReadable_otherNames(String name) {
        assertThat(CompressionName.isReadable(name)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NoCompression | none
                    Zlib | gzip
                    LZ4HC | lz4hc
                    ZSTD | zstd
                    BZip2 | bzip2
                    ;; | none
                    BuiltinV2;00; | none
                    BuiltinV2;04; | lz4
                    Narrows.ThreeSharedParts;0007; | zstd
                    BuiltinV2;0407; | mixed
                    BuiltinV2;80; | unknown
                    BuiltinV2;no; | unknown
                    BuiltinV2;7; | unknown
                    '' | unknown
                    Brotli | unknown
                    """)
    void label_isOneWord(String name, String label) {
        assertThat(CompressionName.label(name)).isEqualTo(label);
    }
}
