package io.narrows.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.CommandVersions;
import io.narrows.node.support.LocalReplica;
import io.narrows.testkit.LoggedEvents;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class PublicationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String URL = "http://one:2379";

    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(Publication.class, Level.INFO);

    @TempDir
    private Path directory;

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private Keyspace keyspace;
    private LocalReplica replica;

    @BeforeEach
    void open() throws Exception {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        replica = new LocalReplica(keyspace, new ChangeListener() {});
        replica.propose(Command.newBuilder().setAdd(record("")).build()).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @AfterEach
    void close() throws IOException, InterruptedException {
        executor.shutdownNow();
        executor.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        replica.close();
        keyspace.close();
    }

    @Test
    void newMember_isPublishedOnce() throws Exception {
        begin();

        await().atMost(PATIENCE)
                .until(() -> keyspace.member(LocalReplica.ADDRESS).equals(Optional.of(record(URL))));
        await().atMost(PATIENCE).until(() -> replica.barriers() >= 2); // the second one is that of the check
        assertThat(replica.proposed()).filteredOn(Command::hasPublish).hasSize(1);
    }

    /** The database has what this member publishes, but its log has a later record with other options. */
    @Test
    void memberWhoseLogIsNotAppliedYet_isPublishedAgain() throws Exception {
        replica.propose(Command.newBuilder().setPublish(record(URL)).build())
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        replica.appliesAtBarrier(
                Command.newBuilder().setPublish(record("http://other:2379")).build());

        begin();

        await().atMost(PATIENCE)
                .until(() ->
                        replica.proposed().stream().filter(Command::hasPublish).count() == 2);
        await().atMost(PATIENCE)
                .until(() -> keyspace.member(LocalReplica.ADDRESS).equals(Optional.of(record(URL))));
    }

    @Test
    void reasonsForRetries_areLogged_eachOnce() throws Exception {
        replica.leader(Optional.empty());
        begin();
        await().atMost(PATIENCE).until(() -> replica.barriers() >= 3); // two have failed
        replica.refuseNext(Command::hasPublish);
        replica.leader(Optional.of(LocalReplica.ADDRESS));
        await().atMost(PATIENCE)
                .until(() -> keyspace.member(LocalReplica.ADDRESS).equals(Optional.of(record(URL))));
        executor.submit(() -> {}).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

        assertThat(log.all())
                .extracting(event -> event.getLevel() + " " + event.getFormattedMessage() + ": "
                        + event.getThrowableProxy().getMessage())
                .containsExactly(
                        "INFO cannot publish this member's client URLs; retrying: etcdserver: no leader",
                        "INFO cannot publish this member's client URLs; retrying: etcdserver: request timed out");
    }

    @Test
    void attemptThatEndsWithAnError_isRepeated() throws Exception {
        replica.runsBeforeBarrier(() -> {
            throw new StackOverflowError();
        });

        begin();

        await().atMost(PATIENCE)
                .until(() -> keyspace.member(LocalReplica.ADDRESS).equals(Optional.of(record(URL))));
    }

    /** @param url client URL; empty for a member that was added and has not started */
    private static MemberRecord record(String url) {
        MemberRecord.Builder record = MemberRecord.newBuilder().setId(1).setPeerAddress(LocalReplica.ADDRESS);
        return url.isEmpty()
                ? record.build()
                : record.setName("one")
                        .addClientUrls(url)
                        .setCommandVersion(CommandVersions.NEWEST)
                        .build();
    }

    private void begin() {
        NodeOptions options = new NodeOptions(
                "test",
                "one",
                LocalReplica.ADDRESS,
                new InetSocketAddress(0),
                List.of(LocalReplica.ADDRESS),
                false,
                directory,
                List.of(),
                List.of(URL),
                Optional.empty(),
                Duration.ofSeconds(1),
                1,
                0,
                Duration.ofMinutes(10),
                false,
                KeyspaceOptions.defaults(),
                Optional.empty(),
                Optional.empty(),
                0);
        new Publication(options, keyspace, replica, executor).begin();
    }
}
