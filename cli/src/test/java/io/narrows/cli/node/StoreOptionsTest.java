package io.narrows.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.CodecSpec;
import io.narrows.config.StoreEngine;
import io.narrows.node.NodeOptions;
import io.narrows.node.compaction.Retention;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreOptionsTest {
    @TempDir
    private Path directory;

    @Test
    void members_areNamedByTheirIds_andTheStoreListensOnItsTarget() {
        NodeOptions options = StoreOptions.of(StoreFile.in(directory).config());

        assertThat(options.peerAddress()).isEqualTo("store-1:2380");
        assertThat(options.members()).containsExactly("store-1:2380", "store-2:2380");
        assertThat(options.bind()).isEqualTo(new InetSocketAddress("127.0.1.1", 2380));
        assertThat(options.clients()).containsExactly(new InetSocketAddress("127.0.0.1", 2379));
        assertThat(options.clientUrls()).containsExactly("http://127.0.0.1:2379");
        assertThat(options.directory()).isEqualTo(directory.resolve("store"));
    }

    @Test
    void oneThatJoins_isOneOfTheMembersThatItAsks() {
        NodeOptions options = options("join: true");

        assertThat(options.joins()).isTrue();
        assertThat(options.members()).containsExactly("store-1:2380", "store-2:2380");
    }

    @Test
    void localhost_isNotLookedUp() {
        assertThat(options("listen-clients: [localhost:2379], metrics: localhost:9911")
                        .metrics())
                .contains(new InetSocketAddress("127.0.0.1", 9911));
    }

    @Test
    void engine_isSetUpAsTheFileSays() {
        NodeOptions options = options(
                "compression: none lz4 zstd:3, bottommost-compression: zstd:6, cache: 8MiB," + " write-buffer: 1MiB");

        FamilyOptions family = options.keyspace().family();
        assertThat(family.compressionPerLevel())
                .extracting(CodecSpec::toString)
                .containsExactly("none", "lz4", "zstd:3");
        assertThat(family.bottommostCompression()).map(CodecSpec::toString).contains("zstd:6");
        assertThat(family.writeBufferSize()).isEqualTo(1 << 20);
        assertThat(options.keyspace().engine().blockCacheBytes()).isEqualTo(8 << 20);
    }

    @Test
    void defaultsOfTheFile_areTheEngines() {
        StoreEngine engine = StoreEngine.DEFAULT;

        assertThat(engine.compression()).isEqualTo(FamilyOptions.DEFAULT.compressionPerLevel());
        assertThat(engine.bottommost()).isEqualTo(FamilyOptions.DEFAULT.bottommostCompression());
        assertThat(engine.writeBuffer()).isEqualTo(FamilyOptions.DEFAULT.writeBufferSize());
        assertThat(engine.cache()).isEqualTo(DbOptions.defaults().blockCacheBytes());
    }

    @Test
    void oldRevisions_areKeptAsTheFileSays() {
        assertThat(options("auto-compact: {keep-for: 2h}").retention())
                .contains(new Retention.Age(Duration.ofHours(2)));
        assertThat(options("auto-compact: {keep-revisions: 7}").retention()).contains(new Retention.Revisions(7));
        assertThat(options("name: first").retention()).isEmpty();
    }

    private NodeOptions options(String more) {
        return StoreOptions.of(StoreFile.in(directory)
                .replace("{data-dir: store}", "{data-dir: store, " + more + "}")
                .config());
    }
}
