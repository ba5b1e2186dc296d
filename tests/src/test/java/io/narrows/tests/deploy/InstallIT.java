package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code install.sh} of a release, on a simulated machine. */
class InstallIT {
    private static final String CONFIG = "/etc/narrows/narrows.yaml";
    private static final String UNIT = "/etc/systemd/system/narrows.service";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path unpacked;

    private static String installer;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private Machine machine;

    @BeforeAll
    static void unpack() throws IOException {
        installer = Release.unpackInto(unpacked) + "/install.sh";
    }

    @BeforeEach
    void boot() throws IOException {
        machine = new Machine(directory);
    }

    @Test
    void installed_isTrained_andReadableByItsUserOnly() {
        machine.run(installer);

        assertThat(machine.runAs("narrows", "narrows", "version")).matches("narrows \\S+ on Java \\S+\n");
        assertThat(machine.runAs("narrows", "narrows", "check", "--config", CONFIG))
                .isEqualTo(CONFIG + ": ok\n");
        assertThat(machine.run("stat", "--format=%A %U %G", CONFIG)).isEqualTo("-rw-r----- root narrows\n");
        assertThat(machine.file("/opt/narrows/lib")).isDirectoryContaining("glob:**.archive");
        assertThat(machine.file(UNIT)).content().contains("ExecStart=/opt/narrows/bin/narrows run --config " + CONFIG);
    }

    @Test
    void upgraded_keepsTheConfiguration_takesOldJarsAway() throws IOException {
        machine.run(installer, "--destdir", "/opt/root");
        Path config = machine.file("/opt/root" + CONFIG);
        Path oldJar = Files.createFile(machine.file("/opt/root/opt/narrows/lib/old.jar"));
        Files.createFile(machine.file("/opt/root/opt/narrows/share/man/man1/narrows-old.1.gz"));
        Path oldPage = Files.createFile(machine.file("/opt/root/usr/local/share/man/man1/narrows-old.1.gz"));
        Files.writeString(config, "# mine\n", StandardOpenOption.APPEND);

        String output = machine.run(installer, "--destdir", "/opt/root");

        assertThat(output).contains("kept the existing " + CONFIG);
        assertThat(config).content().endsWith("# mine\n");
        assertThat(oldJar).doesNotExist();
        assertThat(oldPage).doesNotExist();
        assertThat(machine.file("/opt/root/opt")).isDirectoryNotContaining("glob:**/narrows.*");
    }

    @Test
    void anotherPrefix_isInTheUnit_andInTheLink() {
        machine.run(installer, "--prefix", "/srv/narrows", "--destdir", "/opt/root");

        assertThat(machine.file("/opt/root" + UNIT))
                .content()
                .contains("ExecStart=/srv/narrows/bin/narrows ")
                .doesNotContain("/opt/narrows");
        assertThat(machine.file("/opt/root/srv/narrows/systemd/narrows-capture.conf"))
                .content()
                .contains("ExecStartPost=+/srv/narrows/bin/narrows capture apply ")
                .doesNotContain("/opt/narrows");
        assertThat(machine.file("/opt/root/etc/systemd/system")).isDirectoryNotContaining("glob:**.d");
        assertThat(machine.file("/opt/root/usr/local/bin/narrows"))
                .isSymbolicLink()
                .satisfies(link -> assertThat(Files.readSymbolicLink(link)).hasToString("/srv/narrows/bin/narrows"));
    }

    @Test
    void uninstalled_leavesTheConfiguration() {
        Path share = machine.file("/opt/root/usr/local/share");
        machine.run(installer, "--destdir", "/opt/root");
        assertThat(share.resolve("bash-completion/completions/narrows")).isNotEmptyFile();
        assertThat(share.resolve("zsh/site-functions/_narrows")).isNotEmptyFile();
        assertThat(share.resolve("man/man1/narrows-check.1.gz")).isNotEmptyFile();

        machine.run(installer, "--uninstall", "--destdir", "/opt/root");

        assertThat(share.resolve("bash-completion/completions")).isEmptyDirectory();
        assertThat(share.resolve("zsh/site-functions")).isEmptyDirectory();
        assertThat(share.resolve("man/man1")).isEmptyDirectory();
        assertThat(machine.file("/opt/root/opt/narrows")).doesNotExist();
        assertThat(machine.file("/opt/root" + UNIT)).doesNotExist();
        assertThat(Files.isSymbolicLink(machine.file("/opt/root/usr/local/bin/narrows")))
                .isFalse();
        assertThat(machine.file("/opt/root" + CONFIG)).isNotEmptyFile();
        assertThat(failure("--uninstall", "--destdir", "/opt/root")).startsWith("install.sh: nothing to remove: ");
    }

    @Test
    void folderOfSomebodyElse_isNeitherReplacedNorRemoved() throws IOException {
        Path theirs = Files.createDirectories(machine.file("/opt/theirs/bin"));

        assertThat(failure("--prefix", "/opt/theirs")).contains("/opt/theirs exists but is not a Narrows installation");
        assertThat(failure("--uninstall", "--prefix", "/opt/theirs")).contains("nothing was removed");
        assertThat(theirs).isDirectory();
    }

    @Test
    void withoutRoot_saysWhatToDo() {
        String output = machine.runAs("65532", Failing.command(installer));

        assertThat(output).isEqualTo("install.sh: must run as root or with --destdir\n");
    }

    private String failure(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = installer;
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return machine.run(Failing.command(command));
    }
}
