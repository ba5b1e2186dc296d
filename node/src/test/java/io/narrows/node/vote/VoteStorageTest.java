package io.narrows.node.vote;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.RaftMetaStorageOptions;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VoteStorageTest {
    private static final PeerId CANDIDATE = PeerId.parsePeer("127.0.0.1:2380");

    @TempDir
    private Path directory;

    @Test
    void changes_surviveReopening() {
        VoteStorage storage = opened(directory);
        assertThat(storage.getTerm()).isZero();
        assertThat(storage.getVotedFor().isEmpty()).isTrue();

        assertThat(storage.setTermAndVotedFor(3, PeerId.emptyPeer())).isTrue();
        assertThat(storage.setVotedFor(CANDIDATE)).isTrue();

        assertThat(opened(directory).getTerm()).isEqualTo(3);
        assertThat(opened(directory).getVotedFor()).isEqualTo(CANDIDATE);
        assertThat(storage.setTerm(4)).isTrue();
        assertThat(opened(directory).getTerm()).isEqualTo(4);
    }

    @Test
    void damagedFile_isNotOpened() throws IOException {
        Files.write(directory.resolve("vote"), new byte[30]);

        assertThat(storage(directory, false).init(options())).isFalse();
    }

    @Test
    void missingFileBesideEntries_isNotOpened() {
        assertThat(storage(directory, true).init(options())).isFalse();
    }

    @Test
    void fileBesideEntries_isOpened() throws IOException {
        VoteFile.in(directory).write(new Vote(1, ""));

        assertThat(storage(directory, true).init(options())).isTrue();
    }

    @Test
    void vote_withoutPower_isNotGranted() throws IOException {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(directory, 1);
        VoteStorage storage = opened(disk.directory());

        disk.faults().losePower();

        assertThat(storage.setTermAndVotedFor(3, CANDIDATE)).isFalse();
    }

    private static VoteStorage opened(Path directory) {
        VoteStorage storage = storage(directory, false);
        assertThat(storage.init(options())).isTrue();
        return storage;
    }

    private static VoteStorage storage(Path directory, boolean logHasEntries) {
        return new VoteStorage(VoteFile.in(directory), () -> logHasEntries);
    }

    private static RaftMetaStorageOptions options() {
        RaftMetaStorageOptions options = new RaftMetaStorageOptions();
        options.setNode(new NodeImpl("test", CANDIDATE));
        return options;
    }
}
