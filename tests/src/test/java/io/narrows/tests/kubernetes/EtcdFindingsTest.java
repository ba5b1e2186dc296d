package io.narrows.tests.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.kubernetes.ApiLoad.Counts;
import io.narrows.tests.kubernetes.KubernetesRun.Result;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EtcdFindingsTest {
    private final EtcdFindings findings = new EtcdFindings();

    @BeforeEach
    void addRunOnEtcd() {
        findings.add(result(List.of("script: create: 201", "script: read: 200"), Map.of("W a.go:1 slow", 2)));
    }

    @Test
    void sameAnswersAndKinds_areNoDifference() {
        Result store = result(List.of("script: create: 201", "script: read: 200"), Map.of("W a.go:1 slow", 9));

        assertThat(findings.differences(store)).isEmpty();
    }

    @Test
    void otherAnswer_isADifference() {
        Result store = result(List.of("script: create: 201", "script: read: 404"), Map.of());

        assertThat(findings.differences(store))
                .containsExactly("line 2: script: read: 404 (on etcd: script: read: 200)");
    }

    @Test
    void missingAnswer_isADifference() {
        Result store = result(List.of("script: create: 201"), Map.of());

        assertThat(findings.differences(store))
                .containsExactly("line 2: the script has ended (on etcd: script: read: 200)");
    }

    @Test
    void otherKind_isADifference() {
        Result store = result(
                List.of("script: create: 201", "script: read: 200"), Map.of("W a.go:1 slow", 1, "E b.go:2 broken", 3));

        assertThat(findings.differences(store)).singleElement().asString().endsWith("3 x E b.go:2 broken");
    }

    private static Result result(List<String> script, Map<String, Integer> kinds) {
        return new Result(List.of(), new Counts(0, 0, 0), script, new LogKinds(kinds), new LogKinds(kinds));
    }
}
