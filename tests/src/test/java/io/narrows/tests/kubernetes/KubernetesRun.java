package io.narrows.tests.kubernetes;

import io.narrows.tests.kubernetes.ApiLoad.Counts;
import io.narrows.tests.linearizability.Leadership;
import io.narrows.tests.linearizability.StoreClient;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.StoreGroup;
import io.narrows.tests.support.StoreMember;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/**
 * An API server on three members of a store, under load. At first nothing fails; then the leader is killed, two members are
 * killed, all are killed, and each is stopped and started. The API server compacts all the time.
 */
final class KubernetesRun {
    /**
     * Findings of a run.
     *
     * @param complaints failures; none means success
     * @param script responses that are the same each time
     * @param steady kinds of warnings and errors that the API server logged between its start and the first failure
     * @param all kinds of warnings and errors that it logged
     */
    record Result(List<String> complaints, Counts counts, List<String> script, LogKinds steady, LogKinds all) {}

    private static final String SCRIPT = "script: ";
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    /** From the last member's start until the API server is ready and requests take effect. */
    private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(90);

    /** Longer than the timeout of requests by the API server's clients. */
    private static final Duration WITHOUT_MAJORITY = Duration.ofSeconds(15);

    private static final int ENOUGH_REQUESTS = 50;
    private static final Duration CLIENT_TIMEOUT = Duration.ofSeconds(2);

    private final StoreProgram program;
    private final Duration phase;
    private final long seed;
    private final SplittableRandom random;
    private final PrintStream out;

    private final Set<StoreMember> started = new LinkedHashSet<>();
    private StoreGroup group;
    private ApiServer server;
    private ApiLoad load;

    KubernetesRun(StoreProgram program, Duration phase, long seed, PrintStream out) {
        this.program = program;
        this.phase = phase;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.out = out;
    }

    /** @param directory for the files and logs of all processes */
    Result run(Path directory) throws IOException, InterruptedException {
        out.printf("kubernetes on %s, %s for each phase, seed %d%n", program.label(), phase, seed);
        StoreGroup made = new StoreGroup(program, directory);
        List<StoreClient> clients = StoreClient.of(
                made.members().stream().map(StoreMember::clientAddress).toList(), CLIENT_TIMEOUT);
        try (made) {
            group = made;
            Leadership leadership = new Leadership(clients);
            start(made.client("kubernetes"), leadership);
            int startup = server.log().length();
            Thread.sleep(phase.toMillis());
            awaitProgress("steady");
            LogKinds steady = LogKinds.of(server.log().substring(startup));
            killLeader(leadership);
            killMajority();
            killAll();
            restartEach();
            List<String> report = load.end();
            List<String> script =
                    report.stream().filter(line -> line.startsWith(SCRIPT)).toList();
            report.stream().filter(line -> !line.startsWith(SCRIPT)).forEach(line -> out.println("  " + line));
            return new Result(refusals(report), ApiLoad.counts(report), script, steady, LogKinds.of(server.log()));
        } finally {
            clients.forEach(StoreClient::close);
        }
    }

    private void start(Host host, Leadership leadership) throws IOException, InterruptedException {
        group.startSidecars((site, config) -> {});
        group.members().forEach(this::begin);
        requireLeader(leadership, START_LIMIT); // the API server exits if it finds no store
        server = ApiServer.start(host, group.members());
        load = ApiLoad.start(host, server, seed);
        awaitProgress(START_LIMIT, "start");
    }

    private void killLeader(Leadership leadership) throws IOException, InterruptedException {
        StoreMember member = requireLeader(leadership, RECOVERY_LIMIT);
        end(member, Server::kill);
        awaitProgress("kill the leader, " + member.host().name());
        Thread.sleep(phase.toMillis() / 2);
        begin(member);
        Thread.sleep(phase.toMillis() / 2);
        awaitProgress("start it again");
    }

    private void begin(StoreMember member) {
        member.startNode();
        started.add(member);
    }

    private void end(StoreMember member, Consumer<Server> how) {
        started.remove(member);
        how.accept(member.node());
        member.node().exitCode();
    }

    private StoreMember requireLeader(Leadership leadership, Duration limit) throws InterruptedException {
        int leader = leadership
                .await(leadership.everybody(), limit)
                .orElseThrow(() -> new IllegalStateException("no member leads within " + limit));
        return group.members().get(leader);
    }

    /** Kills two members. The remaining one has no leader, and ends the watches of its clients. */
    private void killMajority() throws IOException, InterruptedException {
        List<StoreMember> two = group.members().subList(0, 2);
        two.forEach(member -> end(member, Server::kill));
        Thread.sleep(WITHOUT_MAJORITY.toMillis());
        two.forEach(this::begin);
        awaitProgress("kill two members and start them");
        Thread.sleep(phase.toMillis() / 2);
    }

    private void killAll() throws IOException, InterruptedException {
        List<StoreMember> members = group.members();
        members.forEach(member -> end(member, Server::kill));
        Thread.sleep(1_000 + random.nextInt(3_000));
        members.forEach(this::begin);
        awaitProgress("kill all members and start them");
        Thread.sleep(phase.toMillis() / 2);
    }

    private void restartEach() throws IOException, InterruptedException {
        for (StoreMember member : group.members()) {
            end(member, Server::terminate);
            Thread.sleep(1_000 + random.nextInt(2_000));
            begin(member);
            Thread.sleep(phase.toMillis() / 2);
            awaitProgress("stop and start " + member.host().name());
        }
    }

    private void awaitProgress(String after) throws IOException {
        awaitProgress(RECOVERY_LIMIT, after);
    }

    /** Waits until the API server is ready and more requests have taken effect. */
    private void awaitProgress(Duration limit, String after) throws IOException {
        long begin = System.nanoTime();
        Awaitility.await("a ready API server after: " + after)
                .atMost(limit)
                .pollInterval(Duration.ofMillis(200))
                .failFast(this::requireAlive)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(load::isServerReady);
        long ready = System.nanoTime();
        Counts before = load.counts();
        Awaitility.await("requests that take effect after: " + after)
                .atMost(limit)
                .pollInterval(Duration.ofMillis(200))
                .failFast(this::requireAlive)
                .until(() -> load.counts().done() >= before.done() + ENOUGH_REQUESTS);
        Counts counts = load.counts();
        out.printf(
                "  %s: ready after %.1f s, under load after %.1f s; %,d requests done, %,d refused, %,d unknown%n",
                after,
                (ready - begin) / 1e9,
                (System.nanoTime() - begin) / 1e9,
                counts.done(),
                counts.refused(),
                counts.unknown());
    }

    private void requireAlive() {
        server.requireAlive();
        load.requireAlive();
        started.forEach(StoreMember::requireAlive);
    }

    private static List<String> refusals(List<String> report) {
        List<String> complaints = new ArrayList<>(
                report.stream().filter(line -> line.startsWith("refused: ")).toList());
        if (complaints.isEmpty() && !report.contains("accepted")) {
            complaints.add("the load ended without a verdict");
        }
        return complaints;
    }
}
