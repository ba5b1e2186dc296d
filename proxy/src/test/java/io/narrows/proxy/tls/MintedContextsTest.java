package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.CertificateFiles;
import io.narrows.testkit.Openssl;
import io.narrows.testkit.Openssl.Authority;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MintedContextsTest {
    private static final List<String> A = List.of("a.example");
    private static final List<String> B = List.of("b.example");
    private static final List<String> C = List.of("c.example");
    private static final Executor AT_ONCE = Runnable::run;

    @TempDir
    private static Path folder;

    private static MintingAuthority authority;

    private final Instant start = Instant.now();
    private int failures;

    @BeforeAll
    static void create() throws Exception {
        Authority files =
                Openssl.authority(folder, "mint", "permitted;DNS:example,permitted;IP:10.0.0.0/255.255.255.0");
        authority = MintingAuthority.read(new CertificateFiles(files.cert(), files.key()), Instant.now());
    }

    @Test
    void sameNames_haveTheSameContext_untilEightHoursBeforeTheEndOfTheCertificate() {
        MintedContexts contexts = contexts(2);

        SslContext first = contexts.get(A, start, AT_ONCE).join();

        assertThat(contexts.get(A, start.plus(Duration.ofHours(15)), AT_ONCE).join())
                .isSameAs(first);
        SslContext renewed =
                contexts.get(A, start.plus(Duration.ofHours(16)), AT_ONCE).join();
        assertThat(renewed).isNotSameAs(first);
        assertThat(contexts.get(A, start.plus(Duration.ofHours(17)), AT_ONCE).join())
                .isSameAs(renewed);
    }

    @Test
    void certificateThatEndsWithItsAuthority_isNotRenewed() {
        MintedContexts contexts = contexts(2);
        Instant hour = authority.end().minus(Duration.ofHours(1));

        SslContext last = contexts.get(A, hour, AT_ONCE).join();

        assertThat(contexts.get(A, authority.end().minusSeconds(1), AT_ONCE).join())
                .isSameAs(last);
    }

    @Test
    void clockThatWasSetBack_leadsToANewCertificate() {
        MintedContexts contexts = contexts(2);
        Instant later = start.plus(Duration.ofHours(5));

        SslContext first = contexts.get(A, later, AT_ONCE).join();

        assertThat(contexts.get(A, start, AT_ONCE).join()).isNotSameAs(first);
    }

    @Test
    void tooManyNames_forgetThoseUsedLongestAgo() {
        MintedContexts contexts = contexts(2);
        SslContext a = contexts.get(A, start, AT_ONCE).join();
        SslContext b = contexts.get(B, start, AT_ONCE).join();
        contexts.get(A, start, AT_ONCE).join();

        contexts.get(C, start, AT_ONCE).join();

        assertThat(contexts.size()).isEqualTo(2);
        assertThat(contexts.get(A, start, AT_ONCE).join()).isSameAs(a);
        assertThat(contexts.get(B, start, AT_ONCE).join()).isNotSameAs(b);
    }

    @Test
    void connectionsAtTheSameTime_waitForOneCertificate() {
        Deque<Runnable> waiting = new ArrayDeque<>();
        MintedContexts contexts = contexts(2);

        CompletableFuture<SslContext> one = contexts.get(A, start, waiting::add);
        CompletableFuture<SslContext> other = contexts.get(A, start, waiting::add);

        assertThat(waiting).hasSize(1);
        assertThat(one).isNotDone();
        waiting.remove().run();
        assertThat(one.join()).isSameAs(other.join());
    }

    @Test
    void failure_isNotKept() {
        MintedContexts contexts = contexts(2);
        failures = 1;

        assertThatThrownBy(() -> contexts.get(A, start, AT_ONCE).join()).hasRootCauseMessage("no context");

        assertThat(contexts.get(A, start, AT_ONCE).join()).isNotNull();
    }

    @Test
    void workersThatStop_failTheConnection() {
        CompletableFuture<SslContext> refused = contexts(2).get(A, start, work -> {
            throw new RejectedExecutionException("closed");
        });

        assertThatThrownBy(refused::join).hasMessageContaining("the sidecar is stopping");
    }

    private MintedContexts contexts(int max) {
        return new MintedContexts(
                authority,
                leaf -> {
                    if (failures-- > 0) {
                        throw new IOException("no context");
                    }
                    return SslContextBuilder.forServer(leaf.key(), leaf.chain()).build();
                },
                max);
    }
}
