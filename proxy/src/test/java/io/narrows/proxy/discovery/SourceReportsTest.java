package io.narrows.proxy.discovery;

import static io.narrows.proxy.discovery.Reported.links;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SourceReportsTest {
    private final Reported reported = new Reported();
    private final SourceReports reports = new SourceReports();

    @BeforeEach
    void start() {
        reports.start(reported);
    }

    @Test
    void repeatedReports_reachTheListenerOnce() {
        reports.found(links("10.0.0.1:7400"), Optional.empty());
        reports.found(links("10.0.0.1:7400"), Optional.empty());
        reports.failed("down");
        reports.failed("down");

        assertThat(reported.found()).containsExactly(links("10.0.0.1:7400"));
        assertThat(reported.failures()).containsExactly("down");
        assertThat(reports.problem()).contains("down");
    }

    @Test
    void success_endsTheProblem_soThatItsReturnIsReported() {
        reports.found(links("10.0.0.1:7400"), Optional.empty());
        reports.failed("down");

        reports.found(links("10.0.0.1:7400"), Optional.empty());
        assertThat(reports.problem()).isEmpty();
        reports.failed("down");

        assertThat(reported.found()).hasSize(1);
        assertThat(reported.failures()).containsExactly("down", "down");
    }

    @Test
    void failureWithoutAnyEndpoints_leavesTheLastOnes() {
        reports.found(links("10.0.0.1:7400"), Optional.empty());

        reports.found(Set.of(), Optional.of("down"));

        assertThat(reported.found()).containsExactly(links("10.0.0.1:7400"));
        assertThat(reported.failures()).containsExactly("down");
    }

    @Test
    void noEndpointsWithoutAFailure_areReported() {
        reports.found(Set.of(), Optional.empty());

        assertThat(reported.found()).containsExactly(Set.of());
    }

    @Test
    void closedSource_reportsNothing() {
        reports.close();

        reports.found(links("10.0.0.1:7400"), Optional.empty());
        reports.failed("down");

        assertThat(reported.found()).isEmpty();
        assertThat(reported.failures()).isEmpty();
    }
}
