package io.narrows.node.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.GroupVersion;
import io.narrows.node.command.LeaseCheckpoints;
import io.narrows.node.command.MemberPromotion;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandVersionsTest {
    private static final int LATER_KIND = 100;
    private static final int LATER = CommandVersions.NEWEST + 1;
    private static final Command PUT = Command.newBuilder()
            .setPut(PutRequest.newBuilder().setKey(ByteString.copyFromUtf8("a")))
            .build();

    @TempDir
    private Path directory;

    @AutoClose
    private Keyspace keyspace;

    private StateMachine machine;
    private long index;

    @BeforeEach
    void open() throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        machine = new StateMachine(keyspace, new ChangeListener() {});
    }

    private static Command raise(int version) {
        return Command.newBuilder()
                .setRaiseVersion(GroupVersion.newBuilder().setVersion(version))
                .build();
    }

    private int raised(int version) throws IOException {
        return machine.apply(raise(version), new Applied(1, ++index))
                .getVersion()
                .getVersion();
    }

    /** Returns a command as a later release would write it, of a kind unknown to this one. */
    private static Command later() throws IOException {
        UnknownFieldSet kind = UnknownFieldSet.newBuilder()
                .addField(
                        LATER_KIND,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(ByteString.EMPTY)
                                .build())
                .build();
        return Command.parseFrom(Command.newBuilder()
                .setNeedsVersion(LATER)
                .setUnknownFields(kind)
                .build()
                .toByteString());
    }

    @Test
    void unknownCommand_stopsBehindWhatIsKnown_andNamesTheVersionThatItNeeds() throws IOException {
        Entry entry = Entry.newBuilder()
                .addCommands(PUT)
                .addCommands(later())
                .addCommands(PUT)
                .build();

        assertThatIOException()
                .isThrownBy(() -> machine.apply(entry, 1, 1))
                .withMessageContaining("command with version " + LATER)
                .withMessageContaining("type [" + LATER_KIND + "]")
                .withMessageContaining("expected: at most " + CommandVersions.NEWEST);

        assertThat(keyspace.revision()).as("the put before it").isEqualTo(2);
        assertThat(keyspace.applied().index()).as("of the entry before").isLessThan(1);
    }

    /** The command may have fields that this release would ignore. */
    @Test
    void knownKindOfALaterVersion_isNotApplied() {
        Command put = PUT.toBuilder().setNeedsVersion(LATER).build();

        assertThatIOException()
                .isThrownBy(() -> machine.apply(put, new Applied(1, 1)))
                .withMessageContaining("command with version " + LATER);
        assertThat(keyspace.revision()).isEqualTo(1);
    }

    @Test
    void raisedVersion_isKept_andNeverGoesBack() throws IOException {
        assertThat(keyspace.groupVersion()).isZero();

        assertThat(raised(2)).isEqualTo(2);
        assertThat(raised(1)).isEqualTo(2);

        keyspace.close();
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        assertThat(keyspace.groupVersion()).isEqualTo(2);
    }

    @Test
    void groupOfALaterVersion_isRefused() throws IOException {
        assertThatIOException().isThrownBy(() -> raised(LATER)).withMessageContaining("version " + LATER);
        var change = keyspace.change(new Applied(1, 1));
        change.putGroupVersion(LATER);
        change.commit();

        assertThatIOException().isThrownBy(machine::requireUnderstood).withMessageContaining("version " + LATER);
        assertThatIOException().isThrownBy(machine::replaced).withMessageContaining("version " + LATER);
    }

    @Test
    void learners_needVersionThree() {
        MemberRecord voter = MemberRecord.newBuilder().setId(5).build();
        MemberRecord learner = voter.toBuilder().setLearner(true).build();

        assertThat(CommandVersions.of(Command.newBuilder().setAdd(voter).build()))
                .isEqualTo(CommandVersions.FIRST);
        assertThat(CommandVersions.of(Command.newBuilder().setAdd(learner).build()))
                .isEqualTo(3);
        assertThat(CommandVersions.of(Command.newBuilder()
                        .setPromote(MemberPromotion.getDefaultInstance())
                        .build()))
                .isEqualTo(3);
    }

    @Test
    void checkpointsOfLeases_needVersionFour() {
        assertThat(CommandVersions.of(Command.newBuilder()
                        .setCheckpoint(LeaseCheckpoints.getDefaultInstance())
                        .build()))
                .isEqualTo(4);
    }

    @Test
    void laterCommand_isAdmittedOnceTheGroupHasAgreed() throws Exception {
        assertThat(CommandVersions.admitted(PUT, keyspace)).isEqualTo(PUT);
        assertThatExceptionOfType(EtcdException.class)
                .isThrownBy(() -> CommandVersions.admitted(raise(2), keyspace))
                .withMessage("etcdserver: not capable");

        raised(2);

        assertThat(CommandVersions.admitted(raise(2), keyspace).getNeedsVersion())
                .isEqualTo(2);
    }
}
