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

    private JraftNode leader() {
        await().atMost(LIMIT).until(() -> nodes.stream().anyMatch(JraftNode::leads));
        return nodes.stream().filter(JraftNode::leads).findFirst().orElseThrow();
    }

    private void awaitApplied(JraftNode node, List<String> expected) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(node.applied).containsExactlyElementsOf(expected));
    }

    @Test
    void memberThatStartsLateIsBroughtUpToDate() {
        startNode(0);
        startNode(1);
        leader().propose("a");
        nodes.forEach(node -> awaitApplied(node, List.of("a")));

        startNode(2);
        awaitApplied(nodes.get(2), List.of("a"));

        leader().propose("b");
        nodes.forEach(node -> awaitApplied(node, List.of("a", "b")));
    }

    @Test
    void connectionsThatAreCutComeBack() {
        for (int i = 0; i < 3; i++) {
            startNode(i);
        }
        leader().propose("a");
        nodes.forEach(node -> awaitApplied(node, List.of("a")));

        for (TestMember from : members) {
            members.forEach(to -> from.connections.disconnect(to.address()));
        }
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(100)).until(() -> {
            leader().propose("b");
            return nodes.stream().allMatch(node -> node.applied.contains("b"));
        });
    }
}
