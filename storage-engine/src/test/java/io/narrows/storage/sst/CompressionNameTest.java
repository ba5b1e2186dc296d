package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
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
}
