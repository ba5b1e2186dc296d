package io.narrows.tests.kubernetes;

import io.narrows.tests.support.StoreProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Options of the soak.
 *
 * @param rounds number of rounds, each with the next seed
 * @param phase duration of the load in each phase
 * @param seed of the first round
 * @param stores stores of the API server in each round, one after another
 * @param file of the campaign, if the rounds are recorded
 */
record KubernetesOptions(int rounds, Duration phase, long seed, List<StoreProgram> stores, Optional<Path> file) {
    /** Returns the options that a round depends on besides its seed. */
    String text() {
        return "kubernetes --store %s --for %s"
                .formatted(
                        String.join(
                                ",", stores.stream().map(StoreProgram::label).toList()),
                        phase);
    }
}
