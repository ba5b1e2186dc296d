package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.PeerId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsPeersTest {
    private static final PeerId A = new PeerId("a");

    @TempDir
    private Path folder;

    @Test
    void peersAreKeptInADirectoryThatIsMade() throws IOException {
        Path directory = folder.resolve("var/narrows");
        TlsPeers before = new TlsPeers(Runnable::run);
        before.keepIn(Optional.of(directory));
        before.add(new PeerId("b"));
        before.add(A);

        TlsPeers after = new TlsPeers(Runnable::run);
        after.keepIn(Optional.of(directory));

        assertThat(after.contains(A)).isTrue();
        assertThat(after.contains(new PeerId("b"))).isTrue();
        assertThat(after.contains(new PeerId("c"))).isFalse();
        assertThat(directory).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void peersOfBeforeADirectoryIsNamed_areKeptInIt() throws IOException {
        TlsPeers before = new TlsPeers(Runnable::run);
        before.add(A);
        before.keepIn(Optional.of(folder));

        assertThat(folder.resolve(TlsPeers.FILE)).content().endsWith("\na\n");
    }

    @Test
    void knownPeer_isNotReported() {
        TlsPeers peers = new TlsPeers(Runnable::run);

        assertThat(peers.add(A)).isTrue();
        assertThat(peers.add(A)).isFalse();
    }

    @Test
    void directoryThatCannotBeMade_isNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThatThrownBy(() -> new TlsPeers(Runnable::run).keepIn(Optional.of(file.resolve("below"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot use link.tls.state-directory " + file.resolve("below"));
    }
}
