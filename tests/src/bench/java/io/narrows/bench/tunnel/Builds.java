package io.narrows.bench.tunnel;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Which checkouts of Narrows the two sidecars of a tunnel run from, so that two versions can be compared, or talk to each other.
 *
 * @param near the checkout of the sidecar that captures; null for the one that the working directory is in
 * @param far the checkout of the sidecar that delivers; null likewise
 */
record Builds(Path near, Path far) {
    static final Builds OWN = new Builds(null, null);

    /** @throws IllegalArgumentException when the folder has no {@code bin/narrows} */
    static Path checkout(String folder) {
        Path checkout = Path.of(folder).toAbsolutePath();
        if (!Files.isExecutable(launcherIn(checkout))) {
            throw new IllegalArgumentException("no bin/narrows in " + folder);
        }
        return checkout;
    }

    Path nearLauncher() {
        return near == null ? ownLauncher() : launcherIn(near);
    }

    Path farLauncher() {
        return far == null ? ownLauncher() : launcherIn(far);
    }

    /** Empty when both are of the own checkout. */
    String label() {
        if (near == null && far == null) {
            return "";
        }
        return near != null && near.equals(far)
                ? " at " + near.getFileName()
                : " at " + name(near) + " to " + name(far);
    }

    private static String name(Path checkout) {
        return checkout == null ? "this" : checkout.getFileName().toString();
    }

    /** {@code bin/narrows} of the checkout that the working directory is in. */
    static Path ownLauncher() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isExecutable(launcherIn(folder))) {
                return launcherIn(folder);
            }
        }
        throw new IllegalStateException("no bin/narrows in " + start + " or above");
    }

    private static Path launcherIn(Path checkout) {
        return checkout.resolve("bin").resolve("narrows");
    }
}
