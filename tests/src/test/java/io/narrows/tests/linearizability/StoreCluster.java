package io.narrows.tests.linearizability;

import io.grpc.StatusRuntimeException;
import io.narrows.tests.support.SmallDisk;
import io.narrows.tests.support.StoreGroup;
import io.narrows.tests.support.StoreGroup.Settings;
import io.narrows.tests.support.StoreMember;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** A group of stores with a client per member. One member has a small disk. */
public final class StoreCluster implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(4);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(90);
    private static final Duration OPERATION_TIMEOUT = Duration.ofSeconds(2);

    private final StoreGroup group;
    private final StoreMember onSmallDisk;
    private final List<StoreClient> clients;
    private SmallDisk smallDisk;

    private StoreCluster(StoreGroup group, int small) {
        this.group = group;
        this.onSmallDisk = group.members().get(small);
        this.clients = StoreClient.of(
                group.members().stream().map(StoreMember::clientAddress).toList(), OPERATION_TIMEOUT);
    }

    /**
     * Starts the group and waits until every member responds.
     *
     * @param small which of the members has a small disk, 0 to 2
     */
    static StoreCluster start(StoreProgram program, Path directory, int small) throws IOException {
        return start(program, directory, small, (site, config) -> {});
    }

    /** Starts a group like {@link #start(StoreProgram, Path, int)}, with further settings. */
    public static StoreCluster start(StoreProgram program, Path directory, int small, Settings settings)
            throws IOException {
        StoreCluster cluster = new StoreCluster(new StoreGroup(program, directory), small);
        try {
            cluster.begin(settings);
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void begin(Settings settings) throws IOException {
        smallDisk = new SmallDisk(StoreProgram.disk(onSmallDisk.host()));
        group.startSidecars(settings);
        group.members().forEach(StoreMember::startNode);
        awaitAnswers(START_LIMIT);
    }

    public List<StoreMember> members() {
        return group.members();
    }

    /** Returns one client per member. */
    List<StoreClient> clients() {
        return clients;
    }

    SmallDisk smallDisk() {
        return smallDisk;
    }

    StoreMember onSmallDisk() {
        return onSmallDisk;
    }

    /** Waits until every member has responded to a linearizable read. */
    public void awaitAnswers() {
        awaitAnswers(ANSWER_LIMIT);
    }

    private void awaitAnswers(Duration limit) {
        for (int i = 0; i < clients.size(); i++) {
            StoreMember member = members().get(i);
            StoreClient client = clients.get(i);
            Awaitility.await("an answer of " + member.host().name())
                    .atMost(limit)
                    .failFast(member::requireAlive)
                    .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                    .until(() -> client.get("any").revision() > 0);
        }
    }

    /**
     * Returns the result of a read, which is retried on failure: on a busy machine, an election or a stall may occur at any
     * time.
     */
    static <T> T awaitAnswer(Callable<T> read) {
        return Awaitility.await("an answer")
                .pollDelay(Duration.ZERO)
                .atMost(ANSWER_LIMIT)
                .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                .until(read, answer -> true);
    }

    /** @throws IllegalStateException if a store has ended unexpectedly */
    void requireAlive() {
        group.requireAlive();
    }

    @Override
    public void close() {
        clients.forEach(StoreClient::close);
        group.close();
        if (smallDisk != null) {
            smallDisk.close();
        }
    }
}
