package io.narrows.lab.cluster;

import io.narrows.lab.load.EtcdProbe;
import io.narrows.lab.load.Tls;
import io.narrows.lab.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The store of a member, in a separate process that ends with this one. */
final class StoreProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(90);

    /** The JVM flags of bin/narrows for a store, with a smaller heap: there are three stores with little data. */
    private static final List<String> FLAGS = List.of("-Xms128m", "-Xmx768m", "-Xmn64m", "-XX:MetaspaceSize=96m");

    /** The JVM option that names the store's archive, set by bin/narrows; this process uses the sidecar's. */
    private static final Optional<String> ARCHIVE = Optional.ofNullable(System.getProperty("narrows.store-archive"));

    private final Member member;
    private final ChildProcess process;

    private StoreProcess(Member member, ChildProcess process) {
        this.member = member;
        this.process = process;
    }

    /** @param main the program's main class, whose {@code node} verb runs the store */
    static StoreProcess start(Member member, Path config, Class<?> main) throws IOException {
        Path log = config.resolveSibling(member.id() + ".store.log");
        return new StoreProcess(
                member,
                ChildProcess.start(
                        "the store of " + member.zone(),
                        log,
                        Stream.concat(FLAGS.stream(), ARCHIVE.stream()).toList(),
                        main,
                        "node",
                        "--while-stdin-open",
                        "--config",
                        config.toString()));
    }

    /** Waits until it serves requests, which takes a majority of the members. */
    void awaitReady() throws IOException, InterruptedException {
        try (EtcdProbe probe = new EtcdProbe(member.clientAddress(), Tls.NONE)) {
            process.awaitReady(START_LIMIT, probe::answers);
        }
    }

    double cpuSeconds() {
        return process.cpu().toNanos() / 1e9;
    }

    void checkAlive() throws IOException {
        process.checkAlive();
    }

    @Override
    public void close() {
        process.close();
    }
}
