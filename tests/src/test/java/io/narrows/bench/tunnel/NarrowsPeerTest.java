package io.narrows.bench.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NarrowsPeerTest {
    @TempDir
    private Path directory;

    @Test
    void ends_onAnotherJvm_tellTheLauncher() throws IOException {
        String major = Integer.toString(Runtime.version().feature());

        Ends ends = Peers.parse("narrows:zstd:1+c1+jdk=" + major)
                .ends(new Routes().next(), directory)
                .orElseThrow();

        assertThat(ends.ingress().get(1))
                .startsWith("NARROWS_JAVA=/usr/lib/jvm/")
                .endsWith("/bin/java");
        assertThat(ends.ingress().get(2)).isEqualTo("NARROWS_JAVA_OPTS=-XX:TieredStopAtLevel=1");
    }

    @Test
    void ends_onAJdkThatIsNotThere_sayWhichOne() {
        Peer peer = Peers.parse("narrows:zstd:1+jdk=11");

        assertThatThrownBy(() -> peer.ends(new Routes().next(), directory)).hasMessage("no JDK 11 in /usr/lib/jvm");
    }

    @Test
    void ends_ofTwoCheckouts_runEachItsOwnLauncher() throws IOException {
        Path before = launcher("before");
        Path after = launcher("after");

        Ends ends = Peers.parse("narrows:none+at=" + before + "+far-at=" + after)
                .ends(new Routes().next(), directory)
                .orElseThrow();

        assertThat(ends.ingress().get(0)).isEqualTo(before + "/bin/narrows");
        assertThat(ends.egress().get(0)).isEqualTo(after + "/bin/narrows");
    }

    private Path launcher(String checkout) throws IOException {
        Path launcher = Files.createDirectories(directory.resolve(checkout).resolve("bin"))
                .resolve("narrows");
        assertThat(Files.createFile(launcher).toFile().setExecutable(true)).isTrue();
        return launcher.getParent().getParent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "narrows:none",
                "narrows:zstd:1",
                "narrows:gzip:9+linger=1ms+mtls",
                "narrows:zstd:1+transparent",
                "narrows:none+tls",
                "narrows:none+transparent+tls"
            })
    void ends_runOnConfigurationsThatLoad(String name) throws IOException, ConfigException {
        Peer peer = Peers.parse(name);
        Route route = peer.route(new Routes().next(), directory);

        Ends ends = peer.ends(route, directory).orElseThrow();

        for (List<String> command : List.of(ends.egress(), ends.ingress())) {
            Config config = ConfigLoader.load(Path.of(command.get(command.size() - 1)));
            assertThat(config.policy().rules()).hasSize(1);
            assertThat(config.link().tls().isPresent()).isEqualTo(name.endsWith("tls"));
        }
    }

    @Test
    void ends_withTlsThrough_endItNear_andBeginItFar() throws IOException, ConfigException {
        Peer peer = Peers.parse("narrows:none+tls");
        Route route = peer.route(new Routes().next(), directory);

        peer.ends(route, directory);

        assertThat(ConfigLoader.load(directory.resolve("near.yaml")).terminatedTls())
                .singleElement()
                .satisfies(tls -> assertThat(tls.ca()).isPresent());
        assertThat(ConfigLoader.load(directory.resolve("far.yaml")).originatedTls())
                .anySatisfy(tls -> assertThat(tls.serverName()).hasValue("localhost"));
    }
}
