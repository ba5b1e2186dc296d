package io.narrows.lab.bench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompressRejectTest {
    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "DENSE"})
    void run_roomIsTooSmall_rejectsEachBlock(Codec codec) throws IOException {
        OpTally tally = OpTally.timing(1);

        new CompressReject(work(codec, 0.5)).run(null, tally);

        assertThat(tally.operations()).isEqualTo(10);
        assertThat(tally.note()).isEqualTo("(all rejected)");
    }

    @Test
    void run_codecThatNeedsLess_isAnError() {
        assertThatThrownBy(() -> new CompressReject(work(Codec.ZSTD, 1.0)).run(null, OpTally.timing(1)))
                .isInstanceOf(IOException.class)
                .hasMessageMatching(
                        "zstd:1 compressed 4096 bytes to [0-9]+ \\(expected: rejected, more than 3686 bytes\\)");
    }

    private static CodecWork work(Codec codec, double ratio) {
        Workload workload = new Workload(1, 1, 16, 100, ratio, 1, 1);
        return new CodecWork(workload, Codecs.load(), CodecSpec.of(codec), 4096, 40_960);
    }
}
