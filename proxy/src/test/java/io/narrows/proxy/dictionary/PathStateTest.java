package io.narrows.proxy.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests changes in one tick of the system's timer, after which the time of the last change is the same. */
final class PathStateTest {
    private Path file;
    private PathState before;

    @BeforeEach
    void write(@TempDir Path directory) throws IOException {
        file = Files.writeString(directory.resolve("one.dict"), "before");
        before = PathState.of(file);
    }

    /** Returns the state of the file now, with the time of change that it had before. */
    private PathState inTheSameTick() {
        PathState now = PathState.of(file);
        return new PathState(now.exists(), before.changed(), now.bytes(), now.file());
    }

    @Test
    void fileThatDidNotChange_hasTheSameState() {
        assertThat(PathState.of(file)).isEqualTo(before);
        assertThat(before.changed()).isNotNull();
    }

    @Test
    void fileOfAnotherSize_hasAnotherState() throws IOException {
        Files.writeString(file, "longer than before");

        assertThat(inTheSameTick()).isNotEqualTo(before);
    }

    @Test
    void fileInThePlaceOfAnother_hasAnotherState() throws IOException {
        Files.move(file, file.resolveSibling("moved"));
        Files.writeString(file, "before");

        assertThat(inTheSameTick()).isNotEqualTo(before);
    }

    @Test
    void fileThatIsGone_hasAnotherState_thanOneThatCannotBeRead() throws IOException {
        PathState tooLong = PathState.of(file.resolveSibling("n".repeat(300)));
        Files.delete(file);

        assertThat(PathState.of(file).exists()).isFalse();
        assertThat(tooLong.exists()).isTrue();
    }
}
