package io.narrows.storage.sst.checksum;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChecksumContextTest {
    @Test
    void modifier_fileWithoutContexts_isZeroEverywhere() {
        assertThat(ChecksumContext.modifier(0, 4096)).isZero();
    }

    @Test
    void modifier_otherPlaceOrOtherFile_isAnother() {
        int here = ChecksumContext.modifier(0x1234_5678, 4096);

        assertThat(here).isNotEqualTo(ChecksumContext.modifier(0x1234_5678, 4097));
        assertThat(here).isNotEqualTo(ChecksumContext.modifier(0x1234_5679, 4096));
    }

    @Test
    void modifier_offsetAboveFourGiB_takesItsUpperHalfIn() {
        assertThat(ChecksumContext.modifier(1, 0x7_0000_0010L)).isEqualTo(1 ^ 0x17);
        assertThat(ChecksumContext.modifier(1, 0x1_ffff_ffffL)).isEqualTo(1);
    }
}
