package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReloadPlanTest {
    private static final Config RUNNING = Fixtures.parse(Fixtures.SMALLEST);

    @Test
    void sameFile_changesNothing() {
        ReloadPlan plan = ReloadPlan.between(RUNNING, Fixtures.parse(Fixtures.SMALLEST));

        assertThat(plan).isEqualTo(new ReloadPlan(RUNNING, List.of(), List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id: db-1         | id: db-9                     | node",
                "127.0.0.1:15000  | 127.0.0.1:15001              | link.listen",
                "15000}           | 15000, transport: nio}       | link.transport",
                "15000}           | 15000, threads: 3}           | link.threads",
                "15000}           | 15000, context-memory: 1MiB} | link.context-memory",
                "15000}           | 15000, warm-up: 0s}          | link.warm-up",
                "15000}           | 15000, plaintext: true}      | link.plaintext",
                "version: 1       | 'version: 1\nadmin: {listen: 127.0.0.1:1}' | admin",
                "version: 1       | 'version: 1\nstore: {data-dir: store, process: own, members: [db-1]}' | store",
                "version: 1       | 'version: 1\ndictionaries: {path: dictionaries}' | dictionaries",
            })
    void keysThatNeedARestart_keepTheirRunningValues(String was, String is, String key) {
        Config next = Fixtures.parse(replaceFirst(was, is));

        ReloadPlan plan = ReloadPlan.between(RUNNING, next);

        assertThat(ReloadPlan.RESTART_KEYS).contains(key);

        assertThat(plan.restart()).containsExactly(key);
        assertThat(plan.live()).isEmpty();
        assertThat(plan.effective()).isEqualTo(RUNNING);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "15000}      | 15000, max-links: 5}     | link.max-links",
                "15000}      | 15000, min-idle: 5}      | link.min-idle",
                "15000}      | 15000, drain: 5s}        | link.drain",
                "15000}      | 15000, tcp-mss: 536}     | link.tcp-mss",
                "15000}      | 15000, liveness: 30s}    | link.liveness",
                "raft: 127   | pg: 127                  | targets",
                "10.0.0.2    | 10.0.0.3                 | peers",
                "version: 1  | 'version: 1\ncapture: [{connect: 127.0.0.1:1}]' | capture",
                "version: 1  | 'version: 1\nclassify: [{class: bulk, starts-with: DUMP}]' | classify",
                "version: 1  | 'version: 1\npolicy: []' | policy",
                "version: 1  | 'version: 1\ntariff: {preset: gcp}' | tariff",
                "version: 1  | 'version: 1\nadmin: {listen: 127.0.0.1:9901, exposed: true}' | admin",
                "version: 1  | 'version: 1\ngrpc: {min-size: 1KiB}' | grpc",
                "version: 1  | 'version: 1\ndry-run: true' | dry-run",
                "version: 1  | 'version: 1\nwhat-if: true' | what-if",
                "version: 1  | 'version: 1\nwhat-if: {share: 0.1}' | what-if",
                "version: 1  | 'version: 1\nauto: {hysteresis: 0.1}' | auto",
                "127.0.0.1:15000}  | '127.0.0.1:15000, place-check: strict}' | link.place-check",
            })
    void theRest_changesLive(String was, String is, String key) {
        Config next = Fixtures.parse(replaceFirst(was, is));

        ReloadPlan plan = ReloadPlan.between(RUNNING, next);

        assertThat(plan.live()).containsExactly(key);
        assertThat(plan.restart()).isEmpty();
        assertThat(plan.effective()).isEqualTo(next);
    }

    @Test
    void formatsToUnpack_changeLive() {
        String rule = Fixtures.SMALLEST + "policy: [{codec: zstd, unpack: [%s]}]";
        Config running = Fixtures.parse(rule.formatted("lz4"));
        Config next = Fixtures.parse(rule.formatted("lz4, gzip"));

        ReloadPlan plan = ReloadPlan.between(running, next);

        assertThat(plan.live()).containsExactly("policy");
        assertThat(plan.effective()).isEqualTo(next);
    }

    @Test
    void newCertificates_areTakenLive() {
        Config running = withTls(RUNNING, Optional.of(new TlsFiles(Path.of("a"), Path.of("b"), Path.of("c"))));
        Config next = withTls(RUNNING, Optional.of(new TlsFiles(Path.of("x"), Path.of("b"), Path.of("c"))));

        ReloadPlan plan = ReloadPlan.between(running, next);

        assertThat(plan.live()).containsExactly("link.tls");
        assertThat(plan.effective().link().tls()).isEqualTo(next.link().tls());
    }

    @Test
    void droppingTls_waitsForARestart_soThatTheRunningListenerIsNeverInTheClear() {
        Config running = withTls(RUNNING, Optional.of(new TlsFiles(Path.of("a"), Path.of("b"), Path.of("c"))));

        ReloadPlan plan = ReloadPlan.between(running, RUNNING);

        assertThat(plan.restart()).containsExactly("link.tls");
        assertThat(plan.effective().link().tls()).isEqualTo(running.link().tls());
    }

    @Test
    void addedTls_takesEffectLive_andReplacesPlaintext() {
        Config running = Fixtures.parse(replaceFirst("15000}", "15000, plaintext: true}"));
        Config next = withTls(RUNNING, Optional.of(tls(TlsMode.PERMISSIVE)));

        ReloadPlan plan = ReloadPlan.between(running, next);

        assertThat(ReloadPlan.objection(running, next)).isEmpty();
        assertThat(plan.live()).containsExactly("link.tls", "link.plaintext");
        assertThat(plan.restart()).isEmpty();
        assertThat(plan.effective()).isEqualTo(next);
    }

    @Test
    void protectionGrows_andNeverShrinks() {
        Config permissive = withTls(RUNNING, Optional.of(tls(TlsMode.PERMISSIVE)));
        Config strict = withTls(RUNNING, Optional.of(tls(TlsMode.STRICT)));

        assertThat(ReloadPlan.objection(RUNNING, strict)).isEmpty();
        assertThat(ReloadPlan.objection(permissive, strict)).isEmpty();
        assertThat(ReloadPlan.objection(strict, permissive)).get().asString().contains("restart");
        assertThat(ReloadPlan.objection(permissive, RUNNING)).get().asString().contains("restart");
        assertThat(ReloadPlan.objection(strict, RUNNING)).get().asString().contains("restart");
    }

    private static TlsFiles tls(TlsMode mode) {
        return new TlsFiles(Path.of("a"), Path.of("b"), Path.of("c"), mode, Optional.empty());
    }

    private static String replaceFirst(String was, String is) {
        int at = Fixtures.SMALLEST.indexOf(was);
        return Fixtures.SMALLEST.substring(0, at) + is + Fixtures.SMALLEST.substring(at + was.length());
    }

    private static Config withTls(Config config, Optional<TlsFiles> tls) {
        LinkSettings link = config.link();
        return new Config(
                config.node(),
                new LinkSettings(
                        link.listen(),
                        tls,
                        link.plaintext(),
                        link.maxLinks(),
                        link.minIdle(),
                        link.drain(),
                        link.transport(),
                        link.threads(),
                        link.tcpMss(),
                        link.contextMemory(),
                        link.warmUp(),
                        link.placeCheck(),
                        link.liveness()),
                config.targets(),
                config.peers(),
                config.discovery(),
                config.captures(),
                config.patterns(),
                config.policy(),
                config.tariff(),
                config.admin(),
                config.metrics(),
                config.store(),
                config.grpc(),
                config.dryRun(),
                config.whatIf(),
                config.auto(),
                config.dictionaries());
    }
}
