package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.StreamEncoder;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.support.LinkApplication;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.link.support.Payloads;
import io.narrows.proxy.link.support.TwoNodes;
import io.narrows.proxy.link.support.TwoNodes.Pair;
import io.narrows.proxy.memory.MemoryPool;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.ReasonCount;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Links with contexts of dense, between nodes with little memory. */
final class GrantStepsTest {
    private static final String RULE = "{codec: dense, level: 2}";
    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);
    private static final int MESSAGE = 4 << 10;

    /** With all the memory of the smallest window for each, 27 contexts that send would have room, and 36 that receive. */
    private static final int LINKS = 60;

    private final Map<LinkApplication, ByteArrayOutputStream> sent = new HashMap<>();
    private final List<Pair> links = new ArrayList<>();
    private final Random random = new Random(7);
    private TwoNodes nodes;

    @AfterEach
    void close() {
        nodes.close();
        for (TwoNodes.Node node : List.of(nodes.a(), nodes.b())) {
            assertThat(node.memory(Purpose.SENDING).usedBytes()).isZero();
            assertThat(node.memory(Purpose.RECEIVING).usedBytes()).isZero();
        }
    }

    @Test
    void quietLinks_takeLittle_soThatABusyOneGetsALargerWindow_andNoFrameGoesRaw() {
        nodes = TwoNodes.withMemory(RULE, "64MiB", "64MiB");
        for (int i = 0; i < LINKS; i++) {
            links.add(nodes.open());
            pass(i % 10 == 0 ? 1 : 0);
        }
        for (int i = 0; i < 15; i++) { // 60 KiB in each direction
            for (Pair link : links) {
                exchange(link);
            }
            pass(5);
        }
        assertThat(largest())
                .as("the maximum of the smallest window, for all links")
                .isLessThan(LINKS * ContextSizes.decoder(DENSE.withWindowLog(17)));

        Pair busy = links.get(30);
        for (int i = 0; i < 200; i++) {
            send(busy.a(), busy, 32 << 10);
        }

        assertThat(busy.a().link().figures().summary().windowLog()).isGreaterThanOrEqualTo(20);
        assertThat(raw()).isEmpty();
        assertEverythingArrived();
    }

    @Test
    void bulkStream_whileMemoryIsFree_takesNoMoreBytesThanInOneContext() {
        nodes = TwoNodes.withMemory(RULE, "256MiB", "256MiB");
        links.add(nodes.open());
        Pair link = links.get(0);
        long before = link.bytes();
        long alone = 0;
        try (StreamEncoder encoder = Codecs.load().streamEncoder(DENSE, true)) {
            for (int i = 0; i < 400; i++) {
                alone += Payloads.next(encoder, send(link.a(), link, FrameDescriptor.SLOW_FRAME_BYTES)).length;
            }
        }

        assertThat(link.bytes() - before).isLessThan(alone + alone / 100);
        assertThat(raw()).isEmpty();
        assertEverythingArrived();
    }

    @Test
    void linksWithTooLittleMemory_loseNothing() {
        nodes = TwoNodes.withMemory("{codec: dense, level: 2, shared-history: true}", "20MiB", "24MiB");
        for (int i = 0; i < 24; i++) {
            links.add(nodes.open());
        }
        for (int round = 0; round < 1_500; round++) {
            Pair link = links.get(random.nextInt(random.nextInt(links.size()) + 1));
            send(random.nextBoolean() ? link.a() : link.b(), link, 1 + random.nextInt(1 << random.nextInt(17)));
            if (random.nextInt(8) == 0) {
                pass(random.nextInt(40) == 0 ? 70 : 1);
            }
            if (random.nextInt(100) == 0) {
                assertEverythingArrived();
                replace(random.nextInt(links.size()));
            }
        }

        assertEverythingArrived();
        assertThat(raw()).as("memory was short").isNotEmpty();
    }

    /** Ends a connection, and begins another one. */
    private void replace(int number) {
        Pair ended = links.get(number);
        ended.finish();
        ended.close();
        links.set(number, nodes.open());
    }

    private void exchange(Pair link) {
        send(link.a(), link, MESSAGE);
        send(link.b(), link, MESSAGE);
    }

    private byte[] send(LinkApplication from, Pair link, int bytes) {
        byte[] content = content(bytes);
        sent.computeIfAbsent(from, added -> new ByteArrayOutputStream()).writeBytes(content);
        link.send(from, content);
        return content;
    }

    /** Returns content of which a part has literals of all kinds, whose models take more than usual. */
    private byte[] content(int bytes) {
        byte[] content = Orders.of(random, bytes);
        if (links.size() < LINKS && random.nextInt(3) == 0) {
            byte[] noise = new byte[random.nextInt(bytes) + 1];
            random.nextBytes(noise);
            System.arraycopy(noise, 0, content, 0, noise.length);
        }
        return content;
    }

    private void pass(long seconds) {
        for (long i = 0; i < seconds; i++) {
            nodes.pass(TimeUnit.SECONDS.toNanos(1));
            links.forEach(link -> link.tick(0));
        }
    }

    private long largest() {
        return List.of(nodes.a(), nodes.b()).stream()
                .mapToLong(node -> Math.max(
                        node.memory(Purpose.SENDING).usedBytes(),
                        node.memory(Purpose.RECEIVING).usedBytes()))
                .max()
                .orElseThrow();
    }

    /** Returns the reasons of raw frames. */
    private List<ReasonCount> raw() {
        return List.of(nodes.a(), nodes.b()).stream()
                .flatMap(node -> node.events().rawFrameCounts().stream())
                .filter(count -> List.of("memory", "no-grant").contains(count.reason()))
                .toList();
    }

    private void assertEverythingArrived() {
        for (Pair link : links) {
            assertThat(link.a().link().state()).isEqualTo(LinkState.OPEN);
            assertArrived(link.a(), link.b());
            assertArrived(link.b(), link.a());
        }
        for (TwoNodes.Node node : List.of(nodes.a(), nodes.b())) {
            assertThat(node.events().failureCounts()).isEmpty();
            for (Purpose purpose : List.of(Purpose.SENDING, Purpose.RECEIVING)) {
                MemoryPool pool = node.memory(purpose);
                assertThat(pool.usedBytes()).isLessThanOrEqualTo(pool.limitBytes());
            }
        }
    }

    private void assertArrived(LinkApplication from, LinkApplication to) {
        assertThat(to.received())
                .isEqualTo(sent.getOrDefault(from, new ByteArrayOutputStream()).toByteArray());
    }
}
