package io.narrows.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTextTest {
    @TempDir
    private Path directory;

    @Test
    void configurationWithAStore_hasALineForEachMember() {
        String text = StoreText.of(StoreFile.in(directory).config());

        assertThat(text).isEqualTo("""
                store store-1 in %s, started by narrows run
                  clients  http://127.0.0.1:2379
                  member   store-1:2380 listens on 127.0.1.1:2380
                  member   store-2:2380 through the capture on 127.0.1.2:2380
                """.formatted(directory.resolve("store")));
    }

    @Test
    void configurationWithoutAStore_saysNothing() {
        StoreFile file = StoreFile.in(directory).replace("store: {data-dir: store}", "");

        assertThat(StoreText.of(file.config())).isEmpty();
        assertThat(StoreText.ofPeer(file.config(), new PeerId("store-2"))).isEmpty();
    }

    @Test
    void peerThatIsAMember_saysHowItIsReached() {
        assertThat(StoreText.ofPeer(StoreFile.in(directory).config(), new PeerId("store-2")))
                .isEqualTo("store        store-2:2380 through the capture on 127.0.1.2:2380\n");
    }
}
