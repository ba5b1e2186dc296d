package io.narrows.proxy.auto;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BudgetFitTest {
    private static final double MEGABYTE = 1e6;

    private static final CandidateCost NONE = new CandidateCost(CodecSpec.of(Codec.NONE), 10, 0);
    private static final CandidateCost LZ4 = new CandidateCost(CodecSpec.of(Codec.LZ4), 6, 5);
    private static final CandidateCost ZSTD = new CandidateCost(CodecSpec.of(Codec.ZSTD, 3), 4, 20);
    private static final CandidateCost DENSE = new CandidateCost(CodecSpec.of(Codec.DENSE, 2), 3, 100);
    private static final List<CandidateCost> ALL = List.of(NONE, LZ4, ZSTD, DENSE);

    private static BudgetFit.Demand demand(double megabytesPerSecond, CandidateCost wanted, List<CandidateCost> all) {
        return new BudgetFit.Demand(megabytesPerSecond * MEGABYTE, wanted, all);
    }

    @Test
    void whatFits_isNotChanged() {
        assertThat(BudgetFit.fit(List.of(demand(1, DENSE, ALL), demand(1, ZSTD, ALL)), 0.13))
                .containsExactly(DENSE, ZSTD);
    }

    @Test
    void linkThatLosesLeastForAProcessorSecond_givesWayFirst() {
        CandidateCost valuable = new CandidateCost(CodecSpec.of(Codec.DENSE, 2), 1, 100);
        List<CandidateCost> others = List.of(NONE, LZ4, ZSTD, valuable);

        assertThat(BudgetFit.fit(List.of(demand(1, valuable, others), demand(1, DENSE, ALL)), 0.15))
                .containsExactly(valuable, ZSTD);
    }

    @Test
    void linksGiveWayStepByStep_asFarAsNeeded() {
        assertThat(BudgetFit.fit(List.of(demand(1, DENSE, ALL)), 0.05)).containsExactly(ZSTD);
        assertThat(BudgetFit.fit(List.of(demand(1, DENSE, ALL)), 0.01)).containsExactly(LZ4);
        assertThat(BudgetFit.fit(List.of(demand(1, DENSE, ALL)), 0.001)).containsExactly(NONE);
    }

    @Test
    void candidateThatNeedsMoreAndGainsNothing_isPassedOver() {
        CandidateCost useless = new CandidateCost(CodecSpec.of(Codec.GZIP, 6), 9, 15);

        assertThat(BudgetFit.fit(List.of(demand(1, ZSTD, List.of(NONE, LZ4, useless, ZSTD))), 0.017))
                .containsExactly(LZ4);
    }

    @Test
    void nothingFits_thenAllTakeTheLeast() {
        List<CandidateCost> compressed = List.of(LZ4, ZSTD);

        assertThat(BudgetFit.fit(List.of(demand(1, ZSTD, compressed), demand(9, DENSE, ALL)), -1))
                .containsExactly(LZ4, NONE);
    }

    @Test
    void linkWithoutTraffic_keepsItsCandidate() {
        assertThat(BudgetFit.fit(List.of(demand(0, DENSE, ALL), demand(10, DENSE, ALL)), 0.01))
                .containsExactly(DENSE, NONE);
    }
}
