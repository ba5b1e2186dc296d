package io.narrows.config;

import static io.narrows.config.Fixtures.IRELAND;
import static io.narrows.config.Fixtures.VIRGINIA;
import static io.narrows.config.Fixtures.VIRGINIA_B;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.yaml.Place;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {
    private static final PeerId DB2 = new PeerId("db-2");
    private static final Traffic BULK_TO_IRELAND = new Traffic(DB2, VIRGINIA, IRELAND, TrafficClass.BULK);

    @ParameterizedTest
    @CsvSource({
        "us-east-1, us-east-1a, h1, none",
        "us-east-1, us-east-1a, h2, lz4",
        "us-east-1, us-east-1b, h1, zstd:1",
        "eu-west-1, us-east-1a, h1, gzip:6",
    })
    void standardPolicy(String region, String zone, String host, String codec) {
        Location there = new Location(region, zone, host);

        Choice choice = Policy.STANDARD.choose(new Traffic(DB2, VIRGINIA, there, TrafficClass.DEFAULT));

        assertThat(choice.compression().spec()).hasToString(codec);
    }

    @ParameterizedTest
    @CsvSource({
        "class: bulk, 1",
        "class: heartbeat, 2",
        "peer: db-2, 1",
        "tier: cross-region, 1",
        "tier: cross-zone, 2",
        "'regions: [us-east-1, eu-west-1]', 1",
        "'regions: [eu-west-1, us-east-1]', 2",
        "'tier: cross-region, class: bulk, peer: db-2', 1",
        "'tier: cross-region, class: heartbeat, peer: db-2', 2",
    })
    void conditions_mustAllMatch(String conditions, int expectedRule) {
        Policy policy = policy("{%s, codec: zstd}".formatted(conditions), "{codec: none}");

        assertThat(policy.choose(BULK_TO_IRELAND).rule()).map(Rule::number).contains(expectedRule);
    }

    @Test
    void firstMatch_wins() {
        Policy policy = policy("{class: bulk, codec: zstd, level: 9}", "{tier: cross-region, codec: gzip}");

        assertThat(policy.choose(BULK_TO_IRELAND).compression().spec()).hasToString("zstd:9");
    }

    @Test
    void noMatch_isNone() {
        Policy policy = policy("{class: heartbeat, codec: zstd}");

        assertThat(policy.choose(BULK_TO_IRELAND)).isEqualTo(Choice.NO_MATCH);
        assertThat(policy.choose(BULK_TO_IRELAND).compression()).isEqualTo(Compression.NONE);
    }

    @Test
    void rule_carriesItsLimits() {
        Policy policy = policy("{codec: zstd, level: -3, window: 8MiB, linger: 1ms, min-size: 64B}");

        Compression compression = policy.choose(BULK_TO_IRELAND).compression();

        assertThat(compression.spec().level()).isEqualTo(-3);
        assertThat(compression.spec().windowLog()).isEqualTo(23);
        assertThat(compression.linger()).isEqualTo(Duration.ofMillis(1));
        assertThat(compression.minSize()).isEqualTo(64);
    }

    @Test
    void sharedHistory_isOffUnlessRequested() {
        Compression shared = policy("{codec: dense, shared-history: true}")
                .choose(BULK_TO_IRELAND)
                .compression();

        assertThat(shared.sharedHistory()).isTrue();
        assertThat(shared).hasToString("dense:2, window 4MiB, shared history");
        assertThat(policy("{codec: dense}")
                        .choose(BULK_TO_IRELAND)
                        .compression()
                        .sharedHistory())
                .isFalse();
    }

    @Test
    void priming_isOffUnlessRequested() {
        Compression primed =
                policy("{codec: dense, primed: plain}").choose(BULK_TO_IRELAND).compression();

        assertThat(primed.priming()).isEqualTo(ConnectionScope.PLAIN);
        assertThat(primed).hasToString("dense:2, window 4MiB, primed plain");
        assertThat(policy("{codec: dense}")
                        .choose(BULK_TO_IRELAND)
                        .compression()
                        .priming())
                .isEqualTo(ConnectionScope.NONE);
    }

    @Test
    void dictionary_isOffUnlessRequested() {
        Compression with = Fixtures.parse(Fixtures.SMALLEST
                        + "dictionaries: {path: dictionaries}\npolicy: [{codec: zstd, dictionary: all}]")
                .policy()
                .choose(BULK_TO_IRELAND)
                .compression();

        assertThat(with.dictionary()).isEqualTo(ConnectionScope.ALL);
        assertThat(with).hasToString("zstd:1, window 1MiB, dictionary all");
        assertThat(policy("{codec: zstd}").choose(BULK_TO_IRELAND).compression().dictionary())
                .isEqualTo(ConnectionScope.NONE);
    }

    @Test
    void unpack_isOffUnlessRequested() {
        Compression unpacking = policy("{codec: lz4, linger: 1ms, unpack: [zstd, gzip, lz4]}")
                .choose(BULK_TO_IRELAND)
                .compression();

        assertThat(unpacking.unpack()).containsExactly(PackedFormat.LZ4, PackedFormat.GZIP, PackedFormat.ZSTD);
        assertThat(unpacking).hasToString("lz4, window 64KiB, linger 1ms, unpacks lz4, gzip and zstd");
        assertThat(policy("{codec: lz4}").choose(BULK_TO_IRELAND).compression())
                .isEqualTo(policy("{codec: lz4, unpack: []}")
                        .choose(BULK_TO_IRELAND)
                        .compression())
                .hasToString("lz4, window 64KiB");
    }

    @Test
    void levelLeftOut_isTheCodecsStandard() {
        assertThat(policy("{codec: lz4hc}")
                        .choose(BULK_TO_IRELAND)
                        .compression()
                        .spec())
                .hasToString("lz4hc:9");
    }

    @Test
    void explanation_namesEveryRuleAboveWithItsReasons() {
        Policy policy = policy(
                "{class: heartbeat, codec: zstd, level: 1}",
                "{tier: cross-zone, peer: db-2, codec: lz4}",
                "{regions: [eu-west-1, us-east-1], class: replication, codec: zstd, level: 6}",
                "{tier: cross-region, codec: gzip, level: 6, linger: 1ms, window: 32KiB, min-size: 64B}",
                "{codec: none}");

        String text = policy.explain(BULK_TO_IRELAND).toText(Tariff.STANDARD, AutoSettings.STANDARD, Optional.empty());

        assertThat(text).isEqualTo("""
                traffic      bulk to db-2, us-east-1/us-east-1a/h1 to eu-west-1/eu-west-1a/h3
                tier         cross-region
                chosen by    rule 4 at narrows.yaml:11:5
                compression  gzip:6, window 32KiB, linger 1ms, min-size 64B
                price        0.02 USD per GB sent, 0 received (aws 2026-11)
                source       docs/tariffs.md, checked 2026-11-26; compare with https://aws.amazon.com/ec2/pricing/on-demand/
                not matched
                  rule 1 at narrows.yaml:8:5: class is bulk, not heartbeat
                  rule 2 at narrows.yaml:9:5: tier is cross-region, not cross-zone
                  rule 3 at narrows.yaml:10:5: class is bulk, not replication and regions are us-east-1 to eu-west-1, not eu-west-1 to us-east-1
                """);
    }

    @ParameterizedTest
    @CsvSource({"4MiB, 2MiB", "1MiB, 1MiB"})
    void overloadCodecOfDense_isZstdInAWindowThatIsNoLarger(String window, String overloadWindow) {
        Policy policy = policy("{codec: dense, level: 2, window: " + window + "}");

        Explanation explanation = policy.explain(BULK_TO_IRELAND);
        CodecSpec overloadCodec =
                explanation.choice().compression().spec().overloadCodec().orElseThrow();

        assertThat(Compression.of(overloadCodec)).hasToString("zstd:3, window " + overloadWindow);
        assertThat(explanation.toText(Tariff.STANDARD, AutoSettings.STANDARD, Optional.empty()))
                .contains("\noverload     dense:0 for frames that would be late, and while a link has stepped down,"
                        + " if the peer has it\noverload     zstd:3, window " + overloadWindow
                        + " if the peer has no level 0, or while that is too slow as well\n");
    }

    @Test
    void explanation_ofLevel0_namesZstdOnly() {
        Explanation explanation = policy("{codec: dense, level: 0}").explain(BULK_TO_IRELAND);

        assertThat(explanation.toText(Tariff.STANDARD, AutoSettings.STANDARD, Optional.empty()))
                .doesNotContain("overload     dense")
                .contains("\noverload     zstd:3, window 2MiB for frames that would be late,"
                        + " and while a link has stepped down\n");
    }

    @Test
    void explanation_hasTheReasonOfTheEvaluationThatDecided() {
        Rule rule = new Rule(
                1,
                Place.of("test"),
                List.of(new EverySecond(new AtomicInteger())),
                Compression.of(CodecSpec.of(Codec.LZ4)));

        Explanation explanation = new Policy(List.of(rule)).explain(BULK_TO_IRELAND);

        assertThat(explanation.choice()).isEqualTo(Choice.NO_MATCH);
        assertThat(explanation.misses())
                .flatExtracting(Explanation.Miss::reasons)
                .containsExactly("evaluation 1 is odd");
    }

    /** Matches every second time that it is evaluated. */
    private record EverySecond(AtomicInteger evaluations) implements Condition {
        @Override
        public String key() {
            return "every-second";
        }

        @Override
        public List<String> words() {
            return List.of("true");
        }

        @Override
        public boolean matches(Traffic traffic) {
            return miss(traffic).isEmpty();
        }

        @Override
        public boolean isConstant() {
            return false;
        }

        @Override
        public Optional<String> miss(Traffic traffic) {
            int evaluation = evaluations.incrementAndGet();
            return evaluation % 2 == 0 ? Optional.empty() : Optional.of("evaluation " + evaluation + " is odd");
        }
    }

    @Test
    void encrypted_isCompressedOnlyByARuleThatNamesIt() {
        Traffic encrypted = new Traffic(DB2, VIRGINIA, IRELAND, TrafficClass.ENCRYPTED);

        Choice byAll =
                policy("{tier: cross-region, codec: zstd}", "{codec: lz4}").choose(encrypted);
        Choice byName =
                policy("{codec: zstd}", "{class: encrypted, codec: lz4}").choose(encrypted);

        assertThat(byAll).isEqualTo(Choice.NO_MATCH);
        assertThat(byName.compression().spec()).hasToString("lz4");
    }

    @Test
    void explanation_ofEncrypted_saysWhyNothingMatches() {
        Policy policy = policy("{tier: same-host, codec: lz4}", "{codec: zstd}");

        String text = policy.explain(new Traffic(DB2, VIRGINIA, IRELAND, TrafficClass.ENCRYPTED))
                .toText(Tariff.STANDARD, AutoSettings.STANDARD, Optional.empty());

        assertThat(text).contains("chosen by    no rule: none matches").endsWith("""
                not matched
                  rule 1 at narrows.yaml:8:5: tier is cross-region, not same-host
                  rule 2 at narrows.yaml:9:5: class is encrypted, and only a rule that names that class compresses it
                """);
    }

    @Test
    void explanation_ofNoMatch_saysSo() {
        Policy policy = policy("{peer: db-2, tier: same-host, codec: lz4}");

        String text = policy.explain(new Traffic(new PeerId("db-3"), VIRGINIA, VIRGINIA_B, TrafficClass.DEFAULT))
                .toText(Tariff.of(Preset.GCP), AutoSettings.STANDARD, Optional.empty());

        assertThat(text).isEqualTo("""
                traffic      default to db-3, us-east-1/us-east-1a/h1 to us-east-1/us-east-1b/h2
                tier         cross-zone
                chosen by    no rule: none matches
                compression  none
                price        0.01 USD per GiB sent, 0 received (gcp 2026-11)
                assumed      preset gcp has no prices for "us-east-1", so its lowest cross-zone price is used; set tariff.regions or tariff.cross-zone to override it
                source       docs/tariffs.md, checked 2026-11-26; compare with https://cloud.google.com/vpc/network-pricing
                not matched
                  rule 1 at narrows.yaml:8:5: tier is cross-zone, not same-host and peer is db-3, not db-2
                """);
    }

    @Test
    void explanation_ofTheStandardPolicy_namesIt() {
        String text = Policy.STANDARD
                .explain(BULK_TO_IRELAND)
                .toText(Tariff.STANDARD, AutoSettings.STANDARD, Optional.empty());

        assertThat(text)
                .contains("rule 4 at default policy")
                .contains("rule 1 at default policy: tier is cross-region");
    }

    private static Policy policy(String... rules) {
        return Fixtures.parse(Fixtures.SMALLEST + "policy:\n  - " + String.join("\n  - ", rules))
                .policy();
    }
}
