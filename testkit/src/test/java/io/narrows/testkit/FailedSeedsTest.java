package io.narrows.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.engine.DiscoverySelector;
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
        List<Long> failed = List.copyOf(FailingOnce.SEEDS);
        FailingOnce.SEEDS.clear();
        run(FailingOnce.class, "second");

        assertThat(failed).hasSize(5).doesNotHaveDuplicates();
        assertThat(FailingOnce.SEEDS).containsExactly(failed.get(0), failed.get(3), failed.get(4));
    }

    private static String run(Class<?> test) {
        return run(selectClass(test));
    }

    private static String run(Class<?> test, String method) {
        return run(selectMethod(test, method));
    }

    private static String run(DiscoverySelector selector) {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            LauncherFactory.create()
                    .execute(LauncherDiscoveryRequestBuilder.request()
                            .selectors(selector)
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
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class FailingOnce {
        private static final List<Long> SEEDS = new ArrayList<>();
        private static boolean failed;

        private final long ofObject = Seed.of("an object");

        @BeforeAll
        static void prepare() {
            SEEDS.add(Seed.of("before all"));
        }

        @Test
        void first() {
            SEEDS.add(ofObject);
            SEEDS.add(Seed.of("first"));
        }

        @Test
        void second() {
            SEEDS.add(ofObject);
            SEEDS.add(Seed.of("second"));
            boolean again = failed;
            failed = true;
            assertThat(again).isTrue();
        }
    }
}
