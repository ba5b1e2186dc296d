package io.narrows.cli.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.ConfigSource;
import io.narrows.config.StoreMembers;
import io.narrows.testkit.FailingLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

class MembersWatchTest {
    @TempDir
    private Path directory;

    private StoreFile file;
    private HostsFile hosts;

    @AutoClose
    private MembersWatch watch;

    @BeforeEach
    void writeFiles() throws IOException {
        file = StoreFile.in(directory);
        hosts = new HostsFile(directory);
        StoreMembers members = StoreMembers.of(file.config()).orElseThrow();
        hosts.write(members);
        watch = new MembersWatch(ConfigSource.of(file.path()), file.config(), members, new MemberNames(hosts));
    }

    @Test
    void memberThatIsAdded_getsItsName() throws IOException {
        file.withThird();

        lookUntilQuiet();

        assertThat(Files.readString(hosts.path())).contains("127.0.1.3 store-3");
    }

    @Test
    void fileThatIsStillWritten_isWaitedFor() throws IOException {
        String before = Files.readString(hosts.path());
        file.withThird();

        watch.look();

        assertThat(Files.readString(hosts.path())).isEqualTo(before);
    }

    @Test
    void changedFile_isNoticed() {
        watch.begin();

        file.withThird();

        await().untilAsserted(() -> assertThat(Files.readString(hosts.path())).contains("127.0.1.3 store-3"));
    }

    @Test
    void changedFile_isNoticed_afterAnError() {
        try (FailingLog log = new FailingLog(MembersWatch.class, Level.INFO)) {
            watch.begin();
            file.withThird();
            await().until(log::failed);

            file.replace("127.0.1.2:2380", "127.0.9.2:2380");

            await().untilAsserted(
                            () -> assertThat(Files.readString(hosts.path())).contains("127.0.9.2 store-2"));
        }
    }

    @Test
    void captureThatMoves_takesTheNameAlong() throws IOException {
        file.replace("127.0.1.2:2380", "127.0.9.2:2380");

        lookUntilQuiet();

        assertThat(Files.readString(hosts.path())).contains("127.0.9.2 store-2").doesNotContain("127.0.1.2");
    }

    @Test
    void fileWithMistakes_changesNothing() throws IOException {
        String before = Files.readString(hosts.path());
        file.withThird().replace("peer: store-3", "peer: store-4");

        lookUntilQuiet();

        assertThat(Files.readString(hosts.path())).isEqualTo(before);
    }

    @Test
    void newOwnAddress_waitsForARestart() throws IOException {
        String before = Files.readString(hosts.path());
        file.withThird().replace(":2380", ":2390");

        lookUntilQuiet();

        assertThat(Files.readString(hosts.path())).isEqualTo(before);
    }

    private void lookUntilQuiet() {
        watch.look();
        watch.look();
    }
}
