package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Checks the systemd unit with systemd's own tools. */
class SystemdUnitIT {
    private static final Path UNIT = Release.CHECKOUT.resolve("docker/systemd/narrows.service");
    private static final Path CAPTURE = Release.CHECKOUT.resolve("docker/systemd/narrows-capture.conf");
    /** systemd rates up to 2.0 as "OK" for a service on the network. The unit has 1.4. */
    private static final String HIGHEST_EXPOSURE_TIMES_TEN = "14";

    private static final String HIGHEST_EXPOSURE_WITH_CAPTURE_TIMES_TEN = "19";
    /** The default of {@code link.drain}. */
    private static final Duration DRAIN = Duration.ofSeconds(30);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private Path unit;

    /** Points the unit at this checkout's launcher, since systemd checks that the program exists. */
    @BeforeEach
    void pointAtTheLauncherOfThisCheckout() throws IOException {
        unit = directory.resolve("narrows.service");
        Files.writeString(unit, Files.readString(UNIT).replace("/opt/narrows/", Release.CHECKOUT + "/"));
    }

    @Test
    void isUnderstood_withoutAWarning() {
        assertThat(Command.run("systemd-analyze", "verify", "--man=no", unit.toString()))
                .isEmpty();
    }

    /** The messages that the sidecar sends are tested in its package {@code service}. */
    @Test
    void startsWhatIsBehindItWhenItListens_andReloadsWithAResult() throws IOException {
        assertThat(Files.readString(UNIT))
                .contains("\nType=notify\n", "\nNotifyAccess=all\n", "\nWatchdogSec=")
                .contains("\nExecReload=/opt/narrows/bin/narrows reload --config /etc/narrows/narrows.yaml\n");
    }

    @Test
    void exposesLittle() {
        Command.run(
                "systemd-analyze",
                "security",
                "--offline=yes",
                "--no-pager",
                "--threshold=" + HIGHEST_EXPOSURE_TIMES_TEN,
                unit.toString());
    }

    @Test
    void capture_addsOneCapability() throws IOException {
        Files.writeString(dropIn(), Files.readString(CAPTURE).replace("/opt/narrows/", Release.CHECKOUT + "/"));

        verifyWithin(HIGHEST_EXPOSURE_WITH_CAPTURE_TIMES_TEN);
    }

    /** The commands have all privileges, and need none of the service's. */
    @Test
    void captureWithoutSource_addsNone() throws IOException {
        List<String> lines = Files.readAllLines(CAPTURE);
        String withoutCapability = lines.stream()
                .filter(line -> !line.matches("(AmbientCapabilities|CapabilityBoundingSet|PrivateUsers)=.*"))
                .collect(Collectors.joining("\n", "", "\n"));
        Files.writeString(dropIn(), withoutCapability.replace("/opt/narrows/", Release.CHECKOUT + "/"));

        verifyWithin(HIGHEST_EXPOSURE_TIMES_TEN);
        assertThat(lines)
                .contains("ExecReload=+/opt/narrows/bin/narrows capture apply --if-configured --config"
                        + " /etc/narrows/narrows.yaml")
                .filteredOn(line -> line.startsWith("Exec"))
                .hasSize(3)
                .allMatch(line -> line.contains("=+"));
    }

    private Path dropIn() throws IOException {
        return Files.createDirectory(directory.resolve("narrows.service.d")).resolve("capture.conf");
    }

    private void verifyWithin(String exposure) {
        assertThat(Command.run("systemd-analyze", "verify", "--man=no", unit.toString()))
                .isEmpty();
        Command.run(
                "systemd-analyze",
                "security",
                "--offline=yes",
                "--no-pager",
                "--threshold=" + exposure,
                unit.toString());
    }

    @Test
    void waitsLongerThanTheDrain() throws IOException {
        Matcher stop =
                Pattern.compile("^TimeoutStopSec=(\\d+)$", Pattern.MULTILINE).matcher(Files.readString(UNIT));

        assertThat(stop.find()).isTrue();
        assertThat(Duration.ofSeconds(Long.parseLong(stop.group(1)))).isGreaterThan(DRAIN);
    }
}
