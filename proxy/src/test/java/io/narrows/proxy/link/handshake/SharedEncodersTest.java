package io.narrows.proxy.link.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.registry.OfferedEncoders;
import io.narrows.proxy.link.support.TwoNodes;
import io.narrows.proxy.link.support.TwoNodes.Pair;
import io.narrows.proxy.meter.ReasonCount;
import io.narrows.unpack.recipe.Recipes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Hellos with the hash of their encoders. */
final class SharedEncodersTest {
    private static final String RULE = "{codec: zstd, unpack: [gzip, zstd]}";
    private static final PeerId PEER = new PeerId("b");
    private static final String ZSTD = "zstd 1.5.7 0123456789abcdef";
    private static final String LZ4 = "lz4 1.9 fast 0011223344556677";

    private final SharedEncoders encoders = new SharedEncoders();

    @Test
    void laterHellosOfTwoNodes_leaveOutTheEncoders_whichTheirLinksHave() {
        try (TwoNodes nodes = new TwoNodes(RULE)) {
            Pair first = nodes.connect();
            Pair second = nodes.connect();
            long bytesOfFirst = first.bytes();
            long bytesOfSecond = second.bytes();

            assertThat(bytesOfSecond).isLessThan(bytesOfFirst / 2);
            assertThat(commonRecipes(second)).isPositive().isEqualTo(commonRecipes(first));
        }
    }

    private static int commonRecipes(Pair link) {
        link.open(Optional.empty());
        link.send(link.a(), new byte[100]);
        link.send(link.b(), new byte[100]);
        int ofA = link.a().link().figures().summary().commonRecipes();
        assertThat(link.b().link().figures().summary().commonRecipes()).isEqualTo(ofA);
        return ofA;
    }

    @Test
    void hello_isBrief_whileTheLastOneOfThePeerHadTheSameHash() {
        Hello own = hello(ZSTD, LZ4);
        assertThat(encoders.isKnownTo(PEER, own)).isFalse();

        encoders.heard(PEER, hello(LZ4, ZSTD));
        assertThat(encoders.isKnownTo(PEER, own)).isTrue();

        encoders.heard(PEER, hello(LZ4));
        assertThat(encoders.isKnownTo(PEER, own)).isFalse();

        encoders.heard(PEER, own);
        encoders.retainPeers(Set.of());
        assertThat(encoders.isKnownTo(PEER, own)).isFalse();
    }

    @Test
    void helloWithoutEncoders_standsForTheOwnOnes_ifTheHashIsTheSame() {
        Hello own = hello(ZSTD, LZ4);

        assertThat(SharedEncoders.completed(own, SharedEncoders.brief(own)).getEncodersList())
                .containsExactly(ZSTD, LZ4);
        assertThat(SharedEncoders.completed(own, hello(LZ4)).getEncodersList()).containsExactly(LZ4);
        assertThat(SharedEncoders.isBrief(SharedEncoders.brief(own))).isTrue();
        assertThat(SharedEncoders.isBrief(own)).isFalse();
        assertThat(SharedEncoders.isBrief(hello())).isFalse();
    }

    @Test
    void encodersOfAnEarlierVersion_areItsHellos() {
        Hello own = hello(ZSTD, LZ4);
        Hello ofEarlierVersion = hello(LZ4).toBuilder().clearEncodersHash().build();

        assertThat(SharedEncoders.completed(own, ofEarlierVersion).getEncodersList())
                .containsExactly(LZ4);
        assertThat(SharedEncoders.isBrief(ofEarlierVersion)).isFalse();
    }

    @Test
    void peerThatRestartsWithFewerEncoders_hasTheOthersOnTheNextLink() {
        try (TwoNodes nodes = new TwoNodes(RULE)) {
            int all = commonRecipes(nodes.connect());
            Recipes fewer = Recipes.of(1 << 20);
            List<String> common = common(fewer);
            AtomicInteger retries = new AtomicInteger();
            nodes.beforeRetry(() -> {
                retries.incrementAndGet();
                assertThat(accepted(nodes.a(), common)).isEqualTo(common);
                assertThat(accepted(nodes.b(), common)).isEqualTo(common);
            });
            nodes.restartB(fewer);
            long failures = failures(nodes); // those of the link that was open

            int others = commonRecipes(nodes.connect());

            assertThat(others).isPositive().isLessThan(all);
            assertThat(retries).hasValue(1);
            assertThat(accepted(nodes.a(), common)).isEqualTo(common);
            assertThat(accepted(nodes.b(), common)).isEqualTo(common);
            assertThat(commonRecipes(nodes.connect())).isEqualTo(others);
            assertThat(retries).hasValue(1);
            assertThat(failures(nodes)).isEqualTo(failures);
        }
    }

    @Test
    void encoderThatIsWithdrawn_leavesTheOthersToTheNextLink() {
        try (TwoNodes nodes = new TwoNodes(RULE)) {
            int all = commonRecipes(nodes.connect());
            List<String> others = new ArrayList<>(Recipes.ofThisProcess().encoderNames());
            String withdrawn = others.stream()
                    .filter(name -> name.startsWith("zstd ") && name.endsWith(" streamed"))
                    .findFirst()
                    .orElseThrow();
            others.remove(withdrawn);
            AtomicInteger retries = new AtomicInteger();
            nodes.beforeRetry(() -> {
                retries.incrementAndGet();
                assertThat(accepted(nodes.a(), others)).isEqualTo(others);
            });
            nodes.b().encoderRefusals().withdraw(new PeerId("a"), withdrawn);

            assertThat(commonRecipes(nodes.connect())).isPositive().isLessThan(all);

            assertThat(retries).hasValue(1);
            assertThat(accepted(nodes.a(), others)).isEqualTo(others);
            assertThat(accepted(nodes.b(), others)).isEqualTo(others);
            assertThat(accepted(nodes.a(), List.of(withdrawn))).isEmpty();
            assertThat(failures(nodes)).isZero();
        }
    }

    /** Returns the names of the encoders that this process has in common with other recipes. */
    private static List<String> common(Recipes others) {
        return Recipes.ofThisProcess().encoders().stream()
                .filter(others.encoders()::contains)
                .map(entry -> entry.substring(0, entry.lastIndexOf(' ')))
                .toList();
    }

    /** Returns those of some encoders with which a node unpacks pieces for the other one. */
    private static List<String> accepted(TwoNodes.Node node, List<String> encoders) {
        PeerId other = new PeerId(node.id().value().equals("a") ? "b" : "a");
        return encoders.stream()
                .filter(encoder -> node.encoderRefusals().accepts(other, encoder))
                .toList();
    }

    private static long failures(TwoNodes nodes) {
        return Stream.of(nodes.a(), nodes.b())
                .flatMap(node -> node.events().failureCounts().stream())
                .mapToLong(ReasonCount::count)
                .sum();
    }

    @Test
    void nodesWithoutEncoders_haveNoHash() {
        Hello none = hello();

        encoders.heard(PEER, none);

        assertThat(none.getEncodersHash()).isZero();
        assertThat(encoders.isKnownTo(PEER, none)).isFalse();
        assertThat(SharedEncoders.isSame(none, none)).isFalse();
    }

    private static Hello hello(String... encoders) {
        OfferedEncoders offered = OfferedEncoders.of(List.of(encoders));
        return Hello.newBuilder()
                .addAllEncoders(offered.entries())
                .setEncodersHash(offered.hash())
                .build();
    }
}
