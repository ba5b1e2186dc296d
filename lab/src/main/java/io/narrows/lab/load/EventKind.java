package io.narrows.lab.load;

import java.util.List;

/**
 * A kind of event.
 *
 * @param message with {@code %1$s} for the image, {@code %2$s} for the application and {@code %3$d} for a number
 */
record EventKind(String type, String reason, String message) {
    static final List<EventKind> ALL = List.of(
            new EventKind("Normal", "Pulling", "Pulling image \\\"%1$s\\\""),
            new EventKind(
                    "Normal", "Pulled", "Successfully pulled image \\\"%1$s\\\" in %3$dms (%3$dms including waiting)"),
            new EventKind("Normal", "Created", "Created container %2$s"),
            new EventKind("Normal", "Started", "Started container %2$s"),
            new EventKind("Normal", "Killing", "Stopping container %2$s"),
            new EventKind("Warning", "BackOff", "Back-off restarting failed container %2$s"),
            new EventKind(
                    "Warning",
                    "Unhealthy",
                    "Liveness probe failed: HTTP probe failed with statuscode: 503, after %3$dms"));

    String message(Pod pod, RandomSource random) {
        return message.formatted(pod.fields().get("image"), pod.fields().get("app"), 200 + random.below(9800));
    }
}
