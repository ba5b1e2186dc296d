package io.narrows.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * The time that tests wait for an event unless they say another: Awaitility's ten seconds are not enough where four processes share two cores and
 * a disk that may stall. It is less than the minute after which JUnit ends tests of many classes, so that the failure names what did not happen.
 * JUnit finds this listener as a service.
 */
public final class Patience implements LauncherSessionListener {
    private static final Duration LIMIT = Duration.ofSeconds(50);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(LIMIT);
    }
}
