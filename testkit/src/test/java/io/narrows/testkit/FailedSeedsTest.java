package io.narrows.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class FailedSeedsTest {
    @Test
    void failedTest_printsTheSeedsOfItsClassAndItsOwn() {
        String printed = run(Failing.class);

        assertThat(printed)
                .contains(
                        "the class: -Dnarrows.seed=" + Failing.ofClass,
                        "the test: -Dnarrows.seed=" + Failing.ofTest,
                        "fails() failed; to repeat it: -Dnarrows.seed=" + Failing.ofClass,
                        "fails() failed; to repeat it: -Dnarrows.seed=" + Failing.ofTest)
                .doesNotContain("passes() failed");
    }

    @Test
    void failedTest_takesTheSameSeeds_whenItRunsAgain() {
        run(FailingOnce.class);
        run(FailingOnce.class);
        run(FailingOnce.class);

        List<Long> seeds = FailingOnce.SEEDS;
        assertThat(seeds).hasSize(6);
        assertThat(seeds.subList(2, 4)).isEqualTo(seeds.subList(0, 2));
        assertThat(seeds.subList(4, 6)).isNotEqualTo(seeds.subList(0, 2));
    }

    private static String run(Class<?> test) {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            LauncherFactory.create()
                    .execute(LauncherDiscoveryRequestBuilder.request()
                            .selectors(selectClass(test))
                            .build());
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** Its name keeps it from running as a test: only {@link FailedSeedsTest} runs it. */
    static class Failing {
        private static final long ofClass = Seed.of("the class");
        private static long ofTest;

        @Test
        void fails() {
            ofTest = Seed.of("the test");
            throw new AssertionError("on purpose");
        }

        @Test
        void passes() {
            Seed.of("another test");
        }
    }

    /** Its name keeps it from running as a test: only {@link FailedSeedsTest} runs it. */
    static class FailingOnce {
        private static final List<Long> SEEDS = new ArrayList<>();

        @BeforeAll
        static void prepare() {
            SEEDS.add(Seed.of("the class"));
        }

        @Test
        void failsOnce() {
            SEEDS.add(Seed.of("the test"));
            assertThat(SEEDS).hasSizeGreaterThan(2);
        }
    }
}
