package io.narrows.tests.linearizability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignFileTest {
    private static final CampaignLine RUN =
            new CampaignLine(Instant.parse("2026-11-24T12:00:00Z"), "abc", 7, "--for PT25S", "refused", 1_000, 20, 3);

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("campaign.tsv");
    }

    @Test
    void run_isKnownAfterReopening() throws IOException {
        CampaignFile.open(file).add(RUN);

        CampaignFile reopened = CampaignFile.open(file);

        assertThat(reopened.has("abc", "--for PT25S", 7)).isTrue();
        assertThat(reopened.has("abc", "--for PT25S", 8)).isFalse();
        assertThat(reopened.has("def", "--for PT25S", 7)).isFalse();
        assertThat(reopened.has("abc", "--for PT8S", 7)).isFalse();
    }

    @Test
    void totals_countAllRuns() throws IOException {
        CampaignFile.open(file).add(RUN);
        CampaignFile reopened = CampaignFile.open(file);
        reopened.add(RUN);

        assertThat(reopened.totals()).contains("2 runs, 2,000 operations answered", "abc={refused=2}");
    }

    @Test
    void otherText_isRefused() throws IOException {
        Files.writeString(file, "no campaign\n");

        assertThatThrownBy(() -> CampaignFile.open(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no campaign");
    }
}
