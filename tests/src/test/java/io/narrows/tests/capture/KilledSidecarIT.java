package io.narrows.tests.capture;

import static io.narrows.tests.capture.CapturePair.LIMIT;
import static io.narrows.tests.capture.CapturePair.PORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sidecar that gets SIGKILL while its rules redirect connections to it. */
class KilledSidecarIT extends OnCapturePair {
    private static final String SUPERVISOR = """
            while :; do
              %1$s run --config %2$s &
              until (: < /dev/tcp/%3$s/15000) 2> /dev/null; do sleep 0.05; done
              %1$s capture apply --config %2$s
              echo $! > $(dirname %2$s)/pid
              wait $!
              %1$s capture remove --if-fail-open
              sleep 1
              while [[ -e $(dirname %2$s)/down ]]; do sleep 0.05; done
            done
            """;

    @ParameterizedTest(name = "fail: {0}")
    @CsvSource({"closed", "open"})
    void killedSidecar_isMissedUntilItIsStartedOrItsRulesAreRemoved(String fail) throws IOException {
        Sidecar a = pair.startBoth("keep");
        Files.writeString(CapturePair.config(near), a.config().replace("source: keep", "source: keep, fail: " + fail));
        pair.capture("apply");
        Downtime downtime = probe();

        downtime.begins();
        a.kill();

        long reset = downtime.resetAfter();
        long fails = downtime.failsAfter();
        assertThatThrownBy(() -> pair.talk(far.ip())).hasMessageContaining("Connection refused");
        Launcher.run(near, "capture", "remove", "--if-fail-open");
        if (fail.equals("open")) {
            assertThat(pair.talk(far.ip())).endsWith("hello");
        } else {
            assertThatThrownBy(() -> pair.talk(far.ip())).hasMessageContaining("Connection refused");
            a.start();
        }
        downtime.endsAfter();
        System.out.printf(
                "kill -9, no supervisor, fail: %s: open connection reset after %d ms, new ones refused from %d ms on%n",
                fail, reset, fails);
        assertThat(reset).isLessThan(LIMIT.toMillis());
    }

    /** The supervisor does what docs/deployment.md has systemd do. */
    @ParameterizedTest(name = "fail: {0}")
    @CsvSource({"closed", "open"})
    void killedSidecarUnderASupervisor_comesBackByItself(String fail) throws IOException {
        pair.startFar("keep");
        String yaml = pair.yamlOfNear("keep").replace("source: keep", "source: keep, fail: " + fail);
        Files.writeString(CapturePair.config(near), yaml);
        Sidecar.writeToken(near);
        near.start(
                "supervisor",
                List.of("bash", "-c", SUPERVISOR.formatted(Launcher.path(), CapturePair.config(near), near.ip())));
        Path pid = near.directory().resolve("pid");
        await().atMost(LIMIT).until(() -> Files.exists(pid));
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> pair.capture("status").equals("rules installed\n"));
        Downtime downtime = probe();
        Path down = near.directory().resolve("down");
        if (fail.equals("open")) {
            Files.createFile(down); // connections are answered although no sidecar runs
        }

        downtime.begins();
        near.run("kill", "-9", Files.readString(pid).strip());

        System.out.printf(
                "kill -9, with a supervisor, fail: %s: open connection reset after %d ms, new ones fail after %d ms, and are"
                        + " answered again after %d ms%n",
                fail, downtime.resetAfter(), downtime.failsAfter(), downtime.endsAfter());
        Files.deleteIfExists(down);
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> pair.capture("status").equals("rules installed\n"));
        assertThat(pair.talk(far.ip())).endsWith("hello");
    }

    /** Begins to connect from the near host to the far one, which greets new connections without a process for each. */
    private Downtime probe() throws IOException {
        Path greeting = Files.writeString(far.directory().resolve("greeting"), "welcome");
        far.start("greeter", List.of("socat", "-U", "TCP-LISTEN:7002,fork,reuseaddr", "OPEN:" + greeting + ",rdonly"));
        return new Downtime(near, far.ip(), PORT, 7002);
    }
}
