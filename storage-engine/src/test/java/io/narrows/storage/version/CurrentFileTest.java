package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CurrentFileTest {
    @TempDir
    Path folder;

    @Test
    void written_isTheNameAndALineFeed() throws IOException {
        CurrentFile.write(folder, 12);

        assertThat(folder.resolve("CURRENT")).hasContent("MANIFEST-000012\n");
        assertThat(CurrentFile.read(folder)).isEqualTo(12);
    }

    @Test
    void written_replacesWhatWasThere_andWhatAnEarlierTryLeft() throws IOException {
        CurrentFile.write(folder, 12);
        Files.writeString(folder.resolve("000013.dbtmp"), "MANIF");

        CurrentFile.write(folder, 13);

        assertThat(CurrentFile.read(folder)).isEqualTo(13);
        assertThat(folder.resolve("000013.dbtmp")).doesNotExist();
    }

    @Test
    void missingFile_isRefused() {
        assertThatThrownBy(() -> CurrentFile.read(folder))
                .isInstanceOf(CorruptDirectoryException.class)
                .hasMessage(folder.resolve("CURRENT") + ": offset 0: the file is missing");
    }

    @Test
    void missingLineFeed_isRefused() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000012");

        assertThatThrownBy(() -> CurrentFile.read(folder))
                .hasMessage(folder.resolve("CURRENT")
                        + ": offset 15: no line feed after \"MANIFEST-000012\" (expected: one at the end)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\n", "MANIFEST-12\n", "000012.log\n", "MANIFEST-000012\n\n", "../MANIFEST-000012\n", "\u0000\n"
            })
    void otherText_isRefused(String text) throws IOException {
        Files.writeString(folder.resolve("CURRENT"), text);

        assertThatThrownBy(() -> CurrentFile.read(folder))
                .isInstanceOf(CorruptDirectoryException.class)
                .hasMessageEndingWith("(expected: the name of a MANIFEST, such as MANIFEST-000001)");
    }

    @Test
    void interruptedThread_writesAllTheSame() throws IOException {
        Thread.currentThread().interrupt();
        CurrentFile.write(folder, 12);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(CurrentFile.read(folder)).isEqualTo(12);
    }
}
