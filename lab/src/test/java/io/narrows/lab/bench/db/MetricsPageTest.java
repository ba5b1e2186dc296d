package io.narrows.lab.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.HostPort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsPageTest {
    private static final HostPort ANY_PORT = HostPort.parse("127.0.0.1:0");

    @TempDir
    Path directory;

    /** Uses a load that begins with an empty database twice, which opens two databases in sequence. */
    @Test
    void page_showsTheDatabaseThatIsOpen() throws Exception {
        Settings settings = Work.of(Benchmark.FILLSEQ, Benchmark.FILLRANDOM);
        Results results = new Results();
        try (MetricsPage page = MetricsPage.serve(ANY_PORT)) {
            try (BenchRun run = new BenchRun(EngineKind.NARROWS, settings, directory, false, results, page)) {
                assertThat(scrape(page)).isEmpty();

                run.run();

                assertThat(results.all()).hasSize(2);
                assertThat(scrape(page)).contains("narrows_store_sequence " + (double) Work.NUM + "\n");
            }
            assertThat(scrape(page)).isEmpty();
        }
    }

    @Test
    void url_namesThePortThatWasTaken() throws IOException {
        try (MetricsPage page = MetricsPage.serve(ANY_PORT)) {
            assertThat(page.url()).matches("http://127\\.0\\.0\\.1:[1-9]\\d*/metrics");
        }
    }

    private static String scrape(MetricsPage page) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(page.url())).build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }
}
