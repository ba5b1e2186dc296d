package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the loader on the corpus. With {@code -Dcorpus.rewrite=true} it rewrites the expected messages, for review. */
class CorpusTest {
    private static final boolean REWRITE = Boolean.getBoolean("corpus.rewrite");

    static List<Path> good() {
        return Corpus.good();
    }

    static List<Path> bad() {
        return Corpus.bad();
    }

    @ParameterizedTest
    @MethodSource
    void good(Path file) {
        assertThatCode(() -> Corpus.load(file)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource
    void bad(Path file) throws IOException {
        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> Corpus.load(file));

        assertThat(refused).isNotNull();
        String folder = file.toAbsolutePath().getParent().getParent().toString();
        String messages = refused.getMessage().replace(folder, "CORPUS") + "\n";
        if (REWRITE) {
            Files.writeString(Corpus.messages(file), messages);
        }
        assertThat(messages).isEqualTo(Corpus.text(Corpus.messages(file)));
    }

    @Test
    void everyMessage_namesItsPlaceAndWhatWasExpected() {
        assertThat(bad())
                .allSatisfy(
                        file -> assertThat(Corpus.text(Corpus.messages(file)).lines())
                                .isNotEmpty()
                                .allMatch(line -> line.matches(".*\\.yaml(:\\d+:\\d+)?: .+, expected .+")));
    }

    @Test
    void corpus_isLarge() {
        assertThat(good()).hasSizeGreaterThanOrEqualTo(12);
        assertThat(bad()).hasSizeGreaterThanOrEqualTo(60);
    }
}
