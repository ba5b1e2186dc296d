package io.narrows.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdError;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.CommandVersions;
import io.narrows.node.support.LocalReplica;
import io.narrows.testkit.LoggedEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class VersionAgreementTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String RAISING = "raising the group's command version";
    private static final String NOT_RAISED = "cannot raise the group's command version; retrying";
    private static final Duration TWO_LOOKS = Duration.ofMillis(2_500);

    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(VersionAgreement.class, Level.INFO);

    @TempDir
    private Path directory;

    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
    private Keyspace keyspace;
    private LocalReplica replica;

    @BeforeEach
    void open() throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        replica = new LocalReplica(keyspace, new ChangeListener() {});
    }

    @AfterEach
    void close() throws IOException, InterruptedException {
        executor.shutdownNow();
        executor.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        replica.close();
        keyspace.close();
    }

    private static MemberRecord member(long id, int version) {
        return MemberRecord.newBuilder()
                .setId(id)
                .setPeerAddress("m" + id + ":2380")
                .setCommandVersion(version)
                .build();
    }

    private void propose(Command.Builder command) throws Exception {
        replica.propose(command.build()).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private void begin() {
        new VersionAgreement(keyspace, replica, executor).begin();
    }

    private boolean isRaised() {
        return replica.proposed().stream().anyMatch(Command::hasRaiseVersion);
    }

    @Test
    void memberOfAnOlderRelease_holdsTheVersionBack_untilItIsReplaced() throws Exception {
        propose(Command.newBuilder().setAdd(member(1, CommandVersions.NEWEST)));
        propose(Command.newBuilder().setAdd(member(2, 0)));

        begin();

        await().during(TWO_LOOKS).atMost(PATIENCE).until(() -> !isRaised());
        propose(Command.newBuilder().setPublish(member(2, CommandVersions.NEWEST + 1)));
        await().atMost(PATIENCE).until(() -> keyspace.groupVersion() == CommandVersions.NEWEST);
    }

    /** A member may have published an older release before a crash, which the database does not have yet. */
    @Test
    void versionIsNotRaised_beforeTheLogIsApplied() throws Exception {
        propose(Command.newBuilder().setAdd(member(1, CommandVersions.NEWEST)));
        propose(Command.newBuilder().setAdd(member(2, CommandVersions.NEWEST)));
        replica.appliesAtBarrier(Command.newBuilder().setPublish(member(2, 0)).build());

        begin();

        await().during(TWO_LOOKS).atMost(PATIENCE).until(() -> !isRaised());
    }

    @Test
    void follower_proposesNothing() throws Exception {
        propose(Command.newBuilder().setAdd(member(1, CommandVersions.NEWEST)));
        replica.leader(Optional.of("two:2380"));

        begin();

        await().during(TWO_LOOKS).atMost(PATIENCE).until(() -> !isRaised());
        replica.leader(Optional.of(LocalReplica.ADDRESS));
        await().atMost(PATIENCE).until(this::isRaised);
        assertThat(replica.proposed())
                .filteredOn(Command::hasRaiseVersion)
                .allMatch(raise -> raise.getNeedsVersion() == 2);
    }

    /** The proposals time out, and are repeated every second. */
    @Test
    void versionThatIsNotCommitted_isLoggedOnce_andWhyOnce() throws Exception {
        beginRefused();

        awaitProposals(3);

        assertThat(log.messages()).containsExactly(RAISING, NOT_RAISED);
    }

    @Test
    void checkThatEndsWithAnError_isFollowedByAnother() throws Exception {
        propose(Command.newBuilder().setAdd(member(1, CommandVersions.NEWEST)));
        replica.runsBeforeBarrier(() -> {
            throw new StackOverflowError();
        });

        begin();

        await().atMost(PATIENCE).until(this::isRaised);

        assertThat(log.messages()).containsExactly(NOT_RAISED, RAISING);
    }

    @Test
    void versionThatIsRefused_isLoggedOnce_andWhyOnce() throws Exception {
        propose(Command.newBuilder().setAdd(member(1, CommandVersions.NEWEST)));
        replica.decline(Command::hasRaiseVersion);
        begin();

        awaitProposals(3);

        assertThat(log.messages()).containsExactly(RAISING, NOT_RAISED);
        assertThat(log.all().get(1).getThrowableProxy().getMessage()).isEqualTo(EtcdError.NO_SPACE.text());
    }

    @Test
    void versionThatIsNotCommitted_isLoggedAgain_afterAnotherMemberHasLed() throws Exception {
        beginRefused();
        awaitProposals(2);

        replica.leader(Optional.of("two:2380"));
        long tasks = executor.getCompletedTaskCount();
        await().atMost(PATIENCE).until(() -> executor.getCompletedTaskCount() >= tasks + 3); // a look is two at most
        replica.leader(Optional.of(LocalReplica.ADDRESS));
        awaitProposals(proposals() + 2);

        assertThat(log.messages()).containsExactly(RAISING, NOT_RAISED, RAISING, NOT_RAISED);
    }

    private void beginRefused() throws Exception {
        propose(Command.newBuilder().setAdd(member(1, CommandVersions.NEWEST)));
        replica.refuse(Command::hasRaiseVersion);
        begin();
    }

    private void awaitProposals(long count) {
        await().atMost(PATIENCE).until(() -> proposals() >= count);
    }

    private long proposals() {
        return replica.proposed().stream().filter(Command::hasRaiseVersion).count();
    }
}
