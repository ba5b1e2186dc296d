package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final String HIGHEST_EXPOSURE_WITH_CAPTURE_TIMES_TEN = "20";
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
        Path dropIn = directory.resolve("narrows.service.d/capture.conf");
        Files.createDirectory(dropIn.getParent());
        Files.writeString(dropIn, Files.readString(CAPTURE).replace("/opt/narrows/", Release.CHECKOUT + "/"));

        assertThat(Command.run("systemd-analyze", "verify", "--man=no", unit.toString()))
                .isEmpty();
        Command.run(
                "systemd-analyze",
                "security",
                "--offline=yes",
                "--no-pager",
                "--threshold=" + HIGHEST_EXPOSURE_WITH_CAPTURE_TIMES_TEN,
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
