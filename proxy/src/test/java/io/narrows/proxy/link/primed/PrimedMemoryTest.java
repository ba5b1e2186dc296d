package io.narrows.proxy.link.primed;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.support.TwoNodes;
import io.narrows.proxy.link.support.TwoNodes.Pair;
import io.narrows.proxy.meter.ReasonCount;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Primed connections of 2,000 bytes, with different amounts of granted memory. */
final class PrimedMemoryTest {
    private static final PeerId PEER = new PeerId("b");
    private static final String PRIMED = "{codec: dense, level: 2, primed: plain}";
    private static final int SHORT = 2_000;

    /** Content that fills the state of a context, in bytes. */
    private static final int LONG = 80_000;

    private final Random random = new Random(5);
    private TwoNodes nodes;

    @AfterEach
    void close() {
        nodes.close();
    }

    @Test
    void byDefault_shortConnectionBeginsEmpty() {
        nodes = new TwoNodes("{codec: dense, level: 2}");

        long first = carry(SHORT);
        long second = carry(SHORT);

        assertThat(second).isGreaterThan(first * 9 / 10);
        assertThat(primedContexts()).isZero();
        assertNothingWentRaw();
    }

    @Test
    void whileMemoryIsFree_shortConnectionBeginsFromAState() {
        nodes = new TwoNodes(PRIMED);

        long first = carry(SHORT);
        carry(LONG);
        long third = carry(SHORT);

        assertThat(third).isLessThan(first * 3 / 4);
        assertThat(primedContexts()).isEqualTo(2);
        assertNothingWentRaw();
    }

    @Test
    void whileMemoryIsShort_connectionBeginsFromAStateThatFitsTheFirstStep() {
        assertThat(primesWhileMemoryIsShort(SHORT)).isTrue();
    }

    @Test
    void whileMemoryIsShort_connectionBeginsEmpty_ifTheStateFillsTheFirstStep() {
        assertThat(primesWhileMemoryIsShort(LONG)).isFalse();
    }

    /** Returns whether a connection begins from the state of one with so many bytes, while others hold the memory that is granted in advance. */
    private boolean primesWhileMemoryIsShort(int bytes) {
        nodes = TwoNodes.withMemory(PRIMED, "16MiB", "16MiB");
        carry(bytes);
        for (int i = 0; i < 10; i++) {
            Pair link = nodes.open();
            link.send(link.a(), content(SHORT));
        }
        long before = primedContexts();

        carry(SHORT);

        assertNothingWentRaw();
        return primedContexts() > before;
    }

    /** Returns the bytes of the frames of a new connection, which ends. */
    private long carry(int bytes) {
        Pair link = nodes.open();
        long before = link.bytes();
        link.send(link.a(), content(bytes));
        long frames = link.bytes() - before;
        link.finish();
        link.close();
        return frames;
    }

    private byte[] content(int length) {
        StringBuilder content = new StringBuilder();
        while (content.length() < length) {
            content.append("INSERT INTO events (id, account, kind) VALUES (%d, 'account-%d', 'login');\n"
                    .formatted(random.nextInt(1_000_000), random.nextInt(1_000)));
        }
        return content.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    private long primedContexts() {
        return nodes.a().events().primedContexts(PEER).sum();
    }

    private void assertNothingWentRaw() {
        assertThat(List.of(nodes.a(), nodes.b()))
                .flatExtracting(node -> node.events().rawFrameCounts())
                .extracting(ReasonCount::reason)
                .doesNotContain("memory", "no-grant");
    }
}
