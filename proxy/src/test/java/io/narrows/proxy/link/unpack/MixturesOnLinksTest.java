package io.narrows.proxy.link.unpack;

import static io.narrows.proxy.link.unpack.UnpackingStream.LONGEST_DELAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.hostile.Fate;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkPair;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.EventCounts;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.UnpackCounts;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.testkit.ByteMutator;
import io.narrows.testkit.Packing;
import io.narrows.testkit.Seed;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random mixtures of pieces, damaged pieces and plain bytes through links in both directions, in reads of random sizes, with workers, wires and
 * clocks that go on at random, and policies that change. What arrives is what was sent.
 */
@Tag("long")
final class MixturesOnLinksTest {
    private static final int RUNS = Integer.getInteger("runs", 40);
    private static final String UNPACK = "unpack: [lz4, snappy, gzip, zstd]";
    private static final List<String> RULES = List.of(
            "{codec: zstd, level: 1, " + UNPACK + "}",
            "{codec: lz4, " + UNPACK + "}",
            "{codec: gzip, level: 1, linger: 1ms, " + UNPACK + "}",
            "{codec: dense, level: 1, window: 128KiB, " + UNPACK + "}",
            "{codec: snappy, unpack: [lz4, gzip]}",
            "{codec: zstd, level: 3}",
            "{codec: none}");

    private final long seed = Seed.of(MixturesOnLinksTest.class);
    private final Random random = new Random(seed);
    private final ByteMutator mutator = new ByteMutator(random, 20);
    private long unpacked;
    private long late;

    @ParameterizedTest
    @EnumSource(FrameForm.class)
    void whatArrives_isWhatWasSent(FrameForm form) {
        for (int run = 0; run < RUNS; run++) {
            LinkPair pair = new LinkPair(RULES.get(random.nextInt(5)), form);
            byte[] there = mixture();
            byte[] back = mixture();

            talk(pair, there, back);

            String name = "seed " + seed + ", run " + run;
            assertThat(pair.b().application().received()).as(name).isEqualTo(there);
            assertThat(pair.a().application().received()).as(name).isEqualTo(back);
            for (LinkPair.End end : List.of(pair.a(), pair.b())) {
                assertThat(EventCounts.failures(end.events())).as(name).isZero();
                assertThat(end.application().fate()).as(name).isEqualTo(Fate.CLEAN);
            }
            pair.close();
            for (LinkPair.End end : List.of(pair.a(), pair.b())) {
                count(end.environment().unpacking());
                assertThat(end.liveBytes()).as(name).isZero();
                for (Purpose purpose : Purpose.values()) {
                    assertThat(end.environment()
                                    .memory()
                                    .account(purpose, new PeerId("b"))
                                    .usedBytes())
                            .as("%s, %s", name, purpose)
                            .isZero();
                }
            }
        }
        assertThat(unpacked).as("seed %d", seed).isGreaterThan(RUNS);
        assertThat(late).as("seed %d", seed).isPositive();
    }

    private void count(UnpackMeter meter) {
        unpacked += UnpackCounts.unpackedPieces(meter);
        late += UnpackCounts.packedPieces(meter, UnpackMeter.LATE);
    }

    private void talk(LinkPair pair, byte[] there, byte[] back) {
        int sent = 0;
        int answered = 0;
        while (sent < there.length || answered < back.length) {
            switch (random.nextInt(8)) {
                case 0, 1 -> sent += send(pair.a(), there, sent);
                case 2, 3 -> answered += send(pair.b(), back, answered);
                case 4 ->
                    pair.advance((long) (random.nextDouble() * LONGEST_DELAY * (random.nextInt(20) == 0 ? 1.5 : 0.03)));
                case 5 -> {
                    if (random.nextInt(20) == 0) {
                        LinkPair.End end = random.nextBoolean() ? pair.a() : pair.b();
                        end.environment().live().replace(policy());
                    }
                }
                default -> pair.go(random);
            }
        }
        pair.a().finish();
        pair.goOn(random);
    }

    private Config policy() {
        String rules = RULES.get(random.nextInt(RULES.size()));
        return LinkEnvironments.ofA(rules, new EventMeter(), Runnable::run, () -> 0)
                .live()
                .current();
    }

    /** Sends nothing before the link is open, or while it accepts nothing. */
    private int send(LinkPair.End end, byte[] bytes, int from) {
        int length = Math.min(bytes.length - from, 1 + random.nextInt(random.nextInt(3) == 0 ? 60_000 : 2_000));
        if (length == 0 || !end.canSend() || !end.application().link().writable()) {
            return 0;
        }
        end.send(bytes, from, length);
        return length;
    }

    private byte[] mixture() {
        ByteArrayOutputStream mixture = new ByteArrayOutputStream();
        int parts = 1 + random.nextInt(12);
        for (int i = 0; i < parts; i++) {
            int longest = random.nextInt(12) == 0 ? 1_500_000 : random.nextInt(6) == 0 ? 200_000 : 12_000;
            byte[] plain = Orders.of(random, 1 + random.nextInt(longest));
            byte[] packed = Packing.values()[random.nextInt(Packing.values().length)].pack(plain);
            mixture.writeBytes(
                    switch (random.nextInt(8)) {
                        case 0 -> Arrays.copyOf(plain, random.nextInt(Math.min(plain.length, 2_000)));
                        case 1 -> mutator.damaged(packed);
                        case 2 -> Arrays.copyOf(packed, random.nextInt(packed.length));
                        default -> packed;
                    });
        }
        return mixture.toByteArray();
    }
}
