package io.narrows.tests.databases;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Runs the database's client on a host close to all members: {@code src/test/databases/client}. */
final class LoadClient {
    private static final Duration LIMIT = Duration.ofMinutes(8);

    private final Host host;
    private final String classpath;
    private final Database database;
    private final List<Member> members;
    private int runs;

    LoadClient(Host host, String classpath, Database database, List<Member> members) {
        this.host = host;
        this.classpath = classpath;
        this.database = database;
        this.members = members;
    }

    /** Creates the container of orders, such as a topic or a table. */
    void create() {
        run(List.of(), "create", all());
    }

    /**
     * Starts writing orders.
     *
     * @param first the number of the first order
     * @param rate orders per second
     */
    Server startWriting(int first, int count, int rate) {
        return start(List.of(), "write", all(), "" + first, "" + count, "" + rate);
    }

    /** Writes orders, and waits until the last is acknowledged. */
    Latencies write(int first, int count, int rate) {
        return awaitWritten(startWriting(first, count, rate));
    }

    /** Waits until the last order is acknowledged. */
    Latencies awaitWritten(Server writing) {
        Awaitility.await("writes").atMost(LIMIT).until(() -> !writing.isAlive());
        return Latencies.of(writing.log());
    }

    /**
     * Compares a member's data with the first orders, and returns the client's report.
     *
     * @throws IllegalStateException if an order is missing or wrong
     */
    String compare(Member member, int count) {
        database.beforeRead(member);
        return run(List.of("-Ddata=" + member.data()), "read", endpoint(member), "" + count)
                .lines()
                .filter(line -> line.startsWith("found="))
                .findAny()
                .orElseThrow();
    }

    private String all() {
        return members.stream().map(this::endpoint).collect(Collectors.joining(","));
    }

    private String endpoint(Member member) {
        return Member.machineName(member.number()) + ":" + database.clientPort();
    }

    private String run(List<String> properties, String... arguments) {
        Server program = start(properties, arguments);
        Awaitility.await("client " + arguments[0]).atMost(LIMIT).until(() -> !program.isAlive());
        if (program.exitCode() != 0) {
            throw new IllegalStateException(
                    "client %s: exit %d%n%s".formatted(String.join(" ", arguments), program.exitCode(), program.log()));
        }
        return program.log();
    }

    private Server start(List<String> properties, String... arguments) {
        runs++;
        List<String> command =
                new ArrayList<>(List.of("java", "-Xmx512m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"));
        command.addAll(properties);
        command.addAll(List.of("-cp", classpath, database.client()));
        command.addAll(List.of(arguments));
        return host.start("client-" + runs, command);
    }
}
