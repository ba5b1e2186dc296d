package io.narrows.proxy.support;

import io.netty.util.ResourceLeakDetector;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test class that lost an unreleased buffer. JUnit applies it to every class automatically. */
public final class LeakCheck implements AfterAllCallback {
    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        if (context.getParent().flatMap(ExtensionContext::getTestClass).isPresent()) {
            return; // a nested class: its outer one checks
        }
        if (ResourceLeakDetector.getLevel() != ResourceLeakDetector.Level.PARANOID) {
            throw new IllegalStateException("leak detection is " + ResourceLeakDetector.getLevel()
                    + " (expected: PARANOID, by the options of surefire in the pom)");
        }
        List<String> leaks = LeakRecorder.takeAll();
        if (!leaks.isEmpty()) {
            throw new AssertionError(leaks.size() + " buffers were not released, as far as " + context.getDisplayName()
                    + " shows; the first: " + leaks.get(0));
        }
    }
}
