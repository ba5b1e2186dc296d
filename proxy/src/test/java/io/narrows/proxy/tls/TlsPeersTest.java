package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsPeersTest {
    @TempDir
    private Path folder;

    @Test
    void peersAreKeptInADirectoryThatIsMade() throws IOException {
        Path directory = folder.resolve("var/narrows");
        TlsPeers before = new TlsPeers(Runnable::run);
        before.keepIn(Optional.of(directory));
        before.add("b");
        before.add("a");

        TlsPeers after = new TlsPeers(Runnable::run);
        after.keepIn(Optional.of(directory));

        assertThat(after.contains("a")).isTrue();
        assertThat(after.contains("b")).isTrue();
        assertThat(after.contains("c")).isFalse();
        assertThat(directory).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void peersOfBeforeADirectoryIsNamed_areKeptInIt() throws IOException {
        TlsPeers before = new TlsPeers(Runnable::run);
        before.add("a");
        before.keepIn(Optional.of(folder));

        assertThat(folder.resolve(TlsPeers.FILE)).content().endsWith("\na\n");
    }

    @Test
    void knownPeer_isNotReported() {
        TlsPeers peers = new TlsPeers(Runnable::run);

        assertThat(peers.add("a")).isTrue();
        assertThat(peers.add("a")).isFalse();
    }

    @Test
    void directoryThatCannotBeMade_isNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThatThrownBy(() -> new TlsPeers(Runnable::run).keepIn(Optional.of(file.resolve("below"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot use link.tls.state-directory " + file.resolve("below"));
    }
}
