package io.narrows.node.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.Members;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a change of members is on disk once it is applied, although other changes are not. */
class MembersOnDiskTest {
    private static final MemberRecord MEMBER =
            MemberRecord.newBuilder().setId(7).setPeerAddress("127.0.0.1:2380").build();

    @TempDir
    private Path directory;

    @Test
    void membersAndTheirNames_areThereAfterAPowerLoss() throws IOException {
        Files.createDirectories(directory.resolve("disk/store"));
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(directory.resolve("disk"), 1);
        Keyspace keyspace = Keyspace.open(disk.directory().resolve("store"), KeyspaceOptions.defaults());
        StateMachine machine = new StateMachine(keyspace, new ChangeListener() {});
        machine.apply(
                Command.newBuilder()
                        .setBootstrap(Members.newBuilder().addMembers(MEMBER))
                        .build(),
                new Applied(1, 1));
        MemberRecord started = MEMBER.toBuilder().setName("a").build();
        machine.apply(Command.newBuilder().setPublish(started).build(), new Applied(1, 2));
        machine.apply(
                Command.newBuilder()
                        .setPut(PutRequest.newBuilder().setKey(ByteString.copyFromUtf8("k")))
                        .build(),
                new Applied(1, 3));

        Path remains = directory.resolve("remains");
        disk.writeRemains(remains, 1, Damage.TAILS);
        disk.faults().losePower();
        closeWithoutPower(keyspace);

        try (Keyspace again = Keyspace.open(remains.resolve("store"), KeyspaceOptions.defaults())) {
            assertThat(again.members()).containsExactly(started);
            assertThat(again.applied()).isEqualTo(new Applied(1, 2));
        }
    }

    private static void closeWithoutPower(Keyspace keyspace) {
        try {
            keyspace.close();
        } catch (IOException e) {
            // nothing can be written
        }
    }
}
