package io.narrows.bench.tunnel;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The checkouts of Narrows that the two sidecars of a tunnel run from, to compare two versions or to connect them.
 *
 * @param near checkout of the capturing sidecar; null for that of the working directory
 * @param far checkout of the delivering sidecar; null for that of the working directory
 */
record Builds(Path near, Path far) {
    static final Builds OWN = new Builds(null, null);

    /** @throws IllegalArgumentException if the folder has no {@code bin/narrows} */
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

    /** Returns a label for reports; empty if both run from this checkout. */
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

    /** Returns {@code bin/narrows} of the working directory's checkout. */
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
