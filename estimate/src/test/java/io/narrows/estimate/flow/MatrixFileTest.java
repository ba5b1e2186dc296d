package io.narrows.estimate.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.narrows.config.Location;
import io.narrows.config.Tier;
import io.narrows.estimate.topology.TopologyEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixFileTest {
    private static final ZonePath A_TO_B = new ZonePath(new Zone("r1", "a"), new Zone("r1", "b"), Tier.CROSS_ZONE);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("traffic.csv");
    }

    @Test
    void bytes_areThoseOfThePeriod() throws IOException {
        TrafficMatrix matrix = read("from,to,bytes\nr1/a/db-1,r1/b/db-2,7200\nr1/a/db-3,r1/b/db-2,3600\n");

        assertThat(matrix.bytesPerSecond()).containsExactly(entry(A_TO_B, 3.0));
        assertThat(matrix.pairs()).containsExactly(entry(A_TO_B, 2.0));
        assertThat(matrix.nodes()).containsExactly(entry(new Zone("r1", "a"), 2), entry(new Zone("r1", "b"), 1));
    }

    @Test
    void rate_isPerSecond_andColumnsMayHaveAnyOrder() throws IOException {
        TrafficMatrix matrix = read("\uFEFFrate, to, from\r\n1.5e3,r1/b/db-2,r1/a/db-1\r\n\r\n");

        assertThat(matrix.bytesPerSecond()).containsExactly(entry(A_TO_B, 1500.0));
    }

    @Test
    void bothDirections_areOnePairOfNodes() throws IOException {
        TrafficMatrix matrix = read("from,to,rate\nr1/a/db-1,r1/b/db-2,1\nr1/b/db-2,r1/a/db-1,1\n");

        assertThat(matrix.pairs().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isEqualTo(1);
    }

    @Test
    void names_areAddressesOrNodesToo_alsoWithAPort() throws IOException {
        TrafficMatrix matrix = read("from,to,rate\n10.1.0.7:9100,db-9,1\ndb-9:9100,[fd00::1]:80,2\n");

        assertThat(matrix.bytesPerSecond())
                .containsOnly(
                        entry(new ZonePath(new Zone("r1", "a"), new Zone("r2", "c"), Tier.CROSS_REGION), 1.0),
                        entry(new ZonePath(new Zone("r2", "c"), new Zone("r1", "b"), Tier.CROSS_REGION), 2.0));
    }

    @Test
    void namesWithoutAPlace_areCounted() throws IOException {
        TrafficMatrix matrix = read("from,to,rate\nr1/a/db-1,client,5\n10.9.0.1,r1/a/db-1,6\n");

        assertThat(matrix.unknownNames()).containsExactly("client", "10.9.0.1");
        assertThat(matrix.unknownBytesPerSecond()).isCloseTo(11, within(1e-9));
        assertThat(matrix.bytesPerSecond()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'';1:1: the file is empty (expected: from,to,bytes or from,to,rate)",
                "from,to;1:1: the columns are from,to (expected: ",
                "from,to,rate,bytes;1:1: the columns are from,to,rate,bytes (expected: ",
                "from,to,kilobytes;1:9: \"kilobytes\" is not a column (expected: ",
                "from,to,to,rate;1:9: \"to\" is there twice (expected: ",
                "from,to,rate|r1/a/x,r1/b/y;2:8: 2 values (expected: 3",
                "from,to,rate|r1/a/x,r1/b/y,1,2;2:17: 4 values (expected: 3",
                "from,to,rate|r1/a/x,r1/b/y,many;2:15: \"many\" is not a number of bytes per second (expected: 0 or more",
                "from,to,bytes|r1/a/x,r1/b/y,-1;2:15: \"-1\" is not a number of bytes (expected: 0 or more",
                "from,to,rate|r1/a/x,r1/b/y,NaN;2:15: \"NaN\" is not a number",
                "from,to,rate|r1/a/x,,1;2:8: no name (expected: REGION/ZONE/NAME",
                "from,to,rate|\"r1/a/x,r1/b/y,1;2:1: a quote is not closed",
            })
    void mistake_hasItsPlace(String content, String problem) {
        assertThatExceptionOfType(MatrixException.class)
                .isThrownBy(() -> read(content.replace('|', '\n')))
                .satisfies(
                        e -> assertThat(e.problems()).singleElement().asString().startsWith(file + ":" + problem));
    }

    @Test
    void mistakes_areAllNamed_upToTwenty() {
        assertThatExceptionOfType(MatrixException.class)
                .isThrownBy(() -> read("from,to,rate\n" + "r1/a/x,r1/b/y,?\n".repeat(30)))
                .satisfies(e ->
                        assertThat(e.problems()).hasSize(20).last().asString().contains(":21:15: "));
    }

    private TrafficMatrix read(String content) throws IOException {
        Files.writeString(file, content);
        NodePlaces places = new NodePlaces(
                List.of(TopologyEntry.parse("10.1.0.0/16=r1/a"), TopologyEntry.parse("fd00::/16=r1/b")),
                Map.of("db-9", new Location("r2", "c", "h")));
        return new MatrixFile(file, places, Duration.ofHours(1)).read();
    }
}
