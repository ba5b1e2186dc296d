package io.narrows.cli.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that two runs choose the same controllers for a Kafka cluster. */
class KafkaControllersTest {
    private static final String REASON = " is a Kafka controller, expected an entry for it in the cluster file:"
            + " controller.quorum.voters must not change while the cluster runs.";

    @TempDir
    private Path folder;

    private GeneratedFolder generated;

    @BeforeEach
    void create() {
        generated = new GeneratedFolder(folder);
    }

    @Test
    void ofANewCluster_areItsFirstThreeNodes() throws Exception {
        generated.generate(kafka(4, 1, 2, 3));

        assertThat(voters(1))
                .isEqualTo("1@k1.narrows.internal:9094,2@k2.narrows.internal:9094,4@k4.narrows.internal:9094");
    }

    @Test
    void addedNodes_areNotControllers() throws Exception {
        generated.generate(kafka(1, 2));
        assertThat(voters(1)).isEqualTo("1@k1.narrows.internal:9094");

        generated.generate(kafka(1, 2, 3, 4));

        for (int node = 1; node <= 4; node++) {
            assertThat(voters(node)).isEqualTo("1@k1.narrows.internal:9094");
        }
        assertThat(Files.readString(generated.out("k3/narrows.yaml"))).doesNotContain("peer: k2, target: controllers");
    }

    @Test
    void otherOrder_leavesThem() throws Exception {
        generated.generate(kafka(1, 2, 3, 4, 5));
        String before = voters(4);

        generated.generate(kafka(5, 4, 3, 2, 1));

        assertThat(voters(4)).isEqualTo(before);
    }

    @Test
    void nodeThatIsNone_canGo() throws Exception {
        generated.generate(kafka(1, 2, 3, 4, 5));
        String before = voters(4);
        remove(5);

        generated.generate(kafka(1, 2, 3, 4));

        assertThat(voters(4)).isEqualTo(before);
    }

    @Test
    void removalOfOne_isRefusedByName() throws Exception {
        generated.generate(kafka(1, 2, 3, 4));
        remove(2);

        generated.assertRefused(kafka(1, 3, 4), "node k2" + REASON);
    }

    @Test
    void anotherNodeWithTheNumberOfOne_isRefusedByName() throws Exception {
        generated.generate(kafka(1, 2, 3, 4));
        remove(1);

        generated.assertRefused(kafka(1, 2, 3, 4).replace("id: k1", "id: k9"), "node k1" + REASON);
    }

    @Test
    void anotherDatabase_hasNone() throws Exception {
        generated.generate(kafka(1, 2, 3, 4));
        remove(2);

        generated.generate(kafka(1, 3, 4).replace("kafka", "nats"));
        generated.generate(kafka(1, 3, 4));

        assertThat(voters(1))
                .isEqualTo("1@k1.narrows.internal:9094,3@k3.narrows.internal:9094,4@k4.narrows.internal:9094");
    }

    private static String kafka(int... numbers) {
        return IntStream.of(numbers)
                .mapToObj("  - {id: k%1$d, number: %1$d, address: 10.0.0.%1$d, region: r, zone: z}%n"::formatted)
                .collect(Collectors.joining("", "version: 1\ndatabase: kafka\nnodes:\n", ""));
    }

    private String voters(int node) throws IOException {
        try (Stream<String> lines = Files.lines(generated.out("k" + node + "/server.properties"))) {
            return lines.filter(line -> line.startsWith("controller.quorum.voters="))
                    .map(line -> line.substring(line.indexOf('=') + 1))
                    .collect(Collectors.joining());
        }
    }

    private void remove(int node) throws IOException {
        Path gone = generated.out("k" + node);
        try (Stream<Path> files = Files.list(gone)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(gone);
    }
}
