package io.narrows.proxy.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.ConfigSource;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.ReloadMeter;
import io.narrows.testkit.LoggedEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Tag("long")
final class ReloaderTest {
    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(Reloader.class);

    @RegisterExtension
    private final LoggedEvents formerKeys = LoggedEvents.of(RenamedKeyLog.class);

    @TempDir
    private Path folder;

    private Path file;
    private LiveConfig live;
    private Reloader reloader;

    @BeforeEach
    void load() throws Exception {
        file = folder.resolve("a.yaml");
        for (String name : new String[] {"cert", "key", "ca"}) {
            Files.writeString(folder.resolve(name), "old " + name);
        }
        write("none", "cert");
        live = new LiveConfig(ConfigLoader.load(file));
    }

    @AfterEach
    void stop() {
        reloader.close();
    }

    @Test
    void changeAfterTheInitialRead_takesEffectAtTheFirstCheck() throws Exception {
        write("gzip", "cert");
        watch(live::replace);

        await().until(() -> codec().equals("gzip"));
    }

    @Test
    void fileThatSaysWhatIsInForce_isNotTakenAgain() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        watch(next -> {
            taken.incrementAndGet();
            live.replace(next);
        });

        write("zstd", "cert");

        await().until(() -> codec().equals("zstd"));
        assertThat(taken).hasValue(1);
    }

    @Test
    void eachMistake_isReportedOnce() throws Exception {
        make(live::replace);
        Files.writeString(file, "version: 1\nnonsense: 1\nrubbish: 2\n");

        Optional<String> refusal = reloader.reload();

        assertThat(refusal).hasValueSatisfying(text -> assertThat(text).contains("nonsense", "rubbish"));
        assertThat(log.all())
                .filteredOn(event -> (event.getFormattedMessage() + event.getKeyValuePairs()).contains("nonsense"))
                .hasSize(1);
        assertThat(log.all())
                .last()
                .satisfies(event -> assertThat(event.getFormattedMessage()).startsWith("configuration rejected"));
    }

    @Test
    void adminEndpointThatOthersReach_isWarnedAboutUnlessItIsExposed() throws Exception {
        make(live::replace);

        Files.writeString(file, Files.readString(file) + "admin: {listen: 0.0.0.0:9901}\n");
        assertThat(reloader.reload()).isEmpty();
        Files.writeString(file, Files.readString(file).replace("9901}", "9901, exposed: true}"));
        assertThat(reloader.reload()).isEmpty();

        assertThat(log.messages())
                .filteredOn(line -> line.startsWith("admin.listen 0.0.0.0:9901 is not on loopback"))
                .hasSize(1);
    }

    @Test
    void formerKey_isLoggedOnceForEachReload() throws Exception {
        make(live::replace);

        Files.writeString(file, Files.readString(file).replace("link: {", "link: {ready: 2, "));
        assertThat(reloader.reload()).isEmpty();

        assertThat(formerKeys.all())
                .extracting(ILoggingEvent::getKeyValuePairs)
                .singleElement()
                .asString()
                .contains("a.yaml:", "key=\"link.ready\"", "newKey=\"link.min-idle\"");
        assertThat(live.current().link().minIdle()).isEqualTo(2);
    }

    @Test
    void changeDuringAReload_takesEffectToo() throws Exception {
        watch(next -> {
            if (codecOf(next).equals("zstd")) {
                write("gzip", "cert");
            }
            live.replace(next);
        });

        write("zstd", "cert");

        await().until(() -> codec().equals("gzip"));
    }

    @Test
    void refusedConfiguration_takesEffectOnceItsCertificateIsRepaired() throws Exception {
        Path renewed = Files.writeString(folder.resolve("renewed"), "half of a cert");
        AtomicInteger refused = new AtomicInteger();
        watch(next -> {
            if (Files.readString(next.link().tls().orElseThrow().cert()).startsWith("half")) {
                refused.incrementAndGet();
                throw new IOException("not a certificate");
            }
            live.replace(next);
        });
        write("zstd", "renewed");
        await().until(() -> refused.get() > 0);

        Files.writeString(renewed, "a whole cert");

        await().until(() -> codec().equals("zstd"));
    }

    @Test
    void halfOfAFile_thatIsValid_isNotTaken() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        make(next -> {
            taken.incrementAndGet();
            live.replace(next);
        });
        reloader.look();
        String half = yaml("gzip", "cert");
        Files.writeString(file, half);
        reloader.look();

        Files.writeString(file, half + "tariff: {preset: gcp}\n");
        reloader.look();

        assertThat(taken).hasValue(0);
        reloader.look();
        assertThat(taken).hasValue(1);
        assertThat(live.current().tariff().preset().label()).isEqualTo("gcp");
    }

    @Test
    void halfOfACertificate_isNotTaken() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        make(next -> taken.incrementAndGet());
        reloader.look();

        Files.writeString(folder.resolve("cert"), "half, ");
        reloader.look();
        Files.writeString(folder.resolve("cert"), "half, and the other");
        reloader.look();

        assertThat(taken).hasValue(0);
        reloader.look();
        assertThat(taken).hasValue(1);
    }

    @Test
    void requestedReload_isImmediate() throws Exception {
        make(live::replace);

        Files.writeString(file, yaml("gzip", "cert"));

        assertThat(reloader.reload()).isEmpty();
        assertThat(codec()).isEqualTo("gzip");
    }

    private void watch(Reloader.Target target) {
        make(target);
        reloader.watch();
    }

    private void make(Reloader.Target target) {
        InstantSource clock = InstantSource.system();
        reloader = new Reloader(ConfigSource.of(file), live, target, new ReloadMeter(clock.instant()), clock);
    }

    private String codec() {
        return codecOf(live.current());
    }

    private static String codecOf(Config config) {
        return config.policy().rules().get(0).compression().spec().codec().label();
    }

    /** Writes the file in one step, as editors and volumes do, so that it is never read half-written. */
    private void write(String codec, String cert) throws IOException {
        Path next = Files.writeString(folder.resolve("next"), yaml(codec, cert));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String yaml(String codec, String cert) {
        return """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:15000, tls: {cert: %s, key: key, ca: ca}}
                targets: {work: 127.0.0.1:1}
                peers: [{id: b, region: r, zone: y, host: hb, link: 127.0.0.1:15001}]
                policy: [{codec: %s}]
                """.formatted(cert, codec);
    }
}
