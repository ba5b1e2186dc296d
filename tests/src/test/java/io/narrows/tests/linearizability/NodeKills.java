package io.narrows.tests.linearizability;

import io.narrows.tests.support.StoreMember;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Kills and restarts nodes under load, one, two or all three at a time. After some cycles each member must deliver a history
 * with every acknowledged write.
 *
 * <p>{@code bin/soak node-kills --cycles 200 --seed 7} runs it; it needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
final class NodeKills {
    private static final int CYCLES_BETWEEN_CHECKS = 10;
    private static final int KEYS = 50;
    private static final int MOST_PAUSE_MILLIS = 1_500;
    private static final long FIRST_WRITE = 2; // revision 1 is that of an empty store

    private final RunOptions options;
    private final PrintStream out;
    private final SplittableRandom random;
    private final History history = new History();
    private final List<AcknowledgedWrites> ofMembers = new ArrayList<>();
    private int checkedOperations;
    private int kills;

    NodeKills(RunOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
        this.random = new SplittableRandom(options.seed());
    }

    /**
     * Runs all cycles, or up to the first failed check.
     *
     * @return the failures; none means success
     */
    List<String> run(Path directory) throws IOException, InterruptedException {
        out.printf("node-kills: %s, %d cycles, seed %d%n", options.program(), options.count(), options.seed());
        try (StoreCluster cluster = StoreCluster.start(options.program(), directory, random.nextInt(3))) {
            cluster.members().forEach(member -> ofMembers.add(new AcknowledgedWrites(FIRST_WRITE)));
            try (Load load = new Load(cluster.clients(), KEYS, random.split(), history)) {
                for (int cycle = 1; cycle <= options.count() && complaints().isEmpty() && load.goesOn(); cycle++) {
                    kill(cluster);
                    if (cycle % CYCLES_BETWEEN_CHECKS == 0) {
                        check(cluster);
                        out.printf("  after %d cycles and %d kills, %s%n", cycle, kills, found());
                    }
                }
            }
            check(cluster);
        }
        List<String> complaints = Stream.concat(
                        complaints().stream(), ofMembers.stream().flatMap(writes -> writes.missing().stream()))
                .toList();
        out.printf("  in the end, %s%n", found());
        complaints.forEach(complaint -> out.println("  " + complaint));
        return complaints;
    }

    private void kill(StoreCluster cluster) throws InterruptedException {
        Thread.sleep(random.nextInt(MOST_PAUSE_MILLIS));
        int first = random.nextInt(3);
        int count = 1 + random.nextInt(3);
        List<StoreMember> victims = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            victims.add(cluster.members().get((first + i) % 3));
        }
        victims.forEach(victim -> victim.node().kill());
        kills += count;
        Thread.sleep(random.nextInt(MOST_PAUSE_MILLIS));
        victims.forEach(StoreMember::startNode);
        cluster.awaitAnswers();
    }

    /** Checks the histories while clients may be writing. */
    private void check(StoreCluster cluster) {
        List<Operation> operations = history.after(checkedOperations);
        checkedOperations += operations.size();
        for (int i = 0; i < ofMembers.size(); i++) {
            StoreClient member = cluster.clients().get(i);
            AcknowledgedWrites writes = ofMembers.get(i);
            long last = StoreCluster.awaitAnswer(() -> member.get("any").revision());
            writes.tell(EventStream.read(member, writes.revision() + 1, last));
            writes.check(operations);
        }
    }

    private List<String> complaints() {
        return ofMembers.stream()
                .flatMap(writes -> writes.complaints().stream())
                .toList();
    }

    private String found() {
        AcknowledgedWrites writes = ofMembers.get(0);
        return "%,d acknowledged writes are there at revision %,d".formatted(writes.found(), writes.revision());
    }
}
