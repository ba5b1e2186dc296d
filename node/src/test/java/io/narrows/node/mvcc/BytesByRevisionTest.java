package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BytesByRevisionTest {
    private final BytesByRevision bytes = new BytesByRevision();

    @Test
    void ofHalfTheBytes_isTheRevisionOfTheLastOfThem() {
        bytes.add(10, 7);
        bytes.add(10, 3);
        bytes.add(20, BytesByRevision.NEVER);

        assertThat(bytes.reaching(2)).isEqualTo(7);
    }

    @Test
    void ofAThird_isEarlier() {
        bytes.add(10, 7);
        bytes.add(10, 3);
        bytes.add(10, BytesByRevision.NEVER);

        assertThat(bytes.reaching(3)).isEqualTo(3);
    }

    @Test
    void ofLessThanHalf_isNever() {
        bytes.add(10, 3);
        bytes.add(11, BytesByRevision.NEVER);

        assertThat(bytes.reaching(2)).isEqualTo(BytesByRevision.NEVER);
    }

    @Test
    void ofManyRevisions_isLaterByLittle() {
        for (int revision = 1; revision <= 100_000; revision++) {
            bytes.add(1, revision);
        }

        assertThat(bytes.reaching(2)).isBetween(50_000L, 50_200L);
    }
}
