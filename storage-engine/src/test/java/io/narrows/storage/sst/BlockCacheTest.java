package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class BlockCacheTest {
    @Test
    void block_isFoundByFileAndOffset() {
        BlockCache cache = BlockCache.ofBytes(1 << 20);
        FileCache file = cache.newFile();
        byte[] block = new byte[10];
        file.put(4_096, block);

        assertThat(file.get(4_096)).isSameAs(block);
        assertThat(file.get(0)).isNull();
        assertThat(cache.newFile().get(4_096)).isNull();
    }

    @Test
    void weight_staysWithinTheBound() {
        BlockCache cache = BlockCache.ofBytes(100_000);
        FileCache file = cache.newFile();
        for (int i = 0; i < 1_000; i++) {
            file.put(i, new byte[1_000]);
        }

        assertThat(cache.weight()).isBetween(50_000L, 100_000L);
    }

    @Test
    void hitsAndMisses_areCounted() {
        BlockCache cache = BlockCache.ofBytes(1 << 20);
        cache.put(0, 0, new byte[1]);

        cache.get(0, 0);
        cache.get(0, 0);
        cache.get(0, 1);

        assertThat(cache.hits()).isEqualTo(2);
        assertThat(cache.misses()).isEqualTo(1);
        assertThat(cache.capacity()).isEqualTo(1 << 20);
    }

    @Test
    void cacheOfNoBytes_keepsNothing() {
        BlockCache cache = BlockCache.ofBytes(0);
        cache.put(0, 0, new byte[1]);

        assertThat(cache.weight()).isZero();
        assertThat(cache.get(0, 0)).isNull();
    }

    @Test
    void negativeBound_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> BlockCache.ofBytes(-1));
    }
}
