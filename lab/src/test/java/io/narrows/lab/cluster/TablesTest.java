package io.narrows.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TablesTest {
    private static final int WIDTH = 80;

    @Test
    void live_linksByClass_bothWaysTogether() throws Exception {
        List<String> lines = ClusterTable.lines(Sample.figures("policy", true), Layout.in(Path.of("nowhere")));

        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThan(WIDTH));
        assertThat(lines.subList(0, 7))
                .containsExactly(
                        "link, both ways         class       codec      app    wire  saved   $/month",
                        "eu-west-1a - us-east-1a heartbeat   zstd     100kB  40.0kB  60.0%      0.32",
                        "eu-west-1a - us-east-1a default     zstd    10.0MB  2.70MB  73.0%     38.40",
                        "eu-west-1a - us-east-1a control                  -  5.00kB      -     -0.03",
                        "us-east-1a - us-east-1b default     zstd    10.0MB  3.40MB  66.0%     34.71",
                        "all                                         20.1MB  6.15MB  69.4%     73.40",
                        "");
        assertThat(lines)
                .contains("10 s, 200 writes/s, p50 4.0ms, p99 25.5ms")
                .contains("sidecars use 15.0% of a processor, stores 45.0%");
    }

    @Test
    void cost_isThatOfAMonth() {
        List<String> lines = CostTable.lines(Sample.figures("policy", true));

        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThan(WIDTH));
        assertThat(lines.get(lines.size() - 1))
                .startsWith("sum")
                .contains("5285.90", "1616.01", "69.4%", "105.72", "111.21");
    }

    @Test
    void comparison_hasEachPolicy_andEachLink() {
        List<String> lines =
                ComparisonTable.lines(List.of(Sample.figures("none", true), Sample.figures("policy", true)));

        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThan(WIDTH));
        assertThat(lines.get(2)).startsWith("none       200.0   4.0ms  25.5ms  6.15MB   12000  69.4%  15.0%");
        assertThat(lines.subList(6, 10))
                .containsExactly(
                        "eu-west-1a - us-east-1a none       10.1MB    2.75MB  72.8%      5000",
                        "eu-west-1a - us-east-1a policy     10.1MB    2.75MB  72.8%      5000",
                        "us-east-1a - us-east-1b none       10.0MB    3.40MB  66.0%      7000",
                        "us-east-1a - us-east-1b policy     10.0MB    3.40MB  66.0%      7000");
    }

    @Test
    void comparison_withoutPackets_saysSo() {
        List<String> lines = ComparisonTable.lines(List.of(Sample.figures("none", false)));

        assertThat(lines.get(2)).contains("  6.15MB       -  69.4%");
        assertThat(lines.get(lines.size() - 1)).endsWith(" -");
    }
}
