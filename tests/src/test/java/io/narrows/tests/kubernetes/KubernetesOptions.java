package io.narrows.tests.kubernetes;

import io.narrows.tests.support.StoreProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
    private static final Duration PHASE = Duration.ofSeconds(40);

    /** Parses {@code --rounds 3 --for 40s --seed 7 --store etcd,narrows --append FILE}, all optional. */
    static KubernetesOptions parse(String... args) {
        // etcd first, as the baseline for the API server's log.
        KubernetesOptions options = new KubernetesOptions(
                1, PHASE, System.nanoTime(), List.of(StoreProgram.ETCD, StoreProgram.NARROWS), Optional.empty());
        boolean hasSeed = false;
        if (args.length % 2 != 0) {
            throw new IllegalArgumentException("no value for " + args[args.length - 1]);
        }
        for (int i = 0; i < args.length; i += 2) {
            options = options.with(args[i], args[i + 1]);
            hasSeed |= args[i].equals("--seed");
        }
        return options.file().isPresent() && !hasSeed ? options.with("--seed", "1") : options;
    }

    private KubernetesOptions with(String option, String value) {
        return switch (option) {
            case "--rounds" -> new KubernetesOptions(Integer.parseInt(value), phase, seed, stores, file);
            case "--for" ->
                new KubernetesOptions(
                        rounds, Duration.parse("PT" + value.toUpperCase(Locale.ROOT)), seed, stores, file);
            case "--seed" -> new KubernetesOptions(rounds, phase, Long.parseLong(value), stores, file);
            case "--store" -> new KubernetesOptions(rounds, phase, seed, programs(value), file);
            case "--append" -> new KubernetesOptions(rounds, phase, seed, stores, Optional.of(Path.of(value)));
            default ->
                throw new IllegalArgumentException(
                        "unknown option " + option + " (expected: --rounds, --for, --seed, --store or --append)");
        };
    }

    private static List<StoreProgram> programs(String text) {
        return Arrays.stream(text.split(","))
                .map(name -> StoreProgram.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
    }

    /** Returns the options that a round depends on besides its seed. */
    String text() {
        return "kubernetes --store %s --for %s"
                .formatted(
                        String.join(
                                ",", stores.stream().map(StoreProgram::label).toList()),
                        phase);
    }
}
