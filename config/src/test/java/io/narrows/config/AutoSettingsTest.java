package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AutoSettingsTest {
    private static final CodecSpec NONE = CodecSpec.of(Codec.NONE);
    private static final CodecSpec LZ4 = CodecSpec.of(Codec.LZ4);

    @Test
    void none_isTheLastCandidateUnlessItIsListed() {
        assertThat(candidates("lz4, zstd:3")).containsExactly(LZ4, CodecSpec.of(Codec.ZSTD, 3), NONE);
        assertThat(candidates("none, lz4")).containsExactly(NONE, LZ4);
        assertThat(AutoSettings.STANDARD.candidates())
                .extracting(CodecSpec::toString)
                .containsExactly("zstd:1", "lz4", "gzip:6", "zstd:3", "zstd:9", "dense:2", "none");
    }

    @Test
    void first_isTheFirstCandidateThatCompresses() {
        assertThat(AutoSettings.STANDARD.first()).hasToString("zstd:1");
        assertThat(auto("candidates: [none, lz4, zstd]").auto().first()).isEqualTo(LZ4);
        assertThat(auto("candidates: [none]").auto().first()).isEqualTo(NONE);
    }

    @Test
    void candidate_mayBeOfLevel0_ofDense() {
        assertThat(auto("candidates: ['dense:0']").auto().first()).isEqualTo(CodecSpec.of(Codec.DENSE, 0));
    }

    @Test
    void settings_areRead() {
        AutoSettings settings = auto("candidates: [lz4], objective: latency, cpu-budget: 2, hysteresis: 0")
                .auto();

        assertThat(settings).isEqualTo(new AutoSettings(List.of(LZ4), Objective.LATENCY, 2, 0));
    }

    @Test
    void settingsLeftOut_areTheDefaults() {
        AutoSettings settings = auto("objective: bytes").auto();

        assertThat(settings.candidates()).isEqualTo(AutoSettings.STANDARD.candidates());
        assertThat(settings.objective()).isEqualTo(Objective.BYTES);
        assertThat(settings.cpuBudget()).isEqualTo(0.5);
        assertThat(settings.hysteresis()).isEqualTo(0.02);
        assertThat(Fixtures.parse(Fixtures.SMALLEST).auto()).isEqualTo(AutoSettings.STANDARD);
    }

    @Test
    void rule_beginsWithTheFirstCandidate_whereverTheSectionIs() {
        String policy = "policy: [{codec: auto, linger: 1ms, min-size: 64B}]\n";
        String auto = "auto: {candidates: [none, 'zstd:9']}\n";
        Compression expected = new Compression(
                CodecSpec.of(Codec.ZSTD, 9),
                Duration.ofMillis(1),
                64,
                false,
                ConnectionScope.NONE,
                ConnectionScope.NONE,
                Set.of(),
                true);

        assertThat(compression(policy + auto)).isEqualTo(expected).isEqualTo(compression(auto + policy));
        assertThat(expected).hasToString("auto (zstd:9 until measured), linger 1ms, min-size 64B");
    }

    @Test
    void usesAuto_ifARuleDoes() {
        assertThat(Fixtures.parse(Fixtures.SMALLEST).usesAuto()).isFalse();
        assertThat(auto("objective: bytes").usesAuto()).isFalse();
        assertThat(Fixtures.parse(Fixtures.SMALLEST + "policy: [{class: bulk, codec: lz4}, {codec: auto}]")
                        .usesAuto())
                .isTrue();
    }

    @Test
    void sharedHistory_needsACandidateWithIt() {
        String rule = Fixtures.SMALLEST + "policy: [{codec: auto, shared-history: true}]\n";

        assertThat(Fixtures.parse(rule).policy().rules().get(0).compression().sharedHistory())
                .isTrue();
        assertThat(catchThrowableOfType(
                        ConfigException.class,
                        () -> ConfigLoader.parse("narrows.yaml", rule + "auto: {candidates: [lz4]}", Path.of(""))))
                .hasMessageContaining("no candidate of auto can share history, expected");
    }

    @Test
    void unpack_needsACandidateThatCompresses() {
        String rule = Fixtures.SMALLEST + "policy: [{codec: auto, unpack: [lz4]}]\n";

        assertThat(Fixtures.parse(rule).policy().rules().get(0).compression())
                .hasToString("auto (zstd:1 until measured), unpacks lz4");
        assertThat(catchThrowableOfType(
                        ConfigException.class,
                        () -> ConfigLoader.parse("narrows.yaml", rule + "auto: {candidates: [none]}", Path.of(""))))
                .hasMessageContaining("no candidate of auto compresses, expected unpack only with a candidate");
    }

    @Test
    void explanation_namesObjectiveAndCandidates_andTheOverloadCodecOfACandidate() {
        Config config = Fixtures.parse(Fixtures.SMALLEST + """
                policy: [{codec: auto, linger: 1ms}]
                auto: {candidates: [lz4, dense], objective: latency}
                """);

        String text = config.explain(config.peers().get(0), TrafficClass.BULK, Optional.empty());

        assertThat(text).contains("""
                compression  auto (lz4 until measured), linger 1ms
                auto         objective latency, candidates lz4, dense:2 and none; the running sidecar shows its choice at /auto
                overload     dense:0 for frames that would be late, and while a link has stepped down, if the peer has it
                overload     zstd:3, window 2MiB if the peer has no level 0, or while that is too slow as well
                """);
    }

    @Test
    void explanation_ofAFixedCodec_doesNotMentionAuto() {
        Config config = auto("candidates: [lz4, dense]");

        String text = config.explain(config.peers().get(0), TrafficClass.BULK, Optional.empty());

        assertThat(text).doesNotContain("auto").doesNotContain("overload");
    }

    @Test
    void changeOfTheFirstCandidate_isLive() {
        String rule = "policy: [{codec: auto}]\nauto: {candidates: [%s]}\n";
        Config running = Fixtures.parse(Fixtures.SMALLEST + rule.formatted("lz4"));
        Config next = Fixtures.parse(Fixtures.SMALLEST + rule.formatted("snappy"));

        ReloadPlan plan = ReloadPlan.between(running, next);

        assertThat(plan.live()).containsExactly("policy", "auto");
        assertThat(plan.effective().auto()).isEqualTo(next.auto());
        assertThat(plan.restart()).isEmpty();
    }

    private static List<CodecSpec> candidates(String list) {
        return auto("candidates: [" + list.replaceAll("([^, ]+)", "'$1'") + "]")
                .auto()
                .candidates();
    }

    private static Config auto(String keys) {
        return Fixtures.parse(Fixtures.SMALLEST + "auto: {" + keys + "}\n");
    }

    private static Compression compression(String sections) {
        return Fixtures.parse(Fixtures.SMALLEST + sections)
                .policy()
                .rules()
                .get(0)
                .compression();
    }
}
