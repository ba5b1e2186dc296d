package io.narrows.cli.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** etcd members that a later run adds: they join a cluster instead of founding one. */
class EtcdMembersTest {
    private static final String TWO = """
            version: 1
            database: etcd
            nodes:
              - {id: e1, address: a.example, region: us-east-1, zone: z1}
              - {id: e2, address: b.example, region: us-east-1, zone: z2}
            """;
    private static final String THREE = TWO + "  - {id: e3, address: c.example, region: eu-west-1, zone: z3}\n";
    private static final String EXISTING = "ETCD_INITIAL_CLUSTER_STATE=existing";

    @TempDir
    private Path folder;

    private GeneratedFolder generated;

    @BeforeEach
    void create() {
        generated = new GeneratedFolder(folder);
    }

    @Test
    void ofANewCluster_foundIt() throws Exception {
        generated.generate(THREE);

        for (String id : new String[] {"e1", "e2", "e3"}) {
            assertThat(settings(id)).doesNotContain(EXISTING);
        }
    }

    @Test
    void addedLater_joinIt_inAllLaterRuns() throws Exception {
        generated.generate(TWO);

        generated.generate(THREE);

        assertThat(settings("e3"))
                .contains(EXISTING)
                .contains("etcdctl member add e3 --peer-urls=http://e3.narrows.internal:2380.");
        assertThat(settings("e1")).doesNotContain(EXISTING);
        Map<String, String> before = generated.content();
        generated.generate(THREE);
        assertThat(generated.content()).isEqualTo(before);
    }

    @Test
    void afterAnotherDatabase_foundACluster() throws Exception {
        generated.generate(TWO.replace("etcd", "nats"));

        generated.generate(THREE);

        assertThat(settings("e3")).doesNotContain(EXISTING);
    }

    private String settings(String id) throws IOException {
        return Files.readString(generated.out(id + "/etcd.env")).replaceAll("\n# ", " ");
    }
}
