package io.narrows.storage.db.interop.forge;

import static io.narrows.storage.db.interop.forge.Fault.harmless;
import static io.narrows.storage.db.interop.forge.Fault.refused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Files that are missing, of the wrong size, or unexpected. */
final class FileFaults {
    private FileFaults() {}

    static Stream<Fault> all() {
        return Stream.of(
                refused("no CURRENT", directory -> directory.current = null, "CURRENT"),
                refused("no CURRENT and no log", FileFaults::nothingButFiles, "CURRENT"),
                refused("no line feed in CURRENT", directory -> directory.current = "MANIFEST-000005", "CURRENT"),
                refused("empty CURRENT", directory -> directory.current = "", "CURRENT"),
                refused("another text in CURRENT", directory -> directory.current = "hello\n", "CURRENT"),
                refused("CURRENT ends twice", directory -> directory.current = "MANIFEST-000005\n\n", "CURRENT"),
                refused("no MANIFEST", without("MANIFEST-000005"), "MANIFEST-000005"),
                refused("no file of a level", without("000007.sst"), "000007.sst"),
                refused("a file that is cut", directory -> directory.last = FileFaults::cutFile, "000007.sst", "bytes"),
                refused("a file that is too long", directory -> directory.last = FileFaults::longFile, "000007.sst"),
                harmless("a file named as LevelDB did", directory -> directory.last = FileFaults::renameFile),
                harmless("no IDENTITY", without("IDENTITY")),
                harmless("another IDENTITY", file("IDENTITY", "00000000-0000-0000-0000-000000000000")),
                harmless("options that are none", file("OPTIONS-000014", "hello")),
                harmless("notes of somebody", file("notes.txt", "hello")),
                harmless("a file of no level", file("000003.sst", "hello")),
                harmless("a file numbered above all", file("000099.sst", "hello")),
                harmless("an older log", file("000004.log", "hello")),
                harmless("another MANIFEST", file("MANIFEST-000040", "hello")),
                harmless("a temporary file", file("000005.dbtmp", "MANIFEST-000001\n")),
                harmless("a folder", directory -> directory.last = at -> Files.createDirectory(at.resolve("lost"))));
    }

    private static void nothingButFiles(ForgedDirectory directory) {
        directory.current = null;
        directory.last = at -> Files.delete(at.resolve(ForgedDirectory.LOG));
    }

    private static void cutFile(Path directory) throws IOException {
        Path file = ForgedDirectory.OLD.path(directory);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    }

    private static void renameFile(Path directory) throws IOException {
        Path file = ForgedDirectory.OLD.path(directory);
        Files.move(file, file.resolveSibling("000007.ldb"));
    }

    private static void longFile(Path directory) throws IOException {
        Files.write(ForgedDirectory.OLD.path(directory), new byte[1], StandardOpenOption.APPEND);
    }

    private static Consumer<ForgedDirectory> without(String name) {
        return directory -> directory.last = at -> Files.delete(at.resolve(name));
    }

    private static Consumer<ForgedDirectory> file(String name, String text) {
        return directory -> directory.last = at -> Files.writeString(at.resolve(name), text);
    }
}
