package io.narrows.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.lab.load.KubernetesObjects;
import io.narrows.lab.load.Mix;
import io.narrows.lab.load.Operation;
import io.narrows.lab.load.Population;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StoreLoadTest {
    @Test
    void lists_everyNamespaceHasAPage() {
        Population population = StoreLoad.LISTS.population();
        KubernetesObjects objects = new KubernetesObjects(population.seed(), population.podBytes());

        Map<String, Long> pods = IntStream.range(0, population.pods())
                .mapToObj(pod -> objects.podKey(pod).toStringUtf8())
                .collect(Collectors.groupingBy(key -> key.substring(0, key.lastIndexOf('/')), Collectors.counting()));

        assertThat(pods)
                .hasSize(12)
                .allSatisfy((namespace, count) -> assertThat(count).isGreaterThanOrEqualTo(StoreLoad.PAGE));
    }

    @Test
    void demand_besidesWrites_isOneOperation() {
        assertThat(StoreLoad.WRITES.demand(1, 0).mix()).isEqualTo(Mix.DEFAULT);
        assertThat(StoreLoad.GETS.demand(1, 0).mix()).isEqualTo(Mix.only(Operation.GET));
        assertThat(StoreLoad.LISTS.demand(1, 0).mix()).isEqualTo(Mix.only(Operation.LIST));
        assertThat(StoreLoad.LISTS.demand(1, 0).limit()).isEqualTo(500);
        assertThat(StoreLoad.KEEP_ALIVES.demand(1, 0).mix()).isEqualTo(Mix.only(Operation.KEEP_ALIVE));
    }
}
