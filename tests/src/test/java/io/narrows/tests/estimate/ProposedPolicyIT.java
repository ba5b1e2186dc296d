package io.narrows.tests.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Json;
import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.LinkSecurity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Runs the policy that an estimate proposes, and each codec that it compared, with the same load between the same databases. */
class ProposedPolicyIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final List<String> OFFERED = List.of("lz4", "gzip:6", "zstd:1", "zstd:9");

    /** The objects of a round are longer together than the windows of all codecs but zstd 9, which is the cheapest by far. */
    private static final int OBJECTS = 100;

    private static final int ROUNDS = 3;
    private static final int FIELDS = 200;

    /**
     * The estimate's own tolerance is 3 %; in addition, the longer a busy machine takes for the load, the more heartbeats are sent.
     * The other codecs cost a quarter more than the cheapest, or several times as much.
     */
    private static final double TOLERANCE = 1.1;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private CapturedPair pair;

    private List<EtcdNode> members;

    @Test
    void proposedPolicy_isValid_andTheCheapestOfThoseOffered() throws Exception {
        pair = new CapturedPair(directory, LinkSecurity.PLAINTEXT, EtcdNode.PEER_PORT);
        members = List.of(pair.etcd(0), pair.etcd(1));
        members.forEach(member -> member.awaitHealthy(LIMIT));
        load();

        String proposal = proposal();
        assertThatItIsValid(proposal);

        Map<String, Double> offered = new LinkedHashMap<>();
        offered.put("none", cost("policy:\n  - {codec: none}\n"));
        for (String codec : OFFERED) {
            offered.put(codec, cost("policy:\n  - {" + keys(codec) + "}\n"));
        }
        double cheapest =
                offered.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();

        assertThat(cost(proposal)).as("%s, %s", proposal, offered).isLessThan(cheapest * TOLERANCE);
        assertThat(offered.get("none")).as("dollars, which differ: %s", offered).isGreaterThan(cheapest * 2);
    }

    private static String keys(String codec) {
        String[] parts = codec.split(":", 2);
        return "codec: " + parts[0] + (parts.length > 1 ? ", level: " + parts[1] : "");
    }

    /** Returns the proposal for what the first host's database sends and receives. */
    private String proposal() {
        List<String> arguments =
                new ArrayList<>(List.of("estimate", pair.capture(0).toString(), "--output", "json", "--plaintext"));
        OFFERED.forEach(codec -> arguments.addAll(List.of("--codec", codec)));
        CapturedPair.topologyOfBothDirections(0).forEach(entry -> arguments.addAll(List.of("--topology", entry)));
        String report = Launcher.run(pair.host(0), arguments.toArray(String[]::new));
        return (String) Json.object(report.substring(report.indexOf('{'))).get("policy");
    }

    private void assertThatItIsValid(String policy) throws IOException {
        Path file = Files.writeString(pair.host(0).directory().resolve("proposed.yaml"), pair.withPolicy(0, policy));
        assertThat(Launcher.run(pair.host(0), "check", "--config", file.toString()))
                .contains("proposed.yaml: ok");
    }

    /**
     * Returns the dollars of the load's traffic under a policy, of both nodes. Those of processor time are left out: they depend
     * on what else the machine does, and are small in these regions.
     */
    private double cost(String policy) throws IOException {
        for (int node = 0; node < 2; node++) {
            pair.sidecar(node).reload(pair.withPolicy(node, policy));
        }
        double before = usd();
        load();
        return usd() - before;
    }

    private double usd() throws IOException {
        double usd = 0;
        for (int node = 0; node < 2; node++) {
            usd += pair.sidecar(node).metrics().sum("narrows_wire_usd_total");
        }
        return usd;
    }

    /** Writes objects, and then updates each of them several times: the same bytes each time this is called. */
    private void load() throws IOException {
        Random random = new Random(1);
        List<String> objects = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            objects.add(object(random));
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < OBJECTS; i++) {
                members.get(i % 2).put("/registry/pods/" + i, "{'round':" + round + objects.get(i));
            }
        }
    }

    private static String object(Random random) {
        StringBuilder object = new StringBuilder();
        for (int i = 0; i < FIELDS; i++) {
            object.append(",{'name':'field-%d','uid':'%016x%016x','generation':%d}"
                    .formatted(i, random.nextLong(), random.nextLong(), random.nextInt(100)));
        }
        return object.append('}').toString();
    }
}
