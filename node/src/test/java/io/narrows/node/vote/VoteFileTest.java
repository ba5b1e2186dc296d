package io.narrows.node.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VoteFileTest {
    private static final Vote FIRST = new Vote(7, "127.0.0.1:2380");
    private static final Vote SECOND = new Vote(8, "");

    @TempDir
    private Path directory;

    @Test
    void read_returnsTheLastVote() throws IOException {
        VoteFile file = VoteFile.in(directory);
        assertThat(file.read()).isEqualTo(Vote.NONE);

        file.write(FIRST);
        assertThat(file.read()).isEqualTo(FIRST);

        file.write(SECOND);
        assertThat(VoteFile.in(directory).read()).isEqualTo(SECOND);
        assertThat(directory).isDirectoryContaining("glob:**/vote").isDirectoryNotContaining("glob:**/vote.new");
    }

    @Test
    void write_afterAnUnfinishedOne_replacesIt() throws IOException {
        Files.write(directory.resolve("vote.new"), new byte[100]);

        VoteFile.in(directory).write(FIRST);

        assertThat(VoteFile.in(directory).read()).isEqualTo(FIRST);
    }

    @Test
    void damagedAtAnyByte_isRefusedByName() throws IOException {
        VoteFile file = VoteFile.in(directory);
        file.write(FIRST);
        byte[] whole = Files.readAllBytes(file.path());
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 4;
            Files.write(file.path(), damaged);
            requireRefused(file);

            Files.write(file.path(), Arrays.copyOf(whole, at));
            requireRefused(file);
        }
        Files.write(file.path(), Arrays.copyOf(whole, whole.length + 1));
        requireRefused(file);
    }

    private static void requireRefused(VoteFile file) {
        assertThatThrownBy(file::read)
                .isInstanceOf(DamagedVoteException.class)
                .hasMessageContaining(file.path().toString())
                .hasMessageContaining("remove this member from the group");
    }

    @Test
    void powerLossAtEachOperation_leavesTheVoteBeforeOrTheNewOne() throws IOException {
        boolean lost = true;
        for (int operation = 1; lost; operation++) {
            for (Damage damage : Damage.values()) {
                Path disk = Files.createDirectory(directory.resolve(damage + "-" + operation));
                ForgetfulFileSystem forgetful = ForgetfulFileSystem.over(disk, operation);
                VoteFile file = VoteFile.in(forgetful.directory());
                file.write(FIRST);
                forgetful.faults().losePowerAt(operation);

                Vote sure = FIRST;
                try {
                    file.write(SECOND);
                    sure = SECOND;
                } catch (IOException e) {
                    assertThat(forgetful.faults().powerLost()).isTrue();
                }

                lost = forgetful.faults().powerLost();
                Path remains = directory.resolve("remains-" + damage + "-" + operation);
                forgetful.writeRemains(remains, operation, damage);
                Vote found = VoteFile.in(remains).read();
                if (sure == SECOND) {
                    assertThat(found).as("operation %d", operation).isEqualTo(SECOND);
                } else {
                    assertThat(found).as("operation %d", operation).isIn(FIRST, SECOND);
                }
            }
        }
    }
}
