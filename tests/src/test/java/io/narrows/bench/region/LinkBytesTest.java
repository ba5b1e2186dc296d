package io.narrows.bench.region;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LinkBytesTest {
    private final LinkBytes link = new LinkBytes();

    @Test
    void shortFrame_hasOneByteOfHeader_unlessItIsTheFirstOrTeaches() {
        assertThat(link.next(100, false)).isEqualTo(102);
        assertThat(link.next(100, false)).isEqualTo(101);
        assertThat(link.next(100, true)).isEqualTo(102);
        assertThat(link.next(128, false)).isEqualTo(131);
    }

    @Test
    void frameThatCompletes512Bytes_hasACheck() {
        assertThat(link.next(300, false)).isEqualTo(303);
        assertThat(link.next(300, false)).isEqualTo(305);
        assertThat(link.next(300, false)).isEqualTo(303);
    }

    @Test
    void frame_takesAsManySegmentsAsItsRecordFills() {
        assertThat(LinkBytes.segments(1)).isEqualTo(1);
        assertThat(LinkBytes.segments(1448 - 22)).isEqualTo(1);
        assertThat(LinkBytes.segments(1448 - 21)).isEqualTo(2);
        assertThat(LinkBytes.ipBytes(100)).isEqualTo(100 + 22 + 78);
    }
}
