package io.narrows.tests.capture;

import io.narrows.tests.support.Host;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The fields of tests that run on a new {@link CapturePair} each. */
abstract class OnCapturePair {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @AutoClose
    CapturePair pair;

    Host near;
    Host far;

    @BeforeEach
    void serve() {
        pair = new CapturePair(directory);
        near = pair.near();
        far = pair.far();
    }
}
