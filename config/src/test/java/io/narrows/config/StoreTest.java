package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoreTest {
    private static final Path GOOD = Path.of("src/test/resources/corpus/good");

    @Test
    void fileWithoutTheSection_hasNoStore() {
        Config config = Fixtures.parse(Fixtures.SMALLEST);

        assertThat(config.store()).isEmpty();
        assertThat(StoreMembers.of(config)).isEmpty();
    }

    @Test
    void omittedKeys_haveTheirDefaults() throws ConfigException {
        StoreSettings store = load("store.yaml").store().orElseThrow();

        assertThat(store)
                .isEqualTo(new StoreSettings(
                        GOOD.toAbsolutePath().resolve("store"),
                        "narrows",
                        "store-1",
                        new TargetName("raft"),
                        Optional.empty(),
                        false,
                        new StoreClients(
                                List.of(new HostPort("127.0.0.1", 2379)),
                                List.of("http://127.0.0.1:2379"),
                                Optional.empty(),
                                false),
                        Duration.ofSeconds(1),
                        100_000,
                        new StoreEngine(List.of(CodecSpec.of(Codec.LZ4)), Optional.empty(), 32L << 20, 64L << 20),
                        2L << 30,
                        Duration.ofMinutes(10),
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        StoreProcess.SHARED));
    }

    @Test
    void everyKey_isRead() throws ConfigException {
        StoreSettings store = load("store-every-key.yaml").store().orElseThrow();

        assertThat(store.dataDir()).isEqualTo(Path.of("/var/lib/narrows/store"));
        assertThat(store.cluster()).isEqualTo("orders");
        assertThat(store.name()).isEqualTo("first");
        assertThat(store.members())
                .contains(List.of(new PeerId("store-1"), new PeerId("store-2"), new PeerId("store-3")));
        assertThat(store.join()).isTrue();
        assertThat(store.clients().advertised())
                .containsExactly("https://store-1.example:2379", "https://10.0.0.1:2379");
        assertThat(store.clients().tls()).map(ServerTls::ca).isNotEmpty();
        assertThat(store.electionTimeout()).isEqualTo(Duration.ofMillis(300));
        assertThat(store.snapshotCount()).isEqualTo(20_000);
        assertThat(store.engine().compression())
                .extracting(CodecSpec::toString)
                .containsExactly("none", "none", "lz4", "lz4", "lz4", "zstd:1", "zstd:3");
        assertThat(store.engine().bottommost()).contains(CodecSpec.of(Codec.ZSTD, 6));
        assertThat(store.quota()).isEqualTo(8L << 30);
        assertThat(store.watchProgressInterval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(store.initialCorruptCheck()).isTrue();
        assertThat(store.autoCompaction()).contains(new AutoCompaction.KeepFor(Duration.ofHours(1)));
        assertThat(store.metrics()).contains(new HostPort("127.0.0.1", 9902));
    }

    @Test
    void advertisedAddresses_areWithTlsThoseOfClients() {
        Config config = Fixtures.parse(Fixtures.SMALLEST
                + "store: {data-dir: store, members: [db-1], tls: {cert: %s, key: %s}}".formatted(pem(), pem()));

        assertThat(config.store().orElseThrow().clients().advertised()).containsExactly("https://127.0.0.1:2379");
    }

    @Test
    void members_areThisNodeAndThosePeersThatCapturesLeadTo_inTheOrderOfTheirNames() throws ConfigException {
        StoreMembers members = StoreMembers.of(load("store.yaml")).orElseThrow();

        StoreMember self = new StoreMember(new HostPort("store-1", 2380), new HostPort("127.0.0.1", 2380));
        assertThat(members.self()).isEqualTo(self);
        assertThat(members.all())
                .containsExactly(
                        self,
                        new StoreMember(new HostPort("store-2", 2380), new HostPort("127.0.1.2", 2380)),
                        new StoreMember(new HostPort("store-3", 2380), new HostPort("127.0.1.3", 2380)));
    }

    @Test
    void nodesThatAreNotNamed_areNoMembers() throws ConfigException {
        StoreMembers members = StoreMembers.of(load("store-alone.yaml")).orElseThrow();

        assertThat(members.all()).containsExactly(members.self());
    }

    @Test
    void fileWithoutPeers_isThatOfAStoreThatIsAlone() throws ConfigException {
        Config config = load("store-without-peers.yaml");

        StoreMembers members = StoreMembers.of(config).orElseThrow();
        assertThat(config.peers()).isEmpty();
        assertThat(members.addresses()).containsExactly("store-1:2380");
    }

    private static String pem() {
        return GOOD.resolve("pem/cert.pem").toAbsolutePath().toString();
    }

    private static Config load(String name) throws ConfigException {
        return Corpus.load(GOOD.resolve(name));
    }
}
