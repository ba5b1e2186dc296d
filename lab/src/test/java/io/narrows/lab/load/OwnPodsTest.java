package io.narrows.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OwnPodsTest {
    private final OwnPods pods = new OwnPods(2, 10);

    @Test
    void fresh_hasAUniqueNumber() {
        assertThat(List.of(
                        pods.fresh().number(),
                        pods.fresh().number(),
                        pods.fresh().number()))
                .containsExactly(2, 12, 22);
    }

    @Test
    void settle_notWritten_isNotTakenIn() {
        pods.settle(pods.fresh());

        assertThat(pods.isEmpty()).isTrue();
    }

    @Test
    void any_isOneOfThoseThatAreThere() {
        List<OwnPod> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            made.add(create());
        }

        for (int gone : List.of(4, 0, 2)) {
            made.get(gone).written(1, 0);
            pods.settle(made.get(gone));
            pods.settle(made.get(gone));
        }

        TreeSet<Integer> drawn = new TreeSet<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            drawn.add(pods.any(random).number());
        }
        assertThat(drawn).containsExactly(made.get(1).number(), made.get(3).number());
    }

    private OwnPod create() {
        OwnPod pod = pods.fresh();
        pod.written(0, 5);
        pods.settle(pod);
        pods.settle(pod);
        return pod;
    }
}
