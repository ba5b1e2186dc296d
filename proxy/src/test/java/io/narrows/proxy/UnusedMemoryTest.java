package io.narrows.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkPair;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.memory.HeapReturn;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UnusedMemoryTest {
    private final Codecs codecs = Codecs.load();

    @Test
    void arraysOfClosedContexts_areFreedInTheSecondRound() {
        try (StreamEncoder context = codecs.streamEncoder(CodecSpec.of(Codec.DENSE))) {
            ByteBuffer content = ByteBuffer.allocate(60_000);
            context.encode(content, ByteBuffer.allocate(context.maxFrameLength(content.remaining())));
        }
        assertThat(codecs.keptBytes()).isPositive();
        UnusedMemory unused = new UnusedMemory(codecs, Optional.empty(), () -> false);

        unused.free();
        assertThat(codecs.keptBytes()).as("perhaps needed soon").isPositive();
        unused.free();

        assertThat(codecs.keptBytes()).isZero();
    }

    /** Links of the warm-up are not registered with those of the sidecar. */
    @Test
    void heap_isLeftAloneDuringTheWarmUp() {
        AtomicInteger looks = new AtomicInteger();
        AtomicBoolean warmingUp = new AtomicBoolean(true);
        UnusedMemory unused =
                new UnusedMemory(codecs, HeapReturn.ofThisProcess(looks::incrementAndGet), warmingUp::get);

        unused.free();
        assertThat(looks).hasValue(0);

        warmingUp.set(false);
        unused.free();
        assertThat(looks).hasPositiveValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "gzip"})
    void nativeContexts_areNotHeldOnTheHeap(String codec) {
        LinkPair pair = talked("{codec: " + codec + ", level: 1}");

        for (LinkPair.End end : List.of(pair.a(), pair.b())) {
            assertThat(end.environment().registry().memoryBytes()).isGreaterThan(30_000);
            assertThat(heldBytes(end.environment())).isZero();
        }
        pair.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dense", "lz4"})
    void contextsOnTheHeap_areHeldUntilTheLinkEnds(String codec) {
        LinkPair pair = talked("{codec: " + codec + "}");

        for (LinkPair.End end : List.of(pair.a(), pair.b())) {
            assertThat(heldBytes(end.environment()))
                    .isBetween(30_000L, end.environment().registry().memoryBytes());
        }
        pair.close();
        for (LinkPair.End end : List.of(pair.a(), pair.b())) {
            assertThat(heldBytes(end.environment())).isZero();
        }
    }

    private static long heldBytes(LinkEnvironment environment) {
        return UnusedMemory.heldBytes(environment.codecs(), environment.memory(), environment.registry())
                - environment.codecs().keptBytes();
    }

    /** Returns both ends of a link on which both have sent something, and of which the watchdog has taken care since. */
    private static LinkPair talked(String rule) {
        Random random = new Random(3);
        byte[] content = Orders.of(random, 60_000);
        LinkPair pair = new LinkPair(rule, FrameForm.CONTENT_SAMPLED);
        pair.goOn(random);
        pair.a().send(content, 0, content.length);
        pair.goOn(random);
        pair.b().send(content, 0, content.length);
        pair.goOn(random);
        for (LinkPair.End end : List.of(pair.a(), pair.b())) {
            assertThat(end.application().received()).isEqualTo(content);
            end.application().link().releaseIfIdleFor(TimeUnit.MINUTES.toNanos(1));
        }
        return pair;
    }
}
