package io.narrows.node.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JraftGroupTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<JraftNode> nodes = new ArrayList<>();
    private final List<TestMember> members = new ArrayList<>();

    @TempDir
    private Path directory;

    @BeforeEach
    void start() throws IOException {
        for (int i = 0; i < 3; i++) {
            members.add(TestMember.start("group"));
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (JraftNode node : nodes) {
            node.close();
        }
    }

    private void startNode(int number) {
        List<String> group = members.stream().map(TestMember::address).toList();
        nodes.add(new JraftNode(members.get(number), directory.resolve("node-" + number), group));
    }

    /** Proposes until a leader has applied the entry: one that was deposed may have lost it, or its group may apply it twice. */
    private void propose(String entry) {
        await().atMost(LIMIT).until(() -> nodes.stream().anyMatch(node -> node.leads() && node.applies(entry)));
    }

    /** Waits until all nodes have applied the same entries: these, each at least once. */
    private void awaitApplied(String... expected) {
        await().atMost(LIMIT).untilAsserted(() -> {
            List<String> first = nodes.get(0).applied;
            assertThat(first.stream().distinct()).containsExactly(expected);
            assertThat(nodes).allSatisfy(node -> assertThat(node.applied).isEqualTo(first));
        });
    }

    @Test
    void memberThatStartsLateIsBroughtUpToDate() {
        startNode(0);
        startNode(1);
        propose("a");
        awaitApplied("a");

        startNode(2);
        awaitApplied("a");

        propose("b");
        awaitApplied("a", "b");
    }

    @Test
    void connectionsThatAreCutComeBack() {
        for (int i = 0; i < 3; i++) {
            startNode(i);
        }
        propose("a");
        awaitApplied("a");

        for (TestMember from : members) {
            members.forEach(to -> from.connections.disconnect(to.address()));
        }
        propose("b");
        awaitApplied("a", "b");
    }
}
